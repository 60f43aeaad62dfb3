"""The command line interface: commands in a subprocess, error messages, help."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import pytest

import onirium
from onirium.bots.registry import bot_names
from onirium.cli.main import COMMAND_GROUPS, app, main

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"

ONIRIUM = [sys.executable, "-m", "onirium"]

COMMANDS = [command.callback.__name__ for command in app.registered_commands if command.callback]


TERMINAL = (("TTY_COMPATIBLE", "1"), ("TTY_INTERACTIVE", "1"))
"""Variables with which a command writes as to a terminal."""


def run(
    *arguments: str,
    answers: str = "",
    home: Path,
    wrapper: Sequence[str] = (),
    variables: Sequence[tuple[str, str]] = (),
) -> subprocess.CompletedProcess[str]:
    environment = {
        "HOME": str(home),
        "XDG_DATA_HOME": str(home),
        "PYTHONUTF8": "1",
        "LANG": "C",
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        **dict(variables),
    }
    return subprocess.run(
        [*wrapper, *ONIRIUM, *arguments],
        input=answers,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        check=False,
        timeout=240,
    )


def test_simulate_prints_one_json_object_and_nothing_else(tmp_path: Path) -> None:
    words = ["simulate", "onirim", "--seat", "random", "--games", "40", "--seed", "3", "--json"]
    result = json.loads(run(*words, home=tmp_path).stdout)
    expected = {
        "game", "options", "seats", "games", "seed", "workers", "provenance", "seconds",
        "games_per_second", "steps_per_second", "decisions_per_game", "wins", "returns",
        "win_rate", "win_rate_low", "win_rate_high", "ms_per_decision", "rotated", "deals",
        "win_rates", "win_rates_low", "win_rates_high", "decisions", "lengths", "adjusted",
    }  # fmt: skip
    assert set(result) == expected
    assert (result["games"], result["seed"], result["seats"]) == (40, 3, ["random"])


@pytest.mark.parametrize("language", ["en", "ru", "de"])
def test_simulate_prints_a_summary_in_each_language(language: str, tmp_path: Path) -> None:
    words = ["simulate", "onirim", "--seat", "random", "--games", "20", "--language", language]
    result = run(*words, home=tmp_path)
    assert result.returncode == 0
    assert "random" in result.stdout
    assert "simulate." not in result.stdout
    assert bool(re.search(r"\d\.\d+%", result.stdout)) == (language == "en")
    assert bool(re.search(r"\d,\d+\xa0%", result.stdout)) == (language != "en")
    assert bool(re.search(r"\d\.\d", result.stdout)) == (language == "en")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["play", "chess"], "unknown game 'chess'; available: onirim"),
        (["play", "onirim", "-o", "speed=high"], "onirim has no option 'speed'"),
        (["play", "onirim", "-o", "speed"], "expected NAME=VALUE"),
        (["play", "onirim", *["-o", "seats=1"] * 2], "given twice; write several values as"),
        (["play", "onirim", "--language", "fr"], "available: en, ru, de"),
        (["play", "onirim", "--resume"], "no unfinished game of Onirim"),
        (["simulate", "onirim", "--seat", "clever"], "available: random, greedy"),
        (["simulate", "onirim", "--seat", "gredy"], "did you mean 'greedy'?"),
        (["evaluate", "random", "--task", "onirm"], "did you mean 'onirim'?"),
        (["simulate", "onirim", *["--seat", "random"] * 3], "seats: '3' is not one of 1, 2"),
        (["play", "onirim", "-o", "seat=2"], "did you mean 'seats'?"),
        (["simulate", "onirim", "--rotate"], "there is nothing to rotate"),
        (["--lang", "de", "play", "onirim"], "see `onirium --help`"),
        (["play", "onirim", "--lang", "de"], "see `onirium play --help`"),
        (["play", "onirim", "--resume", "--record", "a.json"], "--resume or --record, not both"),
        (["play", "onirim", "--seat", "clever"], "available: random, greedy"),
        (["play", "onirim", "-o", "seats=2", "--seat", "human"], "2 seats, not 1: repeat --seat"),
        (["play", "nightmarium", "--seat", "bob"], "no bot 'bob'; available: random, greedy"),
        (["play", "onirim", "--seat", "gredy"], "did you mean 'greedy'?"),
        (["play"], "Missing argument 'onirim|nightmarium'; see `onirium play --help`"),
        (["play", "onirim", "--sead", "3"], "No such option: --sead"),
        (["version"], "No such command 'version'; see `onirium --help`"),
        (["simulat"], "No such command 'simulat'. Did you mean 'simulate'? See `onirium --help`"),
        (["saved", "--delete", "chess-1"], "'chess-1'"),
        (["saved", "--delete", ""], "''"),
        (["saved", "--delete", "\x1b[2J"], r"'\x1b[2J'"),
        (["play", "onirim", "--resume", "--seat", "human"], "remove -o and --seat"),
        (["play", "onirim", "--record", "game.json", "-o", "seats=2"], "remove -o and --seat"),
        (["replay", "nowhere.json"], "nowhere.json: No such file"),
        (["analyse", "nowhere.json"], "nowhere.json: No such file"),
        (["bounds", "onirim", "-o", "seats=2"], "bounds need a game with 1 seat"),
        (["bounds", "nightmarium"], "nightmarium has 2 here"),
        (["study", "nowhere.toml"], "nowhere.toml: No such file"),
        (["tournament", "onirim"], "needs at least two players; available: random, greedy"),
        (["tournament", "onirim", "--seat", "greedy", "--until", "lots"], "two differences in Elo"),
        (
            ["tournament", "onirim", "--seat", "greedy", "--until", "9", "--beta", "2"],
            "beta must be above 0",
        ),
        (["tournament", "onirim", "--alpha", "0.1"], "add --until"),
        (["tournament", "onirim", "--until", "0:1e400"], "at most 2000"),
        (["tournament", "onirim", "--until", "9", "--alpha", "0"], "alpha must be above 0"),
        (["simulate", "onirim", "--table", "nowhere/games.csv"], "nowhere is not a folder"),
        (["evaluate", "random", "--leaderboard", "nowhere/board.json"], "nowhere is not a folder"),
        (["simulate", "onirim", "--seat", "quick@9", "--simulations", "5"], "no player here"),
        (["simulate", "onirim", "--seat", f"quick@{10**30}"], "not between 1 and 1000000000"),
        (["analyse", "nowhere.json", "--simulations", f"{10**30}"], "1000000000"),
        (["skill", "nowhere.json", "--simulations", f"{10**30}"], "1000000000"),
        (["serve", "--language", "fr"], "available: en, ru, de"),
        (["options", "--language", "fr"], "available: en, ru, de"),
        (["analyse", "nowhere.json", "--language", ""], "unknown language ''"),
        (["site", __file__], "is not a folder"),
        (["serve", "--data-dir", __file__], "onirium.db: cannot be opened: "),
        (["skill", "nowhere.json"], "nowhere.json: No such file"),
        (["skill", ""], "expected the name of a file"),
        (["simulate", "onirim", "--ray", "auto", "--workers", "2"], "remove --workers"),
        (["play", "onirim", "--budget-ms", "inf"], "less than or equal to 3600000"),
        (["play", "onirim", "--record", ""], "'--record': expected the name of a file"),
        (["replay", ""], "'FILE': expected the name of a file"),
        (["play", "onirim", "--step", "3"], "add --record FILE"),
        (["play", "onirim", "--record", "nowhere.json", "--step", "3"], "No such file"),
    ],
)
@pytest.mark.usefixtures("home")
def test_user_errors_are_printed_in_one_line_with_exit_status_2(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    last = capsys.readouterr().err.strip().splitlines()[-1]
    assert last.startswith("onirium: ")
    assert reason in last


def test_game_is_left_resumed_and_replayed(tmp_path: Path) -> None:
    left = run("play", "onirim", "--language", "en", "--seed", "5", answers="1\nq\n", home=tmp_path)
    assert left.returncode == 0
    [record] = tmp_path.glob("onirium/games/*.json")
    before = json.loads(record.read_text("utf-8"))["actions"]
    resumed = run("play", "onirim", "--language", "en", "--resume", answers="2\nq\n", home=tmp_path)
    assert resumed.returncode == 0
    after = json.loads(record.read_text("utf-8"))["actions"]
    assert after[: len(before)] == before
    assert len(after) > len(before)
    narration = run("replay", str(record), "--language", "de", home=tmp_path)
    assert narration.returncode == 0
    lines = narration.stdout.splitlines()
    assert len(lines) > 5
    assert lines[-1] == "Hier endet die Aufzeichnung; die Partie ist nicht zu Ende."


def test_saved_games_are_listed_and_deleted(tmp_path: Path) -> None:
    words = ["saved", "--language", "en"]
    assert "No games are saved in" in run(*words, home=tmp_path).stdout
    for answers in ("1\nq\n", "1\n1\nq\n"):
        run("play", "onirim", "--language", "en", "--seed", "5", answers=answers, home=tmp_path)
    older, newer = sorted(path.stem for path in tmp_path.glob("onirium/games/*.json"))
    listed = run(*words, home=tmp_path).stdout
    assert listed.index(newer) < listed.index(older)
    assert listed.count("Onirim") == listed.count(": human\n  unfinished after") == 2
    assert run(*words, "--delete", older, home=tmp_path).stdout == f"Deleted: {older}\n"
    assert [path.stem for path in tmp_path.glob("onirium/games/*.json")] == [newer]


def test_options_without_a_game_name_those_of_all(tmp_path: Path) -> None:
    lines = run("options", home=tmp_path).stdout.splitlines()
    assert lines[0].startswith("onirim       seats, expansions, ")
    assert "nightmarium  seats, creatures, first, readings" in lines
    assert lines[-2:] == ["onirium options onirim", "onirium options nightmarium"]


def test_bot_takes_a_seat(tmp_path: Path) -> None:
    words = ["play", "onirim", "-o", "seats=2", "--seat", "human", "--seat", "random"]
    played = run(*words, "--language", "en", "--seed", "5", answers="1\n1\n1\nq\n", home=tmp_path)
    assert played.returncode == 0
    assert "Player\xa02 · Taken: " in played.stdout
    [record] = tmp_path.glob("onirium/games/*.json")
    assert json.loads(record.read_text("utf-8"))["seats"] == ["human", "random"]
    narration = run("replay", str(record), "--language", "en", "--player", "2", home=tmp_path)
    assert "Told as Player\xa02 saw it." in narration.stdout
    refused = run("replay", str(record), "--player", "3", home=tmp_path)
    assert refused.returncode == 2
    assert "no player 3; players: 1 to 2" in refused.stderr


def test_simulate_names_the_options_of_the_game(tmp_path: Path) -> None:
    options = ["-o", "seats=2", "-o", "expansions=towers,book"]
    seats = ["--seat", "random", "--seat", "random"]
    words = ["simulate", "onirim", *options, *seats, "--games", "3", "--language", "de"]
    result = run(*words, home=tmp_path)
    assert result.returncode == 0
    assert "onirim seats=2 expansions=book,towers" in result.stdout
    rows = [line for line in result.stdout.splitlines() if line.startswith("random ")]
    assert len(rows) == 2
    assert "Gemeinsame Karte nehmen" in result.stdout


def test_simulate_rotates_the_bots(tmp_path: Path) -> None:
    seats = ["-o", "seats=2", "-o", "mode=race", "--seat", "greedy", "--seat", "random"]
    words = ["simulate", "onirim", *seats, "--rotate", "--games", "21", "--seed", "1", "--json"]
    result = json.loads(run(*words, home=tmp_path).stdout)
    assert (result["games"], result["deals"], result["rotated"]) == (22, 11, True)
    assert result["seats"] == ["greedy", "random"]
    assert result["wins"][0] > result["wins"][1]


def test_seats_are_counted(tmp_path: Path) -> None:
    words = ["simulate", "nightmarium", *["--seat", "random"] * 3, "--games", "2", "--json"]
    assert json.loads(run(*words, home=tmp_path).stdout)["options"] == {"seats": 3}


@pytest.mark.parametrize("words", [("--quiet", "simulate"), ("simulate", "-q")])
def test_quiet_prints_nothing_but_the_result(words: tuple[str, ...], tmp_path: Path) -> None:
    options = ["onirim", "--seat", "random", "--games", "2", "--json"]
    result = run(*words, *options, home=tmp_path, variables=TERMINAL)
    assert json.loads(result.stdout)["games"] == 2
    assert result.stderr == ""
    assert "Playing" in run("simulate", *options, home=tmp_path, variables=TERMINAL).stderr


def test_commands_with_progress_have_an_option_to_silence_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in COMMANDS:
        with pytest.raises(SystemExit):
            main([name, "--help"])
        has_progress = name in {"site", *(command.__name__ for command in COMMAND_GROUPS["Study"])}
        assert ("--quiet" in capsys.readouterr().out) == has_progress, name


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_help_names_every_bot(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    text = capsys.readouterr().out
    for game in onirium.names():
        assert not [name for name in bot_names(onirium.load(game)) if name not in text]


def test_help_is_printed_without_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "--help"])
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_failed_output_ends_with_status_1() -> None:
    words = [*ONIRIUM, "--quiet", "options", "onirim"]
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, check=False, text=True)
    assert result.returncode == 1
    assert result.stderr.startswith("onirium: ")
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_file_on_a_full_disk_ends_with_status_1_after_the_result(tmp_path: Path) -> None:
    table = str(tmp_path / "games.csv")
    words = ["simulate", "onirim", "--seat", "random", "--games", "2", "--language", "en"]
    # The process writes a file with its id in the name, then renames it.
    shell = ["sh", "-c", 'ln -s /dev/full "$0.$$.tmp"; exec "$@"', table]
    result = run(*words, "--table", table, home=tmp_path, wrapper=shell)
    assert result.returncode == 1
    assert "games.csv: cannot be written: No space left" in result.stderr
    assert "Decisions" in result.stdout


def test_game_that_cannot_be_saved_ends_with_status_1(tmp_path: Path) -> None:
    (tmp_path / "onirium").write_text("a file in place of the folder", "utf-8")
    for answers in ("q\n", "1\n" * 400):
        result = run("play", "onirim", "--language", "en", answers=answers, home=tmp_path)
        assert result.returncode == 1
        assert "The game could not be saved:" in result.stdout
        assert "The record is saved in" not in result.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "onirim", "--seat", "random", "--games", "2", "--workers", "1"],
        ["options", "onirim", "--language", "ru"],
    ],
)
def test_characters_that_the_output_lacks_are_replaced(words: list[str]) -> None:
    result = subprocess.run(
        [*ONIRIUM, "--quiet", *words],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        capture_output=True,
        encoding="ascii",
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert "?" in result.stdout


def test_unknown_terminal_size_is_no_width() -> None:
    words = [*ONIRIUM, "--quiet", "options", "onirim", "--language", "en"]
    result = subprocess.run(
        words, env={**os.environ, "COLUMNS": "0"}, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert "expansions" in result.stdout
    assert re.search("^Default +none$", result.stdout, re.MULTILINE)


@pytest.mark.skipif(os.name != "posix", reason="the shell closes the streams")
@pytest.mark.parametrize(
    "command", ["play onirim <&-", "play onirim <&- >&-", "simulate onirim --games 2 >&- 2>&-"]
)
def test_closed_standard_streams_are_no_error(command: str, tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    result = subprocess.run(
        ["/bin/sh", "-c", f"exec {shlex.quote(sys.executable)} -m onirium --quiet {command}"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_closed_pipe_ends_with_status_1() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    words = [*ONIRIUM, "--quiet", "options", "onirim"]
    with os.fdopen(writer, "w") as closed:
        result = subprocess.run(
            words, stdout=closed, stderr=subprocess.PIPE, check=False, text=True
        )
    assert result.returncode == 1
    assert result.stderr.strip() == ""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["pl"], ["play"]),
        (["play", "o"], ["onirim"]),
        (["simulate", "onirim", "--seat", ""], ["random", "greedy", "quick", "strong"]),
        (["play", "onirim", "--seat", "hu"], ["human"]),
        (["play", "onirim", "-o", "see"], []),
        (["play", "onirim", "-o", "mo"], ["mode="]),
        (["play", "onirim", "-o", "mode="], ["mode=together", "mode=race"]),
        (["replay", "game.json", "--language", "d"], ["de"]),
        # Bash splits words at equals signs, and replaces what follows the last one.
        (["play", "onirim", "-o", "mode", "="], ["together", "race"]),
        (["play", "onirim", "-o", "mode", "=", "r"], ["race"]),
        (["play", "--option", "=", "mode", "=", "r"], ["race"]),
        (["play", "-o", "mode", "=", "race", "oni"], ["onirim"]),
        (["play", "onirim", "-o", "mode", "=", ""], []),
        (["replay", "game.json", "--language", "=", "d"], ["de"]),
    ],
)
def test_shell_completes_words(words: list[str], expected: list[str], tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "_ONIRIUM_COMPLETE": "complete_bash",
        "COMP_WORDS": "\n".join(["onirium", *words]),
        "COMP_CWORD": str(len(words)),
    }
    result = subprocess.run(
        ONIRIUM, env=environment, capture_output=True, text=True, check=True, timeout=240
    )
    assert result.stdout.split() == expected


def test_tournament_is_played_and_resumed(tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    seats = ["-o", "seats=2", "-o", "mode=race", "--seat", "greedy", "--seat", "random"]
    words = ["tournament", "onirim", *seats, "--folder", str(folder), "--until", "-100:100"]
    result = json.loads(run(*words, "--games", "8", "--json", home=tmp_path).stdout)
    assert (result["players"], result["games"]) == (["greedy", "random"], 8)
    checkpoint = (folder / "games.jsonl").read_bytes()
    localized = run(*words, "--games", "8", "--language", "ru", home=tmp_path)
    assert localized.returncode == 0
    assert "greedy – random" in localized.stdout
    assert (folder / "games.jsonl").read_bytes() == checkpoint
    assert "Пары" in (folder / "standings.svg").read_text("utf-8")
    refused = run(*words, "--seed", "2", home=tmp_path)
    assert refused.returncode == 2
    assert "move the file away or choose another folder" in refused.stderr


def test_an_interrupted_simulation_says_that_its_result_is_incomplete(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "interrupted.py").write_text(INTERRUPTED_PLAYER)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr("onirium.studies.simulation.simulate.SLOW_GAMES_PER_JOB", 1)
    words = ["onirim", "--seat", "interrupted:Interrupted", "--games", "9", "--workers", "1"]
    with pytest.raises(SystemExit):
        main(["simulate", *words, "--json", "--language", "en"])
    sys.modules.pop("interrupted")
    captured = capsys.readouterr()
    games = json.loads(captured.out)["games"]
    assert 0 < games < 9
    assert f"Incomplete result: {games} of 9 games played." in captured.err


def test_an_interrupt_without_a_result_ends_with_status_130(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("onirium.terminal.commands.tournament.run_tournament", interrupt)
    seats = ["--seat", "greedy", "--seat", "random"]
    with pytest.raises(SystemExit) as end:
        main(["tournament", "onirim", *seats, "--folder", str(tmp_path), "--language", "en"])
    assert end.value.code == 130
    assert "the same command goes on from there" in " ".join(capsys.readouterr().err.split())


INTERRUPTED_PLAYER = """
import signal, onirium

class Interrupted(onirium.Player):
    def __init__(self):
        self.decisions = 0

    def choose(self, information, rng):
        self.decisions += 1
        if self.decisions == 300:
            signal.raise_signal(signal.SIGINT)
        return information.legal_actions()[0]
"""

INTERRUPTED_IMPORT = """
import signal, sys
from importlib.metadata import EntryPoint

class Interrupter:
    def find_spec(self, name, *_arguments):
        if name == interrupted:
            signal.raise_signal(signal.SIGINT)

entry_point = EntryPoint("onirium", sys.argv.pop(1), "console_scripts")
interrupted = sys.argv.pop(1)
# A process in the background ignores the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupter())
entry_point.load()()
"""


@pytest.mark.parametrize("module", ["onirium.cli.main", "typer", "onirium.terminal.commands.play"])
def test_an_interrupt_while_modules_load_ends_quietly(module: str) -> None:
    scripts = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["scripts"]
    words = [sys.executable, "-c", INTERRUPTED_IMPORT, scripts["onirium"], module, "play", "onirim"]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (130, "")
    assert "Traceback" not in result.stderr


REPORTING_PLAYER = """
import os
from onirium import Player

class ReportingPlayer(Player):
    def choose(self, information, rng):
        os.write(2, f"{os.getpid()}\\n".encode())
        return information.legal_actions()[0]
"""


def test_terminated_simulation_ends_its_workers_without_a_warning(tmp_path: Path) -> None:
    (tmp_path / "reporting.py").write_text(REPORTING_PLAYER, "utf-8")
    words = ["--quiet", "simulate", "onirim", "--seat", "reporting:ReportingPlayer"]
    with subprocess.Popen(
        [*ONIRIUM, *words, "--games", "1000000", "--workers", "2"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        stderr=subprocess.PIPE,
        text=True,
    ) as simulation:
        assert simulation.stderr is not None
        workers: set[str] = set()
        while len(workers) < 2:
            report = simulation.stderr.readline()
            assert report, "the simulation has ended"
            workers.add(report.strip())
        simulation.terminate()
        # The workers hold the pipe, too; ``communicate`` would miss what the buffer holds.
        reports = simulation.stderr.read()
    assert simulation.returncode == 128 + signal.SIGTERM
    assert set(reports.split()) <= workers


def test_analyse_prints_json_and_a_summary(tmp_path: Path) -> None:
    run("play", "onirim", "--seed", "5", answers="1\n1\nq\n", home=tmp_path)
    [record] = tmp_path.glob("onirium/games/*.json")
    picture = tmp_path / "curves.svg"
    words = ["analyse", str(record), "--simulations", "1", "--workers", "2", "--svg", str(picture)]
    result = json.loads(run(*words, "--json", home=tmp_path).stdout)
    assert len(result["decisions"]) >= 2
    assert result["simulations"] == 1
    assert result["steps"] == len(json.loads(record.read_text("utf-8"))["actions"])
    assert picture.read_text("utf-8").startswith("<svg ")
    localized = run(*words, "--language", "de", home=tmp_path)
    assert localized.returncode == 0
    assert f"Die Kurve ist gespeichert in {picture}" in " ".join(localized.stdout.split())


def test_help_of_each_command_has_an_example_and_names_no_types_of_python(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Typer names types in angle brackets: ``<bool>``, ``<int range>``."""
    for words in (["--help"], *([name, "--help"] for name in COMMANDS)):
        with pytest.raises(SystemExit) as end:
            main(words)
        assert end.value.code == 0
    text = capsys.readouterr().out
    assert len(COMMANDS) == 17
    assert "onirim" in text
    assert text.count("Example") >= len(COMMANDS)
    assert "<" not in text.replace("<=", "")


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"onirium {version('onirium')}\n"


def test_main_imports_no_command_implementation() -> None:
    program = (
        "import sys, onirium.cli.main; "
        "print([name for name in sys.modules if name.startswith(('onirium.terminal', "
        "'onirium.web.server', 'onirium.studies', 'rich.live', 'numpy'))])"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert result.stdout == "[]\n"
