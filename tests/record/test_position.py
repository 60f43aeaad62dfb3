"""Positions as single lines of text."""

import random
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import onirium
from onirium.record import final_state, from_line, loads, to_line
from onirium.record.position import MAX_LINE_LENGTH
from tests.support.random_walk import random_walk

PROPHECY = (
    "onirim; steps: arrange, draw, shuffle; row: red sun; hand: 2 red sun, 2 blue moon; "
    "doors: red door; discard: 2 nightmare, red key; peeked: green sun, green door; "
    "ordered: nightmare; unknown: the rest"
)
"""A key was discarded for a prophecy, a second Nightmare was discarded by it, the third is next."""


def rejection(line: str) -> str:
    with pytest.raises(onirium.PositionError) as caught:
        from_line(line)
    return str(caught.value)


GAMES = [
    onirium.load("onirim"),
    onirium.load("onirim", expansions="book"),
    onirium.load("onirim", expansions="towers"),
    onirium.load("onirim", expansions="premonitions"),
    onirium.load("onirim", seats=2),
    onirium.load("onirim", seats=2, mode="race", expansions="book,towers,premonitions"),
    onirium.load("nightmarium"),
]


def states_of_a_game(seed: int) -> Iterator[onirium.State]:
    state = GAMES[seed % len(GAMES)].new_state()
    yield state
    for _ in random_walk(state, seed):
        yield state


@pytest.mark.long
@settings(max_examples=10)
@given(st.integers(0, 2**62))
def test_every_state_of_a_game_round_trips(seed: int) -> None:
    for state in states_of_a_game(seed):
        line = to_line(state)
        assert "\n" not in line
        assert len(line) < MAX_LINE_LENGTH
        assert from_line(line) == state
        assert to_line(from_line(line)) == line


TWO = 'onirim {"seats": 2, "first": 1}; '
BOOK = 'onirim {"expansions": "book", "readings": "set-fetch"}; hand: 2 blue sun, 2 green sun; '
PREMONITIONS = 'onirim {"expansions": "premonitions"}; hand: 5 red sun; pending: 1; '
OPEN_SET = "steps: search, draw, shuffle; row: red sun, red moon, red sun"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (TWO + "steps: lay open, draft, shuffle; shared: 8 red sun", "shared: more than 7 cards"),
        (
            TWO + "steps: toss, lay open, draft, shuffle; shared: red sun",
            "shared: more than 0 cards",
        ),
        (
            TWO + "steps: lay open, draft, shuffle; hand: red sun; shared: red sun",
            "hand: the personal reserves are empty before the draft",
        ),
        (
            TWO + "steps: draft, shuffle; shared: red sun, blue sun",
            "shared: the players draft 8 cards",
        ),
        (
            TWO + "steps: draft, shuffle; hand: 3 red sun; shared: 3 blue sun; "
            "partner hand: 2 green sun",
            "hand: the players draft in turns",
        ),
        (
            TWO + "steps: draft, shuffle; hand: 3 red sun; shared: 2 blue sun; "
            "partner hand: 3 green sun",
            "steps: the draft is over",
        ),
        (
            PREMONITIONS + "steps: deal, unveil, strike, draw, shuffle",
            "hand: a full hand draws no card",
        ),
        (
            BOOK + OPEN_SET,
            "goals: expected 8",
        ),
    ],
)
def test_a_position_that_no_game_reaches_is_rejected(line: str, reason: str) -> None:
    assert rejection(f"{line}; unknown: the rest") == reason


@pytest.mark.parametrize(
    "line", ["onirim; discard: 99 red key", "nightmarium; discard: 999 chimerid legs"]
)
def test_a_pile_of_more_cards_than_the_deck_is_rejected(line: str) -> None:
    assert rejection(line) == "discard: more cards than the deck has"


def test_line_of_a_position_after_a_few_steps() -> None:
    cards = '"red sun", "nightmare", "blue moon", "blue moon", "green key", "brown sun"'
    record = loads(
        '{"format": 1, "game": "onirim", "rules": 1, "options": {}, "seats": ["human"],'
        f'"actions": [{cards}, "play green key", "red door"]}}'
    )
    # The box (O1.1) without the five rooms dealt and the door, which went to limbo for want of a
    # key; the Nightmare met while the hand was dealt is in the deck again.
    assert to_line(final_state(record)) == (
        "onirim; steps: draw, shuffle; row: green key; "
        "hand: red sun, 2 blue moon, brown sun; limbo: red door; "
        "unknown: 8 red sun, 4 red moon, 3 red key, 8 blue sun, 2 blue moon, 3 blue key, "
        "7 green sun, 4 green moon, 2 green key, 5 brown sun, 4 brown moon, 3 brown key, "
        "red door, 2 blue door, 2 green door, 2 brown door, 10 nightmare"
    )


def test_position_written_by_hand_can_be_played() -> None:
    state = from_line(PROPHECY)
    choices = [state.game.notation(action) for action in state.legal_actions()]
    assert choices == ["next green sun", "next green door"]
    state.apply(state.game.parse("next green door"))
    # O3.6: the last card has no choice of place; O3.7: the Nightmare on top is drawn.
    assert state.to_fields()["steps"] == "appease, settle, draw, shuffle"
    assert state.to_fields()["top"] == "green door, green sun"
    state.apply(state.game.parse("give red door"))
    # Without a green key the door goes to limbo, with the red one; the green sun fills the hand.
    # O3.8: limbo is then shuffled back, which ends what was known of the deck.
    assert state.to_fields()["hand"] == "2 red sun, 2 blue moon, green sun"
    assert "limbo" not in state.to_fields()


def test_line_breaks_and_spaces_are_ignored() -> None:
    wrapped = "\n> ".join(["", *PROPHECY.split(" ")]).replace(">", " ")
    assert from_line(wrapped) == from_line(PROPHECY)
    assert from_line(PROPHECY.replace("; ", " ;").replace(": ", ":")) == from_line(PROPHECY)


def test_fields_may_be_in_any_order() -> None:
    name, *fields = PROPHECY.split("; ")
    assert from_line("; ".join([name, *reversed(fields)])) == from_line(PROPHECY)


def test_options_follow_the_name() -> None:
    state = onirium.load("hush", hand=3).new_state()
    assert to_line(state) == 'hush {"hand": 3}; step: deal; mover: 0; peeked: 0'
    assert from_line(to_line(state)).game.options == {"hand": 3}
    assert from_line(to_line(state)) == state


PLAY = "onirim; steps: play; hand: 5 red sun; unknown: the rest"
BOOK = (
    'onirim {"expansions": ["book"]}; steps: play; hand: 5 red sun; doors: red door; '
    "goals: red goal (found), blue goal, blue goal, green goal, green goal, brown goal, "
    "brown goal, red goal; unknown: the rest"
)
TOWERS = (
    'onirim {"expansions": ["towers"]}; steps: play; hand: 5 red sun; '
    "towers: red tower 5, green tower 5; unknown: the rest"
)
DARK = (
    'onirim {"expansions": ["premonitions"]}; steps: play; hand: 5 red sun; '
    "premonitions: red premonition, pair premonition; unknown: the rest"
)
TWO = (
    'onirim {"seats": 2}; steps: play; hand: red sun, 2 red moon; shared: 2 blue sun; '
    "partner hand: 3 blue moon; unknown: the rest"
)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "game: unknown game ''"),
        ("chess; steps: play", "game: unknown game 'chess'; available: onirim"),
        ('onirim {"towers": true}; steps: play', "game: onirim has no option 'towers'"),
        ('onirim {"name": "chess"}; steps: play', "game: onirim has no option 'name'"),
        ("onirim towers; steps: play", "options: 'towers' is not JSON"),
        ("onirim [1]; steps: play", "options: '[1]' is not a JSON object"),
        ("onirim " + "[" * 5_000, "options: "),
        ("onirim " + "1" * 5_000, "options: "),
        (PLAY + ";", "'' is not a field: a field is a name, a colon and its content"),
        (
            PLAY + "; red sun",
            "'red sun' is not a field: a field is a name, a colon and its content",
        ),
        (PLAY + "; hand: red sun", "hand: occurs twice"),
        (PLAY + "; cellar: red sun", "cellar: no such field"),
        (PLAY.replace("5 red sun", "5 red queen"), "hand: '5 red queen' is not a card"),
        (PLAY.replace("5 red sun", "5 red door"), "hand: '5 red door' is not a card"),
        (PLAY.replace("5 red sun", "5"), "hand: '5' is not a card"),
        (PLAY.replace("5 red sun", "-5 red sun"), "hand: '-5 red sun' is not a card"),
        (PLAY.replace("5 red sun", "0 red sun"), "hand: "),
        (PLAY.replace("5", "1" * 5_000), "hand: "),
        (PLAY.replace("5", "²"), "hand: "),
        (PLAY + "; row: red moon)", "row: 'red moon)' is not a card"),
        (PLAY + "; row: 0 red moon", "row: '0 red moon' is not a card"),
        (TWO + "; top: green sun (1", "top: 'green sun (1' is not a card"),
        (PLAY.replace("5 red sun", "4 red sun"), "hand: a turn begins with 5 cards"),
        (PLAY.replace("5 red sun", "6 red sun"), "hand: more than 5 cards"),
        (PLAY.replace("5 red sun", "10 red sun"), "red sun: the deck has 9, the position 10"),
        (PLAY.replace("the rest", "5 red sun"), "red sun: the deck has 9, the position 10"),
        (PLAY.replace("the rest", ""), "red sun: the deck has 9, the position 5"),
        (
            PLAY.replace("steps: play", "steps: dance"),
            "steps: 'dance' is not one of the steps play, ",
        ),
        (PLAY + "; pending: many", "pending: 'many' is not a number"),
        (PLAY + "; pending: 8", "pending: '8' is not a number from 0 to 7"),
        (PLAY + "; pending: 5", "pending: "),
        (PLAY + "; pending: " + "0" * 5_000, "pending: "),
        (PLAY + "; outcome: drawn", "outcome: 'drawn' is not one of lost, won"),
        (PLAY + "; outcome: won", "outcome: "),
        (PLAY + "; limbo: red door", "limbo: not empty when a turn begins"),
        (PLAY + "; drawn: nightmare", "drawn: "),
        (PLAY + "; drawn: 2 nightmare", "drawn: contains one card at most"),
        (PLAY + "; peeked: blue sun", "peeked: "),
        (PLAY + "; ordered: blue sun", "ordered: "),
        (PLAY + "; row: blue sun, green sun", "row: a symbol is played twice in a row"),
        (
            "onirim; steps: search, draw, shuffle; unknown: the rest",
            "row: no complete set that allows a search",
        ),
        (
            "onirim; steps: unlock, draw, shuffle; drawn: red door; unknown: the rest",
            "hand: no key to unlock the door",
        ),
        (
            (
                "onirim; steps: reveal, settle, draw, shuffle; drawn: nightmare; pending: 3;"
                "peeked: blue sun; unknown: the rest"
            ),
            "peeked: no cards are peeked at in this step",
        ),
        (
            "onirim; steps: draw, shuffle; top: red sun; unknown: the rest",
            "top: the next card is known, so no game stops there",
        ),
        (PLAY + "; mover: 2", "mover: no such field"),
        (PLAY + "; towers: red tower 3", "towers: no such field"),
        (
            PLAY.replace("steps: play", "steps: cast, draw, shuffle"),
            "steps: 'cast' is not one of the steps",
        ),
        (PLAY.replace("play", "appease, draw, shuffle"), "steps: 'appease' may be followed by"),
        (PLAY.replace("play", "settle, draw, shuffle"), "steps: 'settle' runs at once"),
        (BOOK.replace("(found)", ""), "goals: the red ones found differ from the red doors"),
        (
            BOOK.replace("; doors: red door", ""),
            "goals: the red ones found differ from the red doors",
        ),
        (BOOK.replace(", red goal;", ";"), "goals: expected 8"),
        (BOOK.replace("brown goal, red", "red goal, red"), "goals: more than two"),
        (BOOK.replace("goals: ", "goals: 99 red goal (found), "), "goals: more cards"),
        (BOOK.replace("red goal;", "red goal, red goal;"), "goals: more than 8"),
        (BOOK + "; to pay: 1", "to pay: must be positive exactly while a spell is paid"),
        (BOOK.replace("play;", "pay, swap, play; to pay: 13;"), "to pay: '13' is not a number"),
        (BOOK.replace("play;", "pay, swap, play; to pay: 2;"), "discard: does not cover"),
        (TOWERS.replace("green", "blue"), "towers: two neighbours must not touch"),
        (
            TOWERS + "; row: red tower 3",
            "row: 'red tower 3' is not a card that this field can contain",
        ),
        (DARK + "; pile: red premonition", "premonitions: one is in two fields"),
        (DARK.replace("pair", "red"), "premonitions: each Premonition exists once"),
        (DARK + "; striking: five premonition", "striking: expected exactly during"),
        (DARK.replace("play", "deal, unveil, deal, shuffle"), "steps: 'deal' occurs twice"),
        (
            DARK.replace("play", "deal, unveil, " * 5 + "deal, shuffle"),
            "steps: 'deal' occurs twice",
        ),
        (DARK.replace("play", "strike, draw, shuffle"), "steps: no choice in the step"),
        (TWO.replace("2 red moon", "3 red moon"), "hand: more than 5 cards"),
        (TWO.replace("shared: 2 blue sun", "shared: 3 blue sun"), "hand: more than 5 cards"),
        (TWO.replace("partner hand: 3", "partner hand: 2"), "partner hand: the personal reserve"),
        (TWO + "; shown: 99 red sun", "shown: more cards than the deck has"),
        (TWO + "; partner shown: 99 red sun", "partner shown: more cards than the deck has"),
        (PLAY + "; top: green sun (2)", "top: 'green sun (2)' is not a card"),
        (TWO + "; mover: 3", "mover: '3' is not a number from 1 to 2"),
        (TWO + "; shown: green sun", "shown: no such green sun in hand"),
        (TWO + "; partner shown: red sun", "partner shown: no such red sun"),
        (TWO + "; doors: 2 red door", "doors: a player may have only one door of each colour"),
        (
            TWO + "; top: red sun (3)",
            "top: 'red sun (3)' is not a card that this field can contain",
        ),
        (TWO + "; outcome: won by player 1", "outcome: 'won by player 1' is not one of lost, won"),
    ],
)
def test_invalid_field_is_rejected_with_its_name(line: str, message: str) -> None:
    assert rejection(line).startswith(message)


def test_line_length_is_limited() -> None:
    assert from_line(PLAY.ljust(MAX_LINE_LENGTH)) == from_line(PLAY)
    assert rejection(PLAY.ljust(MAX_LINE_LENGTH + 1)) == (
        f"longer than {MAX_LINE_LENGTH} characters, the limit of a position"
    )


def assert_rejected_or_playable(line: str, seed: int = 0) -> None:
    """Check that a line is rejected, or yields a position that round-trips and can be played."""
    try:
        state = from_line(line)
    except onirium.PositionError:
        return
    assert from_line(to_line(state)) == state
    for _ in random_walk(state, seed):
        pass


@settings(max_examples=300)
@given(st.text() | st.text().map("onirim; ".__add__) | st.text().map("onirim; steps: ".__add__))
@example("onirim {}; steps: play")
@example("\ud800")
@example("onirim; \0: \0")
def test_arbitrary_text_is_rejected(text: str) -> None:
    assert rejection(text)


@cache
def lines_of_a_game(seed: int) -> list[str]:
    return [to_line(state) for state in states_of_a_game(seed)]


@st.composite
def changed_lines(draw: st.DrawFn) -> str:
    """Draw a line of a random game with a few changed words or characters."""
    lines = lines_of_a_game(draw(st.integers(0, 4 * len(GAMES))))
    line = draw(st.sampled_from(lines))
    other = draw(st.sampled_from(lines))
    if draw(st.booleans()):
        fields = line.split("; ")
        fields[draw(st.integers(1, len(fields) - 1))] = draw(st.sampled_from(other.split("; ")[1:]))
        return "; ".join(fields)
    place = draw(st.integers(0, len(line)))
    put = draw(
        st.text(max_size=5) | st.sampled_from(["; ", ", ", "the rest", "nightmare", "2 ", "(1)"])
    )
    return line[:place] + put + line[place + draw(st.integers(0, 5)) :]


@pytest.mark.long
@settings(max_examples=300)
@given(changed_lines())
def test_changed_line_is_playable_or_rejected(line: str) -> None:
    assert_rejected_or_playable(line)


STEP_STACKS = (
    "",
    "play",
    "deal, shuffle",
    "draw, shuffle",
    "search, draw, shuffle",
    "unlock, draw, shuffle",
    "look, foretell, draw, shuffle",
    "foretell, draw, shuffle",
    "arrange, draw, shuffle",
    "appease, settle, draw, shuffle",
    "reveal, settle, draw, shuffle",
    "deal, settle, draw, shuffle",
)
COLOURS = ("red", "blue", "green", "brown")
ROOMS = [f"{colour} {symbol}" for colour in COLOURS for symbol in ("sun", "moon", "key")]
DOORS = [f"{colour} door" for colour in COLOURS]
DREAMS = [*DOORS, "nightmare"]
PILES = {
    "drawn": DREAMS,
    "hand": ROOMS,
    "doors": DOORS,
    "limbo": DREAMS,
    "peeked": ROOMS + DREAMS,
    "ordered": ROOMS + DREAMS,
    "top": ROOMS + DREAMS,
    "bottom": ROOMS + DREAMS,
}


def invented_line(rng: random.Random) -> str:
    """Return a position with cards placed at random, of which about one in three is valid."""
    steps = rng.choice(STEP_STACKS)
    sizes = dict.fromkeys(PILES, 0) | {"hand": 5 if steps == "play" else rng.randint(0, 6)}
    for pile in rng.sample(sorted(PILES), rng.randint(0, 2)):
        sizes[pile] = rng.randint(1, 5)
    if "foretell" in steps or "arrange" in steps:
        sizes["peeked"] = rng.randint(1, 5)
    cards = {pile: rng.choices(PILES[pile], k=size) for pile, size in sizes.items()}
    if "settle" in steps:
        cards["drawn"] = ["nightmare"]
    if steps == "unlock, draw, shuffle":
        cards |= {"drawn": ["red door"], "hand": rng.choices(["red key", "blue key"], k=2)}
    if steps == "search, draw, shuffle":
        cards["row"] = rng.sample(["red sun", "red moon", "red sun", "red key"], 3)
    fields = {"steps": steps} | {pile: ", ".join(held) for pile, held in cards.items()}
    if "look" in steps or "reveal" in steps or not rng.randrange(20):
        fields["pending"] = str(rng.randint(0, 5))
    if not steps:
        fields["outcome"] = rng.choice(["won", "lost"])
    rest = rng.choice(["unknown", "discard"] if steps in {"", "play"} else ["unknown"])
    written = [f"{name}: {text}" for name, text in fields.items() if text]
    return "; ".join(["onirim", *written, f"{rest}: the rest"])


@pytest.mark.long
@settings(max_examples=500)
@given(st.randoms(use_true_random=False))
def test_invented_position_is_playable_or_rejected(rng: random.Random) -> None:
    assert_rejected_or_playable(invented_line(rng), rng.randrange(2**62))
