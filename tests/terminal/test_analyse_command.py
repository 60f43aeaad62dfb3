"""`onirium analyse`, and games that branch off from a record."""

import io
import json
import os
import re
from pathlib import Path

import pytest
from rich.console import Console as RichConsole

import onirium
from onirium.cli.main import main
from onirium.core.game import State
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.record import RecordError, new_record, read, write
from onirium.studies.output import OutputError
from onirium.terminal.commands import analyse as terminal
from onirium.terminal.commands.play import play
from onirium.terminal.console import Console
from onirium.terminal.saved_games import saved_games_folder
from tests.support.fake_advisor import use_fake_advisor
from tests.support.terminal_user import Answer, TerminalUser, parse_choices, saved_game_path

pytestmark = pytest.mark.usefixtures("home")

GAME = onirium.load("onirim")
HAND = ("red key", "red sun", "red moon", "blue sun", "green sun")
STEPS = (*HAND, "discard red sun", "red door", "unlock", "brown sun", "brown moon")
RECORD = """{"format": 1, "game": "onirim", "rules": 1, "options": {}, "seats": ["human"],
    "actions": ["%s"]}"""
TWO = Path(__file__).parents[1] / "transcripts" / "onirim-0.1.0-two-won.json"


def recorded(home: Path, *notations: str, seats: tuple[str, ...] = ("human",)) -> Path:
    record = new_record(GAME, seats)
    record.actions += notations
    path = home / "a game.json"
    write(record, path)
    return path


def prefer_playing(state: State) -> list[float]:
    """Return values that favour playing over discarding, and opening doors over keeping them."""
    game = state.game
    values = {"play": 0.75, "discard": 0.625, "unlock": 0.5, "keep": 0.25}
    kinds = [game.decision_kind(action) for action in state.legal_actions()]
    return [values.get(kind, 0.125) for kind in kinds]


@pytest.fixture(autouse=True)
def _fake_advisor(monkeypatch: pytest.MonkeyPatch) -> None:
    use_fake_advisor(prefer_playing, monkeypatch)


def analyse_output(path: Path, language: str = "en", player: int | None = None) -> str:
    user = TerminalUser([], language, game=read(path).game)
    terminal.run(path, language, simulations=0, player=player, workers=1, console=user.console)
    return user.output()


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_fit_a_terminal_of_60_columns(home: Path, language: str) -> None:
    user = TerminalUser([], language, width=60)
    path = recorded(home, *STEPS)
    terminal.run(path, language, simulations=0, player=None, workers=1, console=user.console)
    headings = [Words(language, "onirim").text(key) for key in terminal.SEAT_HEADINGS]
    lines = user.output().splitlines()
    first = next(line for line in lines if line.startswith(headings[0]))
    assert [heading for heading in headings if heading not in first] == []


def test_analysis_prints_luck_play_and_the_costliest_decisions(home: Path) -> None:
    """By hand: the discard costs 0.125 of 0.75; then 0.125 that no luck explains: 0.5 is left."""
    path = recorded(home, *STEPS)
    assert [line.rstrip() for line in analyse_output(path).splitlines()] == [
        "Onirim, a record of 10 steps",
        "Here the record ends; the game is not over.",
        "",
        "Player           Start   Luck    Play  Unforeseen    End",
        "Player\xa01: human  75.0%  +0.0%  −12.5%      −12.5%  50.0%",
        "",
        (
            "The chance of winning. Luck is what the cards changed, against the average card. "
            "Play is what a player’s own decisions cost. Unforeseen is what the estimate did not "
            "know, and what other players"
        ),
        "decided.",
        "",
        "The decisions that cost most:",
        "  1  Step 6, chance from 75.0% to 62.5%: Discard red sun. Stronger: Play red sun",
        "",
        "To play on from step 6 in another way:",
        f"onirium play onirim --record '{path}' --step 6",
    ]


def test_decisions_without_cost_are_not_listed(home: Path) -> None:
    path = recorded(home, *HAND, "play red sun", "red sun", "play red moon")
    shown = analyse_output(path)
    assert shown.splitlines()[-1] == "No decision cost a noticeable chance."
    assert "in another way" not in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_player_game_is_analysed_in_every_language(language: str) -> None:
    words = Words(language, "onirim")
    shown = analyse_output(TWO, language)
    for number in (1, 2):
        assert f"{words.text('player', number=number)}: human" in shown
    text = re.sub(r"onirium play .*", "", shown).replace("human", "")
    assert not re.search(r"[^\W\d]\.[^\W\d]|[{}]", text)
    if language == "ru":
        assert not re.findall(r"[A-Za-z]{2,}", text)
    sentences = re.findall(r"^ +[1-5]  (.*)$", shown, re.MULTILINE)
    assert len(sentences) == 5
    assert all(words.text("player", number=1)[:-2] in sentence for sentence in sentences)


def test_analysis_can_be_limited_to_one_player() -> None:
    shown = analyse_output(TWO, player=2)
    assert "Player\xa02: human" in shown
    assert "Player\xa01" not in shown


@pytest.mark.parametrize("player", [0, 3])
def test_unknown_player_is_rejected(player: int) -> None:
    with pytest.raises(RecordError, match=f"no player {player}; players: 1 to 2"):
        analyse_output(TWO, player=player)


@pytest.mark.parametrize("notations", [(), HAND])
def test_record_without_decisions_is_rejected(notations: tuple[str, ...], home: Path) -> None:
    with pytest.raises(RecordError, match=r"a game\.json: the record has no decisions"):
        analyse_output(recorded(home, *notations))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a record: empty"),
        ("[]", "not a record"),
        ('{"game": "onirim"}', "the field format is missing"),
        (RECORD % "no such card", "action 1: onirim has no action 'no such card'"),
        (RECORD % "unlock", "action 1: 'unlock' is illegal"),
    ],
)
def test_damaged_record_is_rejected(text: str, reason: str, home: Path) -> None:
    path = home / "broken.json"
    path.write_text(text)
    with pytest.raises(RecordError, match=rf"broken\.json: .*{reason}"):
        analyse_output(path)


def test_interrupt_prints_the_decisions_analysed_so_far(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def values(state: State) -> list[float]:
        if len(state.history()) > 6:
            raise KeyboardInterrupt
        return prefer_playing(state)

    use_fake_advisor(values, monkeypatch)
    shown = analyse_output(recorded(home, *STEPS))
    assert "Interrupted: analysed up to step 6 of 10." in shown.splitlines()
    assert "Discard red sun" in shown
    assert "the game is not over" not in shown


def test_analysis_can_be_printed_as_json(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    terminal.run(recorded(home, *STEPS), "de", simulations=0, workers=1, as_json=True)
    result = json.loads(capsys.readouterr().out)
    assert [decision["action"] for decision in result["decisions"]] == ["discard red sun", "unlock"]
    assert (result["decisions"][0]["best"], result["decisions"][0]["cost"]) == (
        "play red sun",
        0.125,
    )
    assert (result["simulations"], result["steps"], result["finished"]) == (0, 10, False)


def test_chart_is_written_to_a_file(home: Path) -> None:
    picture = home / "curves.svg"
    user = TerminalUser([])
    path = recorded(home, *STEPS)
    terminal.run(path, "en", simulations=0, workers=1, svg=picture, console=user.console)
    assert picture.read_text("utf-8").startswith("<svg ")
    assert user.output().splitlines()[-1] == f"The curve is saved in {picture}"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_chart_that_finds_the_disk_full_does_not_lose_the_text(home: Path) -> None:
    user = TerminalUser([])
    path, svg = recorded(home, *STEPS), home / "curves.svg"
    svg.with_name(f"curves.svg.{os.getpid()}.tmp").symlink_to("/dev/full")
    with pytest.raises(OutputError, match=r"curves\.svg: cannot be written: No space left"):
        terminal.run(path, "en", simulations=0, workers=1, svg=svg, console=user.console)
    assert "Discard red sun" in user.output()
    assert "The curve is saved in" not in user.output()


def test_closed_output_does_not_lose_the_chart(home: Path) -> None:
    def write(_text: str) -> int:
        raise BrokenPipeError

    closed = io.StringIO()
    closed.write = write  # type: ignore[method-assign]
    svg = home / "curves.svg"
    console = Console({}, RichConsole(file=closed))
    with pytest.raises(SystemExit):
        terminal.run(
            recorded(home, *STEPS), "en", simulations=0, workers=1, svg=svg, console=console
        )
    assert svg.read_text("utf-8").startswith("<svg ")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("no/curves.svg", r"curves\.svg: cannot be written: .*no is not a folder"),
        ("a_folder", "a_folder: is a folder; choose a file"),
        ("a_pipe", "a_pipe: is a device or a pipe; choose a file"),
    ],
)
def test_chart_without_a_place_is_refused_before_the_analysis(
    name: str, reason: str, home: Path
) -> None:
    user = TerminalUser([])
    path = recorded(home, *STEPS)
    (home / "a_folder").mkdir()
    os.mkfifo(home / "a_pipe")
    with pytest.raises(OutputError, match=reason):
        terminal.run(path, "en", simulations=0, workers=1, svg=home / name, console=user.console)
    assert user.output() == ""


def branch_off(path: Path, step: int, *answers: Answer) -> TerminalUser:
    user = TerminalUser(answers)
    words = Words("en", "onirim")
    play(GAME, words, seed=1, resume=path, step=step, console=user.console)
    return user


def test_game_branches_off_before_a_decision(home: Path) -> None:
    path = recorded(home, *STEPS)
    before = path.read_bytes()
    user = branch_off(path, 6, "1")
    assert f"A new game from step 6 of {path}" in user.pages[0]
    assert parse_choices(user.pages[0])[0].startswith("Play red sun")
    assert read(saved_game_path()).actions[:6] == [*HAND, "play red sun"]
    assert path.read_bytes() == before
    assert "Continue with: onirium play onirim --resume" in user.last_page()


def test_game_branches_off_before_a_chance_outcome(home: Path) -> None:
    """The card of step 7 is drawn again."""
    path = recorded(home, *STEPS)
    branch_off(path, 7)
    actions = read(saved_game_path()).actions
    assert actions[:6] == list(STEPS[:6])
    assert len(actions) > 6


@pytest.mark.parametrize(("step", "unchanged"), [(1, 0), (10, 9)])
def test_game_branches_off_before_first_and_last_step(
    step: int, unchanged: int, home: Path
) -> None:
    branch_off(recorded(home, *STEPS), step)
    actions = read(saved_game_path()).actions
    assert actions[:unchanged] == list(STEPS[:unchanged])
    assert len(actions) > unchanged


@pytest.mark.parametrize("step", [-1, 0, 11, 10**30])
def test_unknown_step_is_rejected_and_nothing_is_saved(step: int, home: Path) -> None:
    with pytest.raises(RecordError, match=rf"a game\.json: no step {step}; steps: 1 to 10"):
        branch_off(recorded(home, *STEPS), step)
    assert not saved_games_folder().exists()


def test_branched_game_keeps_its_seats(home: Path) -> None:
    record = read(TWO)
    record.seats = ["human", "greedy"]
    path = home / "two.json"
    write(record, path)
    user = TerminalUser(["q"])
    play(GAME, Words("en", "onirim"), seed=1, resume=path, step=30, console=user.console)
    assert read(saved_game_path()).seats == ["human", "greedy"]
    assert read(saved_game_path()).actions[:29] == record.actions[:29]


def test_record_with_an_unknown_bot_does_not_branch_off(home: Path) -> None:
    with pytest.raises(RecordError, match="no bot 'clever'"):
        branch_off(recorded(home, *STEPS, seats=("clever",)), 6)
    assert not saved_games_folder().exists()


@pytest.mark.parametrize("words", [["--resume"], []])
def test_step_option_needs_a_record(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["play", "onirim", "--step", "3", *words])
    assert end.value.code == 2
    assert "add --record FILE" in capsys.readouterr().err
