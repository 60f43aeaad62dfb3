"""Several players at one keyboard, with and without bots."""

import io
import random
import re
import sys
from collections.abc import Callable, Iterator
from itertools import repeat
from pathlib import Path
from typing import Any

import msgspec
import pexpect
import pytest
from rich.console import Console as RichConsole

import onirium
from onirium.bots.registry import UnknownBot
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.record import Record, final_state, new_record, read, write
from onirium.record import replay as steps_of
from onirium.terminal.commands.play import play
from onirium.terminal.commands.replay import replay
from onirium.terminal.console import SEPARATOR, Console
from tests.support.terminal_user import (
    Answer,
    TerminalUser,
    parse_choices,
    parse_rows,
    saved_game_path,
    spawn,
)

pytestmark = pytest.mark.usefixtures("home")

HAND_OVER = "Press Enter to see your cards."
FACE_UP_CARDS = ["red sun"] * 2 + ["blue sun"] * 2 + ["green sun"] * 2 + ["brown sun", "brown moon"]
DRAFT = [f"take {card}" for card in FACE_UP_CARDS[:6]]
"""Each player takes a red, a blue and a green sun, player 1 first."""

GAME = onirium.load("onirim", seats=2, first=1)
CARDS = {GAME.card_name(card) for card in range(30)} - {"nightmare", "happy dream"}
LABYRINTH = {card for card in CARDS if "door" not in card}


def start(
    *answers: Answer,
    seats: tuple[str, ...] = (),
    game: onirium.Game = GAME,
    language: str = "en",
) -> TerminalUser:
    """Play a two-player game until the scripted answers end."""
    user = TerminalUser(answers, language)
    play(game, Words(language, "onirim"), seats=seats, seed=1, console=user.console)
    return user


def resume_draft(
    folder: Path, *answers: Answer, notations: list[str], bot: str = "human"
) -> TerminalUser:
    """Resume a two-player game after the draft and some further actions."""
    record = new_record(GAME, ["human", bot])
    record.actions += [*FACE_UP_CARDS, *DRAFT, *notations]
    path = folder / "game.json"
    write(record, path)
    user = TerminalUser(answers)
    play(GAME, Words("en", "onirim"), seed=1, resume=path, console=user.console)
    return user


def event_lines(page: str) -> list[str]:
    """Return the lines of a page that describe events."""
    return [line for line in page.splitlines() if re.match(r"Player\s\d · ", line)]


def is_hand_over(prompt: str) -> bool:
    return prompt.strip() == HAND_OVER


class RandomAnswers:
    """Answers at random, and keeps the record at each answer."""

    def __init__(self, seed: int, answers: int) -> None:
        self.records: list[Record] = []
        self._rng = random.Random(seed)
        self._answers = answers

    def __iter__(self) -> Iterator[Callable[[], str]]:
        return repeat(self.answer, self._answers)

    def answer(self) -> str:
        self.records.append(read(saved_game_path()))
        state = final_state(self.records[-1])
        # At a hand-over any answer but leaving is as good as Enter.
        return str(1 + self._rng.randrange(len(state.legal_actions())))


def names_on(page: str) -> set[str]:
    """Return the labyrinth cards that a page mentions."""
    pattern = "|".join(sorted(LABYRINTH, key=len, reverse=True))
    return set(re.findall(rf"\b(?:{pattern})\b", page.replace("\N{NO-BREAK SPACE}", " ")))


def names_in(view: Any) -> Iterator[str]:
    """Yield the labyrinth cards in a part of a view."""
    if isinstance(view, dict):
        yield from names_in([list(view), list(view.values())])
    elif isinstance(view, list):
        for part in view:
            yield from names_in(part)
    elif view in LABYRINTH:
        yield view


def permitted_names(record: Record, seat: int) -> set[str]:
    """Return the cards in the view of a seat and in its events since its last decision."""
    view = msgspec.to_builtins(final_state(record).view(seat))
    del view["deck"]["cards"]
    steps = list(steps_of(record))
    last = max((step.number for step in steps if step.seat == seat), default=0)
    events = [event.seen_by(seat) for step in steps[max(0, last - 1) :] for event in step.events]
    event_lines = {
        GAME.card_name(card) for event in events for card in event.cards if card is not None
    }
    return set(names_in(view)) | event_lines


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_output_contains_only_information_of_the_current_seat(seed: int) -> None:
    """Draft, exchange, prophecies, towers, spells and dreams, played at random."""
    playing = RandomAnswers(seed, answers=90)
    user = TerminalUser(playing)
    options: dict[str, Any] = {"seats": 2, "first": 1}
    game = onirium.load("onirim", expansions="book,towers,premonitions", **options)
    play(game, Words("en", "onirim"), seed=seed, console=user.console)
    kept_back = 0
    for page, prompt, record in zip(user.pages, user.prompts, playing.records, strict=False):
        seat = final_state(record).current_player()
        if is_hand_over(prompt):
            assert names_on(page) == set()
            assert SEPARATOR in page
        else:
            may_see = permitted_names(record, seat)
            assert names_on(page) <= may_see
            kept_back += len(permitted_names(record, 1 - seat) - may_see)
    assert kept_back > 50
    assert sum(map(is_hand_over, user.prompts)) > 3


def test_public_draft_needs_no_hand_over_but_the_first_turn_does() -> None:
    user = start(*["1"] * 6, "", "q")
    assert [is_hand_over(prompt) for prompt in user.prompts] == [*[False] * 6, True, False]
    for index, page in enumerate(user.pages[:6]):
        assert f"Player\xa0{index % 2 + 1} is to move." in page.splitlines()
        assert SEPARATOR not in page
    assert len(parse_choices(user.pages[6])) == 0
    assert user.pages[6].splitlines() == [
        "",
        SEPARATOR,
        "Now Player\xa01. Hand over the keyboard; the others look away.",
    ]


def test_events_since_the_last_decision_are_printed_for_each_player(home: Path) -> None:
    user = resume_draft(home, "", notations=["discard red sun", "decline", "green key"])
    assert is_hand_over(user.prompts[0])
    assert event_lines(user.pages[1]) == [
        "Player\xa02 · Taken: green sun",
        "Player\xa01 · Discarded: red sun",
        "Player\xa01 · Nothing is taken.",
        "Player\xa01 · Drawn: 1 card",
    ]
    turns = ["discard red sun", "decline", "green key", "discard blue sun", "decline", "blue moon"]
    page = resume_draft(home, "", notations=turns).pages[1]
    assert event_lines(page) == [
        "Player\xa01 · Nothing is taken.",
        "Player\xa01 · Drawn: green key",
        "Player\xa02 · Discarded: blue sun",
        "Player\xa02 · Nothing is taken.",
        "Player\xa02 · Drawn: 1 card",
    ]
    assert parse_rows(page)["Personal reserve"] == "blue sun, green sun, green key"
    assert parse_rows(page)["Known to the other player"] == "blue sun, green sun"
    assert parse_rows(page)["Other player’s reserve"] == "red sun, green sun, hidden card"


def test_exchange_precedes_the_prophecy(home: Path) -> None:
    turns = ["discard red sun", "decline", "red key", "discard blue sun", "decline", "blue moon"]
    user = resume_draft(home, "", "6", "3", "1", "q", notations=turns)
    [_, play, offer, take, foretell, _] = user.pages
    assert parse_rows(play)["Shared reserve"] == "brown sun, brown moon"
    assert parse_choices(play)[3] == "Play brown sun | brown 1 of 3; from the shared reserve"
    assert parse_choices(play)[5] == "Discard red key | a prophecy: look at 5 cards"
    assert parse_choices(offer) == ["Do not exchange", "Give blue sun", "Give green sun"]
    assert parse_choices(take) == ["Take brown sun", "Take brown moon"]
    assert parse_rows(take)["Offered"] == "green sun"
    assert parse_rows(foretell)["Personal reserve"] == "blue sun, brown sun"
    assert parse_rows(foretell)["Known to the other player"] == "blue sun, brown sun"
    assert parse_rows(foretell)["Shared reserve"] == "green sun, brown moon"
    assert "Seen" in parse_rows(foretell)


@pytest.mark.parametrize("leaving", ["q", "leave", EOFError, KeyboardInterrupt])
def test_game_can_be_left_at_a_hand_over(leaving: Answer) -> None:
    user = start(*["1"] * 6, leaving)
    assert "The game is saved in" in user.last_page()
    assert final_state(read(saved_game_path())).view(0).step == "play"


def test_open_table_announces_the_turn_and_hides_nothing() -> None:
    playing = RandomAnswers(1, answers=40)
    user = TerminalUser(playing)
    game = onirium.load("onirim", seats=2, table="open", first=2)
    play(game, Words("en", "onirim"), seed=1, console=user.console)
    assert not any(map(is_hand_over, user.prompts))
    assert SEPARATOR not in user.output()
    before = None
    for page, record in zip(user.pages, playing.records, strict=False):
        seat = final_state(record).current_player()
        assert (f"Player\xa0{seat + 1} is to move." in page) == (seat != before)
        assert "hidden card" not in parse_rows(page).get("Other player’s reserve", "")
        before = seat


def test_one_human_with_a_bot_needs_no_hand_over() -> None:
    user = start(*["1"] * 400, seats=("random", "human"))
    assert not any(map(is_hand_over, user.prompts))
    assert SEPARATOR not in user.output()
    assert user.output().count("is to move") == 1
    assert "Player\xa02 is to move." in user.pages[0]
    assert "Player\xa01 · Taken: " in user.pages[0]
    assert read(saved_game_path()).seats == ["random", "human"]
    assert final_state(read(saved_game_path())).is_terminal()
    assert user.output().splitlines()[-2].startswith("Both players have lost. Doors found – Pl")


def test_hand_of_a_bot_is_not_shown(home: Path) -> None:
    turns = ["discard red sun", "decline", "green key", "discard blue sun", "decline", "blue key"]
    user = resume_draft(home, notations=turns, bot="random")
    assert "Player\xa02 · Drawn: 1 card" in user.pages[0]
    assert parse_rows(user.pages[0])["Other player’s reserve"] == "red sun, green sun, hidden card"
    assert "blue key" not in user.output()


def test_bots_alone_play_to_the_end() -> None:
    user = start(seats=("random", "random"))
    assert user.prompts == []
    assert final_state(read(saved_game_path())).is_terminal()
    assert "The record is saved in" in user.output()
    narrator = TerminalUser([])
    replay(saved_game_path(), "en", console=narrator.console)
    _, narration = narrator.output().split("Told as Player\xa01 saw it.\n")
    *steps, _ending = narration.splitlines()
    assert len(steps) > 50
    assert "\n".join(steps) in user.output()


def test_resumed_game_keeps_its_seats() -> None:
    start(*["1"] * 4, "q", seats=("human", "random"))
    path = saved_game_path()
    user = TerminalUser(["q"])
    play(GAME, Words("en", "onirim"), resume=path, console=user.console)
    assert read(path).seats == ["human", "random"]
    assert not any(map(is_hand_over, user.prompts))
    assert "Player\xa01 is to move." in user.pages[0]


def test_invalid_seats_are_rejected() -> None:
    with pytest.raises(UnknownBot, match="no bot 'clever'"):
        start(seats=("human", "clever"))
    with pytest.raises(ValueError, match="onirim has 2 seats, not 1"):
        start(seats=("human",))


@pytest.mark.parametrize(
    ("options", "goal", "manner"),
    [
        ({}, "Find all eight doors of the labyrinth", "The game is saved"),
        (
            {"seats": 2, "table": "silent"},
            "Find four doors of four different colours each",
            "Personal reserves hidden, no talk about them.",
        ),
        (
            {"seats": 2, "mode": "race"},
            "Be the first to find four doors",
            "Personal reserves hidden, talk allowed.",
        ),
        (
            {"seats": 2, "table": "open"},
            "Find four doors",
            "Personal reserves face up, talk allowed.",
        ),
    ],
)
@pytest.mark.parametrize("expansions", ["", "book,towers"])
def test_new_game_prints_goal_and_mode(
    options: dict[str, Any], goal: str, manner: str, expansions: str
) -> None:
    game = onirium.load("onirim", **options, expansions=expansions)
    first, second, *_ = start(game=game).output().splitlines()
    assert first.startswith(f"Onirim. {goal}")
    assert ("Four neighbouring towers of four different colours" in first) == bool(expansions)
    assert second.startswith(manner)


@pytest.mark.parametrize("language", LANGUAGES)
def test_hand_over_is_localized(language: str) -> None:
    words = Words(language, "onirim")
    user = start(*["1"] * 6, "", "1", "1", "1", "1", language=language)
    lines = words.text("handover", player=words.text("player", number=1)).split("\n")
    assert lines[0] in user.pages[6]
    assert user.prompts[6].strip() == lines[1]
    assert words.text("turn", player=words.text("player", number=2)) in user.pages[1]


def test_clear_clears_the_screen_of_a_terminal() -> None:
    shown = io.StringIO()
    rich_console = RichConsole(file=shown, force_terminal=True, width=40, height=12)
    console = Console({}, rich_console)
    console.print("a secret")
    console.clear()
    _, _, after = shown.getvalue().partition("a secret")
    assert after.count("\n") >= 12
    assert after.endswith("\x1b[2J\x1b[H")


def test_replay_shows_the_view_of_one_player(home: Path) -> None:
    turns = ["discard red sun", "decline", "green key", "discard blue sun", "decline", "blue moon"]
    resume_draft(home, notations=turns)
    narrations = []
    for player in (1, 2):
        user = TerminalUser([])
        replay(home / "game.json", "en", player=player, console=user.console)
        narrations.append(user.output().splitlines())
        assert narrations[-1][1] == f"Told as Player\xa0{player} saw it."
    drawn = [(narrations[0][index], narrations[1][index]) for index in (-5, -2)]
    assert drawn == [
        ("  17  Player\xa01 · Drawn: green key", "  17  Player\xa01 · Drawn: 1 card"),
        ("  20  Player\xa02 · Drawn: 1 card", "  20  Player\xa02 · Drawn: blue moon"),
    ]
    assert "green key" not in " ".join(narrations[1])
    assert "blue moon" not in " ".join(narrations[0])


def test_stepwise_replay_shows_the_board_of_one_player(home: Path) -> None:
    resume_draft(home, notations=["discard red sun", "decline", "green key"])
    for player, held in (
        (1, "blue sun, green sun, green key"),
        (2, "red sun, blue sun, green sun"),
    ):
        user = TerminalUser(repeat(""))
        replay(home / "game.json", "en", player=player, step_by_step=True, console=user.console)
        assert parse_rows(user.pages[-2])["Personal reserve"] == held


def test_replay_ends_alike_for_both_players() -> None:
    start(seats=("random", "random"))
    endings = []
    for player in (1, 2):
        user = TerminalUser([])
        replay(saved_game_path(), "en", player=player, console=user.console)
        endings.append(user.output().splitlines()[-1])
    assert endings[0] == endings[1]
    assert endings[0].startswith("Both players have lost.")


@pytest.mark.parametrize("player", [0, 3])
def test_replay_for_an_unknown_player_raises(player: int) -> None:
    start("q")
    with pytest.raises(ValueError, match=f"no player {player}; players: 1 to 2"):
        replay(saved_game_path(), "en", player=player, console=TerminalUser([]).console)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
@pytest.mark.parametrize(("terminal", "cleared"), [("xterm-256color", 1), ("dumb", 0)])
def test_handing_over_in_a_real_terminal(terminal: str, cleared: int) -> None:
    words = ["play", "onirim", "-o", "seats=2", "--language", "en", "--seed", "1"]
    child = spawn(["-m", "onirium", *words], TERM=terminal)
    for _ in range(6):
        child.expect("q leave: ")
        child.sendline("1")
    child.expect(HAND_OVER)
    assert child.before.count("\x1b[2J") == cleared
    assert child.before.count("\n") > 20
    child.sendline("")
    child.expect("q leave: ")
    assert "Personal reserve" in child.before
    child.sendline("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
