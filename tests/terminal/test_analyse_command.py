"""Analyses in a terminal, and games that go another way than a record."""

import json
import re
from pathlib import Path

import pytest

import onirium
from onirium.bots.registry import UnknownBot
from onirium.cli.main import main
from onirium.core.game import State
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.record import RecordError, new_record, read, write
from onirium.terminal.commands import analyse as terminal
from onirium.terminal.commands.play import play
from onirium.terminal.saved_games import saved_games_folder
from tests.support.fake_advisor import use_fake_advisor
from tests.support.terminal_user import Answer, TerminalUser, choices, only_game

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


def rather_keeping(state: State) -> list[float]:
    """Judge that it is better not to discard, and worst not to open a door."""
    game = state.game
    judged = {"play": 0.75, "discard": 0.625, "unlock": 0.5, "keep": 0.25}
    kinds = [game.decision_kind(action) for action in state.legal_actions()]
    return [judged.get(kind, 0.125) for kind in kinds]


@pytest.fixture(autouse=True)
def _judge(monkeypatch: pytest.MonkeyPatch) -> None:
    use_fake_advisor(rather_keeping, monkeypatch)


def analysed(path: Path, language: str = "en", player: int | None = None) -> str:
    person = TerminalUser([], language, game=read(path).game)
    terminal.run(path, language, simulations=0, player=player, workers=1, console=person.console)
    return person.all_shown()


def test_an_analysis_says_what_luck_and_play_brought_and_what_cost_most(home: Path) -> None:
    """By hand: 0.75 - 0.125 at the discard, then luck takes another 0.125 to 0.5 at the door."""
    path = recorded(home, *STEPS)
    assert [line.rstrip() for line in analysed(path).splitlines()] == [
        "Onirim, a record of 10 steps",
        "Here the record ends; the game is not over.",
        "",
        "Player           At first    Luck    Play  At last",
        "Player 1: human     75.0%  -12.5%  -12.5%    50.0%",
        "",
        (
            "The chance to win. Luck is what came from outside: cards and other players. "
            "Play is what a player's own decisions cost."
        ),
        "",
        "The decisions that cost most:",
        "  1  Step 6, chance from 75.0% to 62.5%: Discard red sun. Stronger: Play red sun",
        "",
        "To play on from step 6 in another way:",
        f"onirium play onirim --record '{path}' --step 6",
    ]


def test_decisions_that_cost_nothing_are_not_listed(home: Path) -> None:
    path = recorded(home, *HAND, "play red sun", "red sun", "play red moon")
    shown = analysed(path)
    assert shown.splitlines()[-1] == "No decision cost a noticeable chance."
    assert "in another way" not in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_of_two_is_analysed_in_every_language(language: str) -> None:
    words = Words(language, "onirim")
    shown = analysed(TWO, language)
    for number in (1, 2):
        assert f"{words.text('player', number=number)}: human" in shown
    spoken = re.sub(r"onirium play .*", "", shown).replace("human", "")
    assert not re.search(r"[^\W\d]\.[^\W\d]|[{}]", spoken)
    if language == "ru":
        assert not re.findall(r"[A-Za-z]{2,}", spoken)
    sentences = re.findall(r"^ +[1-5]  (.*)$", shown, re.MULTILINE)
    assert len(sentences) == 5
    assert all(words.text("player", number=1)[:-2] in sentence for sentence in sentences)


def test_one_player_can_be_analysed_alone() -> None:
    shown = analysed(TWO, player=2)
    assert "Player 2: human" in shown
    assert "Player 1" not in shown


@pytest.mark.parametrize("player", [0, 3])
def test_a_player_that_is_not_there_is_refused(player: int) -> None:
    with pytest.raises(RecordError, match=f"no player {player}; players: 1 to 2"):
        analysed(TWO, player=player)


@pytest.mark.parametrize("notations", [(), HAND])
def test_a_record_without_decisions_is_refused(notations: tuple[str, ...], home: Path) -> None:
    with pytest.raises(RecordError, match=r"a game\.json: there are no decisions in it"):
        analysed(recorded(home, *notations))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "this is not JSON"),
        ("[]", "not a record"),
        ('{"game": "onirim"}', "missing required field"),
        (RECORD % "no such card", "action 1: onirim has no action 'no such card'"),
        (RECORD % "unlock", "action 1: 'unlock' is illegal"),
    ],
)
def test_a_broken_record_is_refused(text: str, reason: str, home: Path) -> None:
    path = home / "broken.json"
    path.write_text(text)
    with pytest.raises(RecordError, match=rf"broken\.json: .*{reason}"):
        analysed(path)


def test_an_interrupt_shows_what_is_judged_and_says_up_to_where(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judged(state: State) -> list[float]:
        if len(state.history()) > 6:
            raise KeyboardInterrupt
        return rather_keeping(state)

    use_fake_advisor(judged, monkeypatch)
    shown = analysed(recorded(home, *STEPS))
    assert "Interrupted: analysed up to step 6 of 10." in shown.splitlines()
    assert "Discard red sun" in shown
    assert "the game is not over" not in shown


def test_an_analysis_can_be_printed_as_one_json_object(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal.run(recorded(home, *STEPS), "de", simulations=0, workers=1, as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert [decision["action"] for decision in found["decisions"]] == ["discard red sun", "unlock"]
    assert (found["decisions"][0]["best"], found["decisions"][0]["cost"]) == ("play red sun", 0.125)
    assert (found["simulations"], found["steps"], found["finished"]) == (0, 10, False)


def test_the_curves_are_drawn_into_a_file(home: Path) -> None:
    picture = home / "curves.svg"
    person = TerminalUser([])
    path = recorded(home, *STEPS)
    terminal.run(path, "en", simulations=0, workers=1, svg=picture, console=person.console)
    assert picture.read_text("utf-8").startswith("<svg ")
    assert person.all_shown().splitlines()[-1] == f"The curve lies in {picture}"


def test_curves_that_cannot_be_written_cost_nothing_of_the_rest(home: Path) -> None:
    person = TerminalUser([])
    path = recorded(home, *STEPS)
    with pytest.raises(RecordError, match=r"curves\.svg: not written: No such file"):
        terminal.run(
            path,
            "en",
            simulations=0,
            workers=1,
            svg=home / "no" / "curves.svg",
            console=person.console,
        )
    assert "Discard red sun" in person.all_shown()


def vary(path: Path, step: int, *answers: Answer) -> TerminalUser:
    person = TerminalUser(answers)
    words = Words("en", "onirim")
    play(GAME, words, seed=1, resume=path, step=step, console=person.console)
    return person


def test_a_game_goes_another_way_from_a_decision_on(home: Path) -> None:
    path = recorded(home, *STEPS)
    before = path.read_bytes()
    person = vary(path, 6, "1")
    assert f"From step 6 on you go another way than in {path}" in person.pages[0]
    assert choices(person.pages[0])[0].startswith("Play red sun")
    assert read(only_game()).actions[:6] == [*HAND, "play red sun"]
    assert path.read_bytes() == before
    assert "Go on with: onirium play onirim --resume" in person.last_page()


def test_a_game_goes_another_way_from_a_chance_outcome_on(home: Path) -> None:
    """The card that came as step 7 is drawn anew."""
    path = recorded(home, *STEPS)
    vary(path, 7)
    actions = read(only_game()).actions
    assert actions[:6] == list(STEPS[:6])
    assert len(actions) > 6


@pytest.mark.parametrize(("step", "kept"), [(1, 0), (10, 9)])
def test_the_first_step_and_the_last_can_be_gone_anew(step: int, kept: int, home: Path) -> None:
    vary(recorded(home, *STEPS), step)
    actions = read(only_game()).actions
    assert actions[:kept] == list(STEPS[:kept])
    assert len(actions) > kept


@pytest.mark.parametrize("step", [-1, 0, 11, 10**30])
def test_a_step_that_is_not_there_is_refused_and_nothing_is_kept(step: int, home: Path) -> None:
    with pytest.raises(
        RecordError, match=rf"a game\.json: there is no step {step}; steps: 1 to 10"
    ):
        vary(recorded(home, *STEPS), step)
    assert not saved_games_folder().exists()


def test_the_same_players_sit_in_a_game_that_goes_another_way(home: Path) -> None:
    record = read(TWO)
    record.seats = ["human", "greedy"]
    path = home / "two.json"
    write(record, path)
    person = TerminalUser(["q"])
    play(GAME, Words("en", "onirim"), seed=1, resume=path, step=30, console=person.console)
    assert read(only_game()).seats == ["human", "greedy"]
    assert read(only_game()).actions[:29] == record.actions[:29]


def test_a_record_with_an_unknown_player_goes_no_other_way(home: Path) -> None:
    with pytest.raises(UnknownBot, match="'clever'"):
        vary(recorded(home, *STEPS, seats=("clever",)), 6)
    assert not saved_games_folder().exists()


@pytest.mark.parametrize("words", [["--resume"], []])
def test_a_step_without_a_record_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["play", "onirim", "--step", "3", *words])
    assert end.value.code == 2
    assert "add --record FILE" in capsys.readouterr().err
