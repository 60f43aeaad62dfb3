"""Several players at one keyboard, and computer players beside them."""

import io
import os
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
from tests.support.terminal_user import Answer, TerminalUser, choices, only_game, table

pytestmark = pytest.mark.usefixtures("home")

HAND_OVER = "Press Enter to see your cards."
LAID_OPEN = ["red sun"] * 2 + ["blue sun"] * 2 + ["green sun"] * 2 + ["brown sun", "brown moon"]
DRAFT = [f"take {card}" for card in LAID_OPEN[:6]]
"""Each player takes a red, a blue and a green sun, player 1 first."""

GAME = onirium.load("onirim", seats=2, first=1)
CARDS = {GAME.card_name(card) for card in range(30)} - {"nightmare", "happy dream"}
LABYRINTH = {card for card in CARDS if "door" not in card}


def sit(
    *answers: Answer,
    seats: tuple[str, ...] = (),
    game: onirium.Game = GAME,
    language: str = "en",
) -> TerminalUser:
    """Play a game of two until there are no more answers."""
    person = TerminalUser(answers, language)
    play(game, Words(language, "onirim"), seats=seats, seed=1, console=person.console)
    return person


def go_on(folder: Path, *answers: Answer, notations: list[str], bot: str = "human") -> TerminalUser:
    """Go on with a game of two in which cards were drafted, and these actions have come."""
    record = new_record(GAME, ["human", bot])
    record.actions += [*LAID_OPEN, *DRAFT, *notations]
    path = folder / "game.json"
    write(record, path)
    person = TerminalUser(answers)
    play(GAME, Words("en", "onirim"), seed=1, resume=path, console=person.console)
    return person


def told(page: str) -> list[str]:
    """Return the sentences in which a page tells what has happened."""
    return [line for line in page.splitlines() if re.match(r"Player \d: ", line)]


def is_hand_over(prompt: str) -> bool:
    return prompt.strip() == HAND_OVER


class AtRandom:
    """Answers at random, and remembers how the game stood at each answer."""

    def __init__(self, seed: int, answers: int) -> None:
        self.records: list[Record] = []
        self._dice = random.Random(seed)
        self._answers = answers

    def __iter__(self) -> Iterator[Callable[[], str]]:
        return repeat(self.answer, self._answers)

    def answer(self) -> str:
        self.records.append(read(only_game()))
        state = final_state(self.records[-1])
        # At a hand-over any answer but leaving is as good as Enter.
        return str(1 + self._dice.randrange(len(state.legal_actions())))


def names_on(page: str) -> set[str]:
    """Return the labyrinth cards that a page names."""
    pattern = "|".join(sorted(LABYRINTH, key=len, reverse=True))
    return set(re.findall(rf"\b(?:{pattern})\b", page.replace("\N{NO-BREAK SPACE}", " ")))


def names_in(view: Any) -> Iterator[str]:
    """Yield the labyrinth cards that a part of a view holds."""
    if isinstance(view, dict):
        yield from names_in([list(view), list(view.values())])
    elif isinstance(view, list):
        for part in view:
            yield from names_in(part)
    elif view in LABYRINTH:
        yield view


def may_be_named(record: Record, seat: int) -> set[str]:
    """Return the cards that a seat sees, and those that it learnt of since it last decided."""
    view = msgspec.to_builtins(final_state(record).view(seat))
    del view["deck"]["cards"]
    steps = list(steps_of(record))
    last = max((step.number for step in steps if step.seat == seat), default=0)
    events = [event.seen_by(seat) for step in steps[max(0, last - 1) :] for event in step.events]
    told = {GAME.card_name(card) for event in events for card in event.cards if card is not None}
    return set(names_in(view)) | told


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_nothing_is_shown_that_only_the_other_may_see(seed: int) -> None:
    """Draft, exchange, prophecies, towers, spells and dreams, played at random."""
    playing = AtRandom(seed, answers=90)
    person = TerminalUser(playing)
    options: dict[str, Any] = {"seats": 2, "first": 1}
    game = onirium.load("onirim", expansions="book,towers,premonitions", **options)
    play(game, Words("en", "onirim"), seed=seed, console=person.console)
    kept_back = 0
    for page, prompt, record in zip(person.pages, person.prompts, playing.records, strict=False):
        seat = final_state(record).current_player()
        if is_hand_over(prompt):
            assert names_on(page) == set()
            assert SEPARATOR in page
        else:
            may_see = may_be_named(record, seat)
            assert names_on(page) <= may_see
            kept_back += len(may_be_named(record, 1 - seat) - may_see)
    assert kept_back > 50
    assert sum(map(is_hand_over, person.prompts)) > 3


def test_cards_taken_in_the_open_need_no_hand_over_but_the_first_turn_does() -> None:
    person = sit(*["1"] * 6, "", "q")
    assert [is_hand_over(prompt) for prompt in person.prompts] == [*[False] * 6, True, False]
    for place, page in enumerate(person.pages[:6]):
        assert f"Player {place % 2 + 1} is to move." in page.splitlines()
        assert SEPARATOR not in page
    assert len(choices(person.pages[6])) == 0
    assert person.pages[6].splitlines() == [
        "",
        SEPARATOR,
        "Now Player 1. Hand over the keyboard; the others look away.",
    ]


def test_each_player_is_told_what_has_happened_since_their_last_decision(home: Path) -> None:
    person = go_on(home, "", notations=["discard red sun", "decline", "green key"])
    assert is_hand_over(person.prompts[0])
    assert told(person.pages[1]) == [
        "Player 2: Taken: green sun",
        "Player 1: Discarded: red sun",
        "Player 1: Nothing is taken.",
        "Player 1: Drawn: 1 card",
    ]
    turns = ["discard red sun", "decline", "green key", "discard blue sun", "decline", "blue moon"]
    page = go_on(home, "", notations=turns).pages[1]
    assert told(page) == [
        "Player 1: Nothing is taken.",
        "Player 1: Drawn: green key",
        "Player 2: Discarded: blue sun",
        "Player 2: Nothing is taken.",
        "Player 2: Drawn: 1 card",
    ]
    assert table(page)["Personal reserve"] == "blue sun, green sun, green key"
    assert table(page)["Known to partner"] == "blue sun, green sun"
    assert table(page)["Partner's reserve"] == "red sun, green sun, hidden card"


def test_a_card_is_exchanged_before_the_prophecy(home: Path) -> None:
    turns = ["discard red sun", "decline", "red key", "discard blue sun", "decline", "blue moon"]
    person = go_on(home, "", "6", "3", "1", "q", notations=turns)
    [_, play, offer, take, foretell, _] = person.pages
    assert table(play)["Shared reserve"] == "brown sun, brown moon"
    assert choices(play)[3] == "Play brown sun | brown 1 of 3; from the shared reserve"
    assert choices(play)[5] == "Discard red key | a prophecy: look at 5 cards"
    assert choices(offer) == ["Do not exchange", "Give blue sun", "Give green sun"]
    assert choices(take) == ["Take brown sun", "Take brown moon"]
    assert table(take)["Offered"] == "green sun"
    assert table(foretell)["Personal reserve"] == "blue sun, brown sun"
    assert table(foretell)["Known to partner"] == "blue sun, brown sun"
    assert table(foretell)["Shared reserve"] == "green sun, brown moon"
    assert "Seen" in table(foretell)


@pytest.mark.parametrize("leaving", ["q", "leave", EOFError, KeyboardInterrupt])
def test_the_game_can_be_left_while_it_is_handed_over(leaving: Answer) -> None:
    person = sit(*["1"] * 6, leaving)
    assert "The game is saved in" in person.last_page()
    assert final_state(read(only_game())).view(0).step == "play"


def test_an_open_table_says_whose_turn_it_is_and_hides_nothing() -> None:
    playing = AtRandom(1, answers=40)
    person = TerminalUser(playing)
    game = onirium.load("onirim", seats=2, table="open", first=2)
    play(game, Words("en", "onirim"), seed=1, console=person.console)
    assert not any(map(is_hand_over, person.prompts))
    assert SEPARATOR not in person.all_shown()
    before = None
    for page, record in zip(person.pages, playing.records, strict=False):
        seat = final_state(record).current_player()
        assert (f"Player {seat + 1} is to move." in page) == (seat != before)
        assert "hidden card" not in table(page).get("Partner's reserve", "")
        before = seat


def test_beside_a_computer_player_the_keyboard_stays_where_it_is() -> None:
    person = sit(*["1"] * 400, seats=("random", "human"))
    assert not any(map(is_hand_over, person.prompts))
    assert SEPARATOR not in person.all_shown()
    assert person.all_shown().count("is to move") == 1
    assert "Player 2 is to move." in person.pages[0]
    assert "Player 1: Taken: " in person.pages[0]
    assert read(only_game()).seats == ["random", "human"]
    assert final_state(read(only_game())).is_terminal()
    assert person.all_shown().splitlines()[-2].startswith("Both of you have lost. Doors found – Pl")


def test_what_a_computer_player_holds_is_not_told(home: Path) -> None:
    turns = ["discard red sun", "decline", "green key", "discard blue sun", "decline", "blue key"]
    person = go_on(home, notations=turns, bot="random")
    assert "Player 2: Drawn: 1 card" in person.pages[0]
    assert table(person.pages[0])["Partner's reserve"] == "red sun, green sun, hidden card"
    assert "blue key" not in person.all_shown()


def test_computer_players_alone_play_to_the_end() -> None:
    person = sit(seats=("random", "random"))
    assert person.prompts == []
    assert final_state(read(only_game())).is_terminal()
    assert "The record lies in" in person.all_shown()


def test_a_game_that_goes_on_keeps_its_seats() -> None:
    sit(*["1"] * 4, "q", seats=("human", "random"))
    path = only_game()
    person = TerminalUser(["q"])
    play(GAME, Words("en", "onirim"), resume=True, console=person.console)
    assert read(path).seats == ["human", "random"]
    assert not any(map(is_hand_over, person.prompts))
    assert "Player 1 is to move." in person.pages[0]


def test_wrong_seats_are_refused() -> None:
    with pytest.raises(UnknownBot, match="no bot 'clever'"):
        sit(seats=("human", "clever"))
    with pytest.raises(ValueError, match="onirim has 2 seats, 1 given"):
        sit(seats=("human",))


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
def test_the_beginning_says_what_is_played_and_how(
    options: dict[str, Any], goal: str, manner: str, expansions: str
) -> None:
    game = onirium.load("onirim", **options, expansions=expansions)
    first, second, *_ = sit(game=game).all_shown().splitlines()
    assert first.startswith(f"Onirim. {goal}")
    assert ("Four neighbouring towers of four different colours" in first) == bool(expansions)
    assert second.startswith(manner)


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_people_are_spoken_to_in_their_language(language: str) -> None:
    words = Words(language, "onirim")
    person = sit(*["1"] * 6, "", "1", "1", "1", "1", language=language)
    lines = words.text("handover", player=words.text("player", number=1)).split("\n")
    assert lines[0] in person.pages[6]
    assert person.prompts[6].strip() == lines[1]
    assert words.text("turn", player=words.text("player", number=2)) in person.pages[1]


def test_in_a_terminal_the_screen_is_cleared() -> None:
    shown = io.StringIO()
    rich_console = RichConsole(file=shown, force_terminal=True, width=40, height=12)
    console = Console({}, rich_console)
    console.print("a secret")
    console.clear()
    _, _, after = shown.getvalue().partition("a secret")
    assert after.count("\n") >= 12
    assert after.endswith("\x1b[2J\x1b[H")


def test_a_story_is_told_as_one_player_saw_it(home: Path) -> None:
    turns = ["discard red sun", "decline", "green key", "discard blue sun", "decline", "blue moon"]
    go_on(home, notations=turns)
    stories = []
    for player in (1, 2):
        person = TerminalUser([])
        replay(home / "game.json", "en", player=player, console=person.console)
        stories.append(person.all_shown().splitlines())
        assert stories[-1][1] == f"Told as Player {player} saw it."
    drawn = [(stories[0][place], stories[1][place]) for place in (-5, -2)]
    assert drawn == [
        ("  17  Player 1: Drawn: green key", "  17  Player 1: Drawn: 1 card"),
        ("  20  Player 2: Drawn: 1 card", "  20  Player 2: Drawn: blue moon"),
    ]
    assert "green key" not in " ".join(stories[1])
    assert "blue moon" not in " ".join(stories[0])


def test_step_by_step_the_table_is_that_of_the_player(home: Path) -> None:
    go_on(home, notations=["discard red sun", "decline", "green key"])
    for player, held in (
        (1, "blue sun, green sun, green key"),
        (2, "red sun, blue sun, green sun"),
    ):
        person = TerminalUser(repeat(""))
        replay(home / "game.json", "en", player=player, step_by_step=True, console=person.console)
        assert table(person.pages[-2])["Personal reserve"] == held


def test_a_story_has_an_ending_for_both() -> None:
    sit(seats=("random", "random"))
    endings = []
    for player in (1, 2):
        person = TerminalUser([])
        replay(only_game(), "en", player=player, console=person.console)
        endings.append(person.all_shown().splitlines()[-1])
    assert endings[0] == endings[1]
    assert endings[0].startswith("Both of you have lost.")


@pytest.mark.parametrize("player", [0, 3])
def test_a_player_that_there_is_not_has_no_story(player: int) -> None:
    sit("q")
    with pytest.raises(ValueError, match=f"there is no player {player}; players: 1 to 2"):
        replay(only_game(), "en", player=player, console=TerminalUser([]).console)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
@pytest.mark.parametrize(("terminal", "cleared"), [("xterm-256color", 1), ("dumb", 0)])
def test_handing_over_in_a_real_terminal(terminal: str, cleared: int) -> None:
    program = "from onirium.cli.main import main; main()"
    child = pexpect.spawn(
        sys.executable,
        ["-c", program, "play", "onirim", "-o", "seats=2", "--language", "en", "--seed", "1"],
        env={**os.environ, "TERM": terminal, "NO_COLOR": "1", "PYTHONUTF8": "1"},
        encoding="utf-8",
        timeout=240,
    )
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
