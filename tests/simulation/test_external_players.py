"""Players by name: classes, policies and engines play in every study, under their hash."""

import errno
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from io import BufferedWriter
from pathlib import Path
from threading import Timer
from typing import Any, cast
from unittest.mock import Mock

import numpy as np
import pytest

import onirium
from examples.linear_policy import LinearPolicy, evaluate
from examples.own_player import DiscardingPlayer
from onirium import InformationSet, Player, PlayerError
from onirium.bots.base import Bot
from onirium.cli.main import main
from onirium.core.chance import Random, derive_key
from onirium.core.game import State
from onirium.envs import policy as policy_module
from onirium.envs.gymnasium import SoloEnv
from onirium.i18n.catalog import Words
from onirium.studies.experiments.config import parse_config
from onirium.studies.experiments.run import CHECKPOINT_FILE, run_study
from onirium.studies.players import engine as engine_module
from onirium.studies.players import python_code
from onirium.studies.players.python_code import POLICY_MODULE, PolicyModule
from onirium.studies.players.registry import check_player, describe_players, player_hash
from onirium.studies.simulation.game_loop import play_games
from onirium.studies.simulation.result import SimulationResult
from onirium.studies.simulation.simulate import (
    SimulationConfig,
    make_job,
    run_simulation_job,
    simulate,
)
from onirium.studies.tournaments.schedule import TournamentConfig
from onirium.studies.tournaments.tournament import run_tournament
from onirium.terminal.commands.simulate import run

ROOT = Path(__file__).parents[2]
ONIRIM = onirium.load("onirim")
PYTHON = shlex.quote(sys.executable)
ENGINE = f"engine:{PYTHON} {shlex.quote(str(ROOT / 'examples/engine.py'))}"
CLASS = "examples.own_player:DiscardingPlayer"
POLICY = "policy:examples.linear_policy:LinearPolicy"
STATE_BOT = f"state:{__name__}:LastActionBot"
EXTERNAL = (CLASS, POLICY, ENGINE, STATE_BOT)
POLICIES: PolicyModule = policy_module
"""The module that studies load by its name, so that mypy checks its signatures."""


class LastActionBot(Bot):
    """An external bot, which sees the whole state."""

    def choose(self, state: State, _: Random) -> int:
        return state.legal_actions()[-1]


class FirstPlay(Player):
    """The engine of the examples as a class."""

    def choose(self, information: InformationSet, _: Random) -> int:
        actions = information.legal_actions()
        plays = [a for a in actions if information.game.notation(a).startswith("play ")]
        return (plays or actions)[0]


class NoPlayer:
    """Neither a player nor a bot."""


def play(name: str, games: int = 4, **options: Any) -> SimulationResult:
    return simulate(SimulationConfig(ONIRIM, (name,), games, seed=3, **({"workers": 1} | options)))


def write_engine(folder: Path, answer: str) -> str:
    """Return the name of an engine that answers each decision with an expression."""
    file = folder / "engine.py"
    file.write_text(
        "import sys, json\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        f"    print(json.dumps({{}}) if m['type'] == 'start' else {answer}, flush=True)\n"
    )
    return f"engine:{PYTHON} {shlex.quote(str(file))}"


def test_studies_load_the_module_whose_signatures_are_checked() -> None:
    assert policy_module.__name__ == POLICY_MODULE
    assert python_code._policy_module() is POLICIES


def test_class_plays_like_its_instance() -> None:
    keys = [derive_key(3, "deck"), derive_key(3, "seat 0")]
    tally = play_games(ONIRIM, [DiscardingPlayer()], keys, 0, 4)
    assert play(CLASS).decisions_per_game == sum(tally.actions) / 4


def test_engine_plays_like_the_same_player_in_python() -> None:
    results = [play(name) for name in (ENGINE, f"{__name__}:FirstPlay")]
    assert results[0].decisions == results[1].decisions


def test_policy_takes_the_decisions_that_it_takes_in_gymnasium() -> None:
    games = 5
    decisions = evaluate(LinearPolicy(), games, seed=3)
    assert round(play(POLICY, games).decisions_per_game * games) == decisions


@pytest.mark.parametrize("form", ["flat", "one_hot", "named"])
def test_policy_gets_the_observations_that_it_gets_in_gymnasium(package: Path, form: str) -> None:
    (package / "recording_policy.py").write_text(
        f"OBSERVATION = {form!r}\n"
        "observations = []\n"
        "def choose(observation):\n"
        "    observations.append(observation)\n"
        "    return int(observation['action_mask'].nonzero()[0][-1])\n"
    )
    play("policy:recording_policy:choose", games=1)
    recording_policy = sys.modules.pop("recording_policy")
    in_study = recording_policy.observations.copy()
    recording_policy.observations.clear()
    env = SoloEnv("onirim", observation=form)
    observation, _ = env.reset(seed=3)
    is_over = False
    while not is_over:
        observation, _, is_over, _, _ = env.step(recording_policy.choose(observation))
    assert len(in_study) > 1
    np.testing.assert_equal(in_study, recording_policy.observations)


@pytest.mark.parametrize("name", EXTERNAL)
def test_result_has_the_hash_of_the_player_and_says_what_it_sees(name: str) -> None:
    [player] = play(name, games=1).provenance.players
    assert (player.name, player.hash) == (name, player_hash(name))
    assert player.information == ("state" if name == STATE_BOT else "seat")


def test_command_prints_names_literally(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = write_engine(tmp_path, "json.dumps({'action': m['legal_actions'][0]})")
    config = SimulationConfig(ONIRIM, (f"{name} [/x]",), 1, seed=3, workers=1)
    run(config, Words("en", "onirim"), as_json=False, table=None)
    assert "[/x]" in "".join(capsys.readouterr().out.split("\n"))


@pytest.mark.long
@pytest.mark.parametrize("name", EXTERNAL)
def test_any_number_of_workers_plays_the_same_games(name: str) -> None:
    one, two = (play(name, games=20, workers=workers) for workers in (1, 2))
    assert one.decisions == two.decisions


def test_all_kinds_of_players_take_part_in_a_tournament(tmp_path: Path) -> None:
    config = TournamentConfig(ONIRIM, ("random", *EXTERNAL), 2, workers=1)
    result = run_tournament(config, tmp_path / "games.jsonl")
    assert {standing.player for standing in result.standings} == {"random", *EXTERNAL}
    assert result.games == 2 * 5


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Create a module with a player and a data file in the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "weights.txt").write_text("1")
    (tmp_path / "temporary_player.py").write_text(
        "import onirium\n"
        "DATA_FILES = ('weights.txt',)\n"
        "class Last(onirium.Player):\n"
        "    def choose(self, information, rng):\n"
        "        return information.legal_actions()[-1]\n"
    )
    yield tmp_path
    sys.modules.pop("temporary_player", None)
    player_hash.cache_clear()


@pytest.mark.parametrize("file", ["weights.txt", "temporary_player.py"])
def test_study_repeats_the_games_of_a_changed_player(file: str, package: Path) -> None:
    name = "temporary_player:Last"
    config = parse_config(f'games = 2\n[[grid]]\ngame = "onirim"\nplayers = ["{name}", "random"]')
    run_study(config, package / "study", workers=1)
    checkpoint = package / "study" / CHECKPOINT_FILE
    first = checkpoint.read_bytes().splitlines()
    run_study(config, package / "study", workers=1)
    assert checkpoint.read_bytes().splitlines() == first
    with (package / file).open("a") as changed:
        changed.write("\n")
    player_hash.cache_clear()
    run_study(config, package / "study", workers=1)
    repeated = checkpoint.read_bytes().splitlines()[len(first) :]
    assert len(repeated) == 1
    assert name.encode() in repeated[0]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("no_module:Player", "no_module:Player: there is no module 'no_module' in the environment"),
        ("own_player.py:Player", "; write it without .py"),
        ("examples.own_player:Nobody", "examples.own_player has no Nobody"),
        ("examples.own_player:", "'examples.own_player:': write module:name"),
        ("state:examples", "'state:examples': write state:module:name"),
        ("state:no_module:Bot", "state:no_module:Bot: there is no module 'no_module' in the"),
        (f"state:{__name__}:Nobody", f"state:{__name__}:Nobody: {__name__} has no Nobody"),
        (f"{__name__}:NoPlayer", "NoPlayer is not a subclass of onirium.Player"),
        (f"{__name__}:LastActionBot", f"sees the whole state: write state:{__name__}:LastAction"),
        (f"state:{CLASS}", f"is not a subclass of onirium.bots.base.Bot; write {CLASS}, without"),
        ("policy:examples.linear_policy:GAMES", "is not a function from an observation"),
        ("policy:builtins:len", "builtins has no source file"),
        ("engine:", "write a command, such as engine:./my-engine"),
        ("engine:no-such-program --fast", "there is no program 'no-such-program'"),
        ("engine:'", "No closing quotation"),
    ],
)
def test_player_that_does_not_exist_is_rejected_before_any_game(name: str, reason: str) -> None:
    with pytest.raises(PlayerError) as caught:
        check_player(name, ONIRIM)
    assert reason in str(caught.value)


def test_policy_for_unknown_observations_is_rejected(package: Path) -> None:
    (package / "one_row.py").write_text("OBSERVATION = 'row'\nchoose = print\n")
    with pytest.raises(PlayerError) as caught:
        check_player("policy:one_row:choose", ONIRIM)
    assert str(caught.value) == (
        "policy:one_row:choose: OBSERVATION: 'row' is not one of flat, one_hot, named"
    )


def test_games_of_a_player_that_changes_during_a_run_are_rejected(package: Path) -> None:
    name = "temporary_player:Last"
    job = make_job(SimulationConfig(ONIRIM, (name,), 1, seed=1))
    [described] = describe_players([name], ONIRIM)
    (package / "weights.txt").write_text("2")
    assert describe_players([name], ONIRIM) == [described]
    player_hash.cache_clear()  # as in a new worker process
    with pytest.raises(PlayerError, match=f"^{name}: the program of a player has changed"):
        run_simulation_job(job)


def test_hash_covers_all_modules_of_a_package(package: Path) -> None:
    folder = package / "temporary_player"
    folder.mkdir()
    (package / "temporary_player.py").rename(folder / "core.py")
    (package / "weights.txt").rename(folder / "weights.txt")
    (folder / "__init__.py").write_text("from temporary_player.core import Last\n")
    before = player_hash("temporary_player:Last")
    with (folder / "core.py").open("a") as changed:
        changed.write("\n")
    player_hash.cache_clear()
    assert player_hash("temporary_player:Last") != before
    sys.modules.pop("temporary_player.core")


def test_hash_of_an_engine_covers_the_files_among_its_arguments(package: Path) -> None:
    for argument in ("weights.txt", "--weights=weights.txt"):
        (package / "weights.txt").write_text("1")
        name = f"engine:{PYTHON} {argument}"
        before = player_hash(name)
        (package / "weights.txt").write_text("2")
        player_hash.cache_clear()
        assert player_hash(name) != before


EXITS = {
    "import": ("sys.exit()", "exiting:Exiting cannot be imported: SystemExit"),
    "creation": (
        (
            "class Exiting(onirium.Player):\n    def __init__(self): sys.exit(0)\n"
            "    def choose(self, information, rng): pass"
        ),
        "exiting:Exiting cannot be created: SystemExit: 0",
    ),
    "decision": (
        "class Exiting(onirium.Player):\n    def choose(self, information, rng): sys.exit('end')",
        "decision 1: exiting:Exiting failed with SystemExit: end",
    ),
}


@pytest.mark.parametrize(("code", "reason"), EXITS.values(), ids=EXITS)
def test_player_that_exits_has_failed(
    code: str, reason: str, package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (package / "exiting.py").write_text(f"import sys, onirium\n{code}\n")
    with pytest.raises(SystemExit) as end:
        main(["simulate", "onirim", "--seat", "exiting:Exiting", "--workers", "1"])
    sys.modules.pop("exiting", None)
    assert end.value.code == 2
    assert reason in capsys.readouterr().err


TERMINATED_PLAYER = """
import signal, onirium
class Terminated(onirium.Player):
    def choose(self, information, rng):
        signal.raise_signal(signal.SIGTERM)
"""


def test_termination_during_a_decision_is_no_failure_of_the_player(package: Path) -> None:
    (package / "terminated.py").write_text(TERMINATED_PLAYER)
    with pytest.raises(SystemExit) as end:
        main(["simulate", "onirim", "--seat", "terminated:Terminated", "--workers", "1"])
    sys.modules.pop("terminated")
    assert end.value.code == 128 + signal.SIGTERM


PRINTING_PLAYER = """
import onirium
print("loaded")
class Printing(onirium.Player):
    def __init__(self):
        print("created")
    def choose(self, information, rng):
        print("decided")
        return information.legal_actions()[0]
"""


def test_output_of_a_player_is_no_part_of_the_result(
    package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (package / "printing.py").write_text(PRINTING_PLAYER)
    words = ["onirim", "--seat", "printing:Printing", "--games", "1", "--workers", "1"]
    with pytest.raises(SystemExit):
        main(["simulate", *words, "--json"])
    sys.modules.pop("printing")
    captured = capsys.readouterr()
    assert json.loads(captured.out)["games"] == 1
    assert {"loaded", "created", "decided"} <= set(captured.err.splitlines())


def test_missing_data_file_is_named(package: Path) -> None:
    (package / "weights.txt").unlink()
    with pytest.raises(PlayerError, match=r"DATA_FILES lists weights\.txt, but there is no such"):
        player_hash("temporary_player:Last")


def test_a_data_file_without_a_tuple_is_rejected(package: Path) -> None:
    (package / "one_file.py").write_text("DATA_FILES = 'weights.txt'\nPlayer = object\n")
    with pytest.raises(PlayerError, match=r"DATA_FILES is a string; write a tuple: \('weights"):
        player_hash("one_file:Player")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("sys.exit(3)", "it exited without a reply"),
        ("'draw'", "its reply is not a JSON object: draw"),
        ("'[1]'", r"its reply is not a JSON object: \[1\]"),
        ("json.dumps({'move': 1})", "its reply has no integer 'action'"),
        ("json.dumps({'action': 'draw'})", "its reply has no integer 'action'"),
        ("json.dumps({'action': True})", "its reply has no integer 'action'"),
        ("json.dumps({'action': 373})", "is illegal; legal actions: play"),
        ("'[' * (1 << 21)", "its reply has more than 1048576 bytes"),
    ],
)
def test_fault_of_an_engine_is_reported_with_its_place(
    answer: str, reason: str, tmp_path: Path
) -> None:
    name = write_engine(tmp_path, answer)
    with pytest.raises(PlayerError, match=reason) as caught:
        play(name)
    assert str(caught.value).startswith(f"onirim, deal 0, seat 0, decision 1: {name}: ")


def test_exit_of_an_engine_on_windows_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class WindowsProcess(subprocess.Popen[bytes]):
        """A process that has exited: writing to it fails, but not with a broken pipe."""

        def __init__(self, *arguments: Any, **keywords: Any) -> None:
            super().__init__(*arguments, **keywords)
            error = OSError(errno.EINVAL, "Invalid argument")
            pipe = cast("BufferedWriter", self.stdin)
            self.stdin = Mock(pipe, flush=Mock(side_effect=[error, None]), close=pipe.close)

    monkeypatch.setattr(subprocess, "Popen", WindowsProcess)
    with pytest.raises(PlayerError, match="it exited without a reply"):
        play(write_engine(tmp_path, "sys.exit()"))


@pytest.mark.parametrize(
    ("escape", "command", "file"),
    [
        ("", r"C:\Games\engine.exe --fast", r"C:\Games\engine.exe"),
        ("", r"'C:\My Games\engine.exe' -x", r"C:\My Games\engine.exe"),
        ("", r'"C:\My Games\engine.exe"', r"C:\My Games\engine.exe"),
        ("\\", r"/my\ games/engine#1 -x", "/my games/engine#1"),
    ],
)
def test_program_of_an_engine_is_a_path_of_its_system(
    escape: str, command: str, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "ESCAPE", escape)
    with pytest.raises(PlayerError) as caught:
        check_player(f"engine:{command}", ONIRIM)
    assert str(caught.value).endswith(f"there is no program {file!r}")


def test_second_line_of_a_reply_is_not_the_next_reply(tmp_path: Path) -> None:
    line = "json.dumps({'action': m['legal_actions'][0]})"
    name = write_engine(tmp_path, f"{line} + '\\n' + {line}")
    reason = r"decision 2: .* it wrote more than one line in reply to a message: \{.action.: \d+\}$"
    with pytest.raises(PlayerError, match=reason):
        play(name)


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """Collect the processes of engines."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        process = original(*arguments, **options)
        if arguments[0][0] == sys.executable:
            started.append(process)
        return process

    original = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", start)
    return started


class WithoutChoice(Player):
    """A player whose method has a wrong name."""

    def chose(self, information: InformationSet, rng: Random) -> int:
        raise NotImplementedError


class BotWithoutChoice(Bot):
    """A bot that lacks its only method."""


@pytest.mark.parametrize(
    "name", [f"{__name__}:WithoutChoice", f"state:{__name__}:BotWithoutChoice"]
)
def test_class_without_its_method_is_reported(name: str) -> None:
    with pytest.raises(PlayerError, match="has no method `choose`"):
        check_player(name, ONIRIM)


def test_players_of_studies_are_named() -> None:
    """Worker processes cannot share the objects of this one."""
    player: Any = DiscardingPlayer()
    with pytest.raises(TypeError, match="is not the name of a player: write 'module:Class'"):
        SimulationConfig(ONIRIM, (player,), 10, seed=1, workers=1)


@pytest.mark.parametrize(
    ("players", "keys", "message"),
    [
        (1, [1, 2, 3], "players: 1 instead of one for each of 2 seats"),
        (3, [1, 2, 3], "players: 3 instead of one for each of 2 seats"),
        (2, [1, 2], "keys: 2 instead of 3, one for the deck and one for each seat"),
        (2, [1, 2, 3, 4], "keys: 4 instead of 3"),
    ],
)
def test_each_seat_has_a_player_and_a_key(players: int, keys: list[int], message: str) -> None:
    game = onirium.load("onirim", seats=2)
    with pytest.raises(ValueError, match=message):
        play_games(game, [DiscardingPlayer() for _ in range(players)], keys, 0, 1)


def test_program_that_cannot_be_executed_is_reported_with_its_player(tmp_path: Path) -> None:
    program = tmp_path / "engine"
    program.write_bytes(b"\0")
    program.chmod(0o755)
    with pytest.raises(PlayerError, match="the program cannot be started"):
        play(f"engine:{program}")


def test_engine_of_a_finished_game_ends(
    processes: list[subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    name = write_engine(tmp_path, "json.dumps({'action': m['legal_actions'][0]})")
    for box in (1, 2, 3):
        game = onirium.load("onirim", box=box)
        simulate(SimulationConfig(game, (name,), 2, seed=3, workers=1))
    assert [process.returncode is None for process in processes] == [False, False, True]


def test_engine_with_a_fault_ends(processes: list[subprocess.Popen[bytes]], tmp_path: Path) -> None:
    with pytest.raises(PlayerError):
        play(write_engine(tmp_path, "'draw'"))
    assert [process.returncode is None for process in processes] == [False]


def test_silent_engine_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "REPLY_TIMEOUT_S", 0.5)
    with pytest.raises(PlayerError, match=r"did not reply within 0\.5 seconds"):
        play(write_engine(tmp_path, "__import__('time').sleep(3600)"))


def test_engine_that_does_not_end_its_line_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply = "json.dumps({'action': m['legal_actions'][0]})"
    unfinished = f"print({reply}, end='', flush=True) or __import__('time').sleep(3600)"
    monkeypatch.setattr(engine_module, "REPLY_TIMEOUT_S", 0.5)
    with pytest.raises(PlayerError, match=r"decision 1: .* did not reply within 0\.5 seconds"):
        play(write_engine(tmp_path, unfinished))


def test_silent_engine_behind_a_script_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program of the script holds the output open, also after the script was killed."""
    name = write_engine(tmp_path, "__import__('time').sleep(3600)")
    script = shlex.quote(f"{name.removeprefix('engine:')}; exit 0")
    monkeypatch.setattr(engine_module, "REPLY_TIMEOUT_S", 0.5)
    with pytest.raises(PlayerError, match=r"did not reply within 0\.5 seconds"):
        play(f"engine:sh -c {script}")


def test_interrupt_ends_the_engine_and_its_timer(
    processes: list[subprocess.Popen[bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interrupt reaches the thread that starts the timer, after the timer runs."""
    name = write_engine(tmp_path, "json.dumps({'action': m['legal_actions'][0]})")
    timers: list[Timer] = []

    def start(timer: Timer) -> None:
        original(timer)
        timers.append(timer)
        if len(timers) == 3:
            raise KeyboardInterrupt

    original = Timer.start
    monkeypatch.setattr(Timer, "start", start)
    with pytest.raises(KeyboardInterrupt):
        play(name)
    assert [(timer.finished.is_set(), timer.daemon) for timer in timers] == [(True, True)] * 3
    assert [process.returncode is None for process in processes] == [False]
    assert play(name, games=1).games == 1


def test_interrupt_of_the_terminal_does_not_reach_an_engine(
    processes: list[subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    """Ctrl+C reaches the process group of the command."""
    play(write_engine(tmp_path, "json.dumps({'action': m['legal_actions'][0]})"), games=1)
    [process] = processes
    assert os.getpgid(process.pid) not in {os.getpgid(0), 0}
