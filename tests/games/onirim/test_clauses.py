"""Clauses of the rulebook that need more than one position; the others are tested by cases."""

import itertools

import pytest

import onirium
from onirium import Event, State
from onirium.games.onirim.expansions.towers.components import can_touch
from tests.games.test_cases import CASES
from tests.support.card_lists import expand
from tests.support.onirim.variant_matrix import TWO_PLAYER_COMBINATIONS, game_of, with_table_options
from tests.support.random_walk import random_state, random_walk

GAME = onirium.load("onirim")
COLOURS = ["red", "blue", "green", "brown"]
SYMBOLS = ["sun", "moon", "key"]
TURN = {"steps": "play", "discard": "the rest"}
NIGHTMARE = {
    "steps": "appease, settle, draw, shuffle",
    "drawn": "nightmare",
    "discard": "the rest",
}
TEN_ROOMS = "red moon, blue moon, green moon, brown moon, red sun, 2 blue sun, 3 green sun"


def position(**fields: str) -> State:
    return GAME.from_fields(fields)


def play(state: State, *notations: str) -> list[Event]:
    """Apply actions and outcomes by notation; return the events."""
    log: list[Event] = []
    for notation in notations:
        state.apply(GAME.parse(notation), log)
    return log


def field(state: State, name: str) -> list[str]:
    return expand(state.to_fields().get(name, ""))


def legal(state: State) -> list[str]:
    return [GAME.notation(action) for action in state.legal_actions()]


def test_O1_1_the_deck_has_58_rooms_8_doors_10_nightmares() -> None:
    box = {GAME.notation(card): count for card, count in GAME.new_state().chance_outcomes()}
    table = {"red": (9, 4, 3), "blue": (8, 4, 3), "green": (7, 4, 3), "brown": (6, 4, 3)}
    for colour, counts in table.items():
        assert tuple(box[f"{colour} {symbol}"] for symbol in SYMBOLS) == counts
        assert box[f"{colour} door"] == 2
    assert sum(count for card, count in box.items() if card.split()[-1] in SYMBOLS) == 58
    assert box["nightmare"] == 10
    assert sum(box.values()) == 76


@pytest.mark.parametrize("verb", ["play", "discard"])
@pytest.mark.parametrize("card", ["nightmare", *(f"{colour} door" for colour in COLOURS)])
def test_O1_2_only_labyrinth_cards_are_played(verb: str, card: str) -> None:
    with pytest.raises(ValueError, match="has no action"):
        GAME.parse(f"{verb} {card}")


SIDES = {
    "red": ("sun moon / moon", "sun / moon", " / moon"),
    "blue": ("moon / sun moon", "moon / moon", "moon / "),
    "green": ("sun / sun moon", "sun / sun", "sun / "),
    "brown": ("sun moon / sun", "moon / sun", " / sun"),
}
"""O1.3 The left and right sides of the towers 3, 4 and 5 of each colour."""
NUMBERED = [(colour, number) for colour in COLOURS for number in (3, 4, 5)]
ORDERED_PAIRS = list(itertools.permutations(range(12), 2))


def side(tower: int, at: int) -> set[str]:
    """Return the symbols on the left (0) or right (1) side of a tower."""
    colour, number = NUMBERED[tower]
    return set(SIDES[colour][number - 3].split("/")[at].split())


@pytest.mark.parametrize("left", range(12))
def test_O1_3_towers_can_touch_if_no_symbol_meets_itself(left: int) -> None:
    for right in range(12):
        assert can_touch(left, right) == (not side(left, 1) & side(right, 0))


def test_O1_3_70_of_132_ordered_pairs_can_touch() -> None:
    assert len(ORDERED_PAIRS) == 132
    assert sum(can_touch(left, right) for left, right in ORDERED_PAIRS) == 70


def test_O1_3_350_of_1944_choices_of_four_towers_make_a_legal_row() -> None:
    choices = [
        row
        for colours in itertools.permutations(range(4))
        for row in itertools.product(*(range(3 * colour, 3 * colour + 3) for colour in colours))
    ]
    assert len(choices) == 1944
    legal = [row for row in choices if all(itertools.starmap(can_touch, itertools.pairwise(row)))]
    assert len(legal) == 350


@pytest.mark.parametrize("number", [3, 4, 5])
@pytest.mark.parametrize("colour", COLOURS)
def test_O1_3_the_number_of_a_tower_is_its_look_ahead(colour: str, number: int) -> None:
    game = onirium.load("onirim", expansions=["towers"])
    hand = f"{colour} tower {number}, 4 red sun"
    state = game.from_fields({**TURN, "hand": hand, "top": TEN_ROOMS})
    log = play(state, f"discard {colour} tower {number}")
    assert [event.kind for event in log] == ["discard", *["look"] * number]


def test_O1_4_the_book_has_two_goals_of_each_colour() -> None:
    state = onirium.load("onirim", expansions=["book"]).new_state()
    outcomes = dict(state.chance_outcomes())
    notation = state.game.notation
    weights = {notation(goal): count for goal, count in outcomes.items()}
    assert weights == {f"{colour} goal": 2 for colour in COLOURS}


@pytest.mark.parametrize(("variants", "prices"), [([], [5, 7, 10]), (["lost-steps"], [6, 9, 12])])
def test_O1_4_the_spell_card_has_two_sides(variants: list[str], prices: list[int]) -> None:
    game = onirium.load("onirim", expansions=["book"], variants=variants)
    assert game.new_state().view(0).book.prices == prices


def test_O1_5_four_happy_dreams_and_eight_different_premonitions() -> None:
    state = onirium.load("onirim", expansions=["premonitions"]).new_state()
    names = (*COLOURS, "pair", "rainbow", "three", "five")
    weights = {state.game.notation(card): count for card, count in state.chance_outcomes()}
    assert weights == {f"{name} premonition": 1 for name in names}
    assert state.view(0).deck.cards["happy dream"] == 4
    assert state.view(0).deck.size == 80


@pytest.mark.parametrize("seed", range(20))
def test_O2_1_nothing_is_decided_before_the_first_turn(seed: int) -> None:
    state = GAME.new_state()
    steps = random_walk(state, seed)
    while state.is_chance_node():
        next(steps)
    assert state.to_fields()["steps"] == "play"
    assert len(field(state, "hand")) == 5
    assert field(state, "limbo") == field(state, "discard") == field(state, "row") == []


@pytest.mark.parametrize("last", SYMBOLS)
@pytest.mark.parametrize("symbol", SYMBOLS)
@pytest.mark.parametrize("colour", COLOURS)
def test_O3_2_no_symbol_twice_in_a_row(last: str, symbol: str, colour: str) -> None:
    state = position(**TURN, row=f"green {last}", hand=f"{colour} {symbol}, 2 red sun, 2 blue sun")
    assert (f"play {colour} {symbol}" in legal(state)) == (symbol != last)
    assert f"discard {colour} {symbol}" in legal(state)


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("door", COLOURS)
def test_O3_3_a_set_finds_a_door_of_its_own_colour(colour: str, door: str) -> None:
    state = position(
        **TURN,
        row=f"{colour} moon, {colour} key",
        hand=f"{colour} sun, red moon, blue moon, green moon, brown moon",
        unknown=f"{door} door, red key",
    )
    play(state, f"play {colour} sun")
    assert legal(state) == (["search", "decline"] if door == colour else [])


def test_O3_4_only_every_third_room_completes_a_set() -> None:
    """Of nine consecutive red rooms the third, the sixth and the ninth offer a search."""
    rooms = ["red sun", "red moon"] * 4 + ["red sun"]
    for number, room in enumerate(rooms, 1):
        state = position(
            **TURN,
            row=", ".join(rooms[: number - 1]),
            hand=f"{room}, blue sun, green sun, brown sun, brown key",
            unknown="2 red door, blue key",
        )
        play(state, f"play {room}")
        assert (legal(state) == ["search", "decline"]) == (number in {3, 6, 9})


@pytest.mark.parametrize("size", range(8))
def test_O3_6_a_prophecy_peeks_at_five_cards_or_at_all(size: int) -> None:
    top = ", ".join(expand(TEN_ROOMS)[:size])
    state = position(**TURN, hand="red key, blue sun, brown sun, brown key, green key", top=top)
    looks = [event for event in play(state, "discard red key") if event.kind == "look"]
    assert len(looks) == min(size, 5)
    assert state.is_terminal() == (size <= 1)


def test_O3_6_any_card_is_discarded_and_the_rest_return_in_any_order() -> None:
    """Five different cards: 5 ways to discard one, then 24 orders of the others."""
    seen = set()
    cards = ["red moon", "blue moon", "green moon", "red door", "nightmare"]
    for gone, *order in itertools.permutations(cards):
        hand = "red key, blue sun, brown sun, brown key, green key"
        state = position(**TURN, hand=hand, top=", ".join(cards))
        play(state, "discard red key", f"prophecy discard {gone}")
        for card in order[:-1]:
            play(state, f"next {card}")
        drawn = [card for card in order if card not in field(state, "top")]
        assert order == [*drawn, *field(state, "top")]
        seen.add((gone, *order))
    assert len(seen) == 120


@pytest.mark.parametrize("held", range(5))
def test_O3_7_cards_are_drawn_until_the_hand_has_five(held: int) -> None:
    hand = ", ".join(["blue key", "brown sun", "brown sun", "brown moon"][:held])
    state = position(steps="draw, shuffle", hand=hand, unknown="6 red sun", discard="the rest")
    for _ in range(5 - held):
        assert state.is_chance_node()
        play(state, "red sun")
    assert state.to_fields()["steps"] == "play"
    assert field(state, "unknown") == ["red sun"] * (1 + held)


@pytest.mark.parametrize("door", COLOURS)
@pytest.mark.parametrize("key", COLOURS)
def test_O4_1_a_door_opens_for_a_key_of_its_colour(door: str, key: str) -> None:
    state = position(
        **TURN, hand=f"{key} key, 2 blue sun, 2 brown sun", top=f"{door} door, 3 red sun"
    )
    play(state, "discard blue sun")
    assert legal(state)[:1] == (["unlock"] if key == door else ["play red sun"])
    assert field(state, "doors") == []


@pytest.mark.parametrize("size", range(8))
def test_O5_1c_reveals_exactly_five(size: int) -> None:
    state = position(
        **NIGHTMARE, hand="2 brown sun, 2 red key", top=", ".join(expand(TEN_ROOMS)[:size])
    )
    revealed = [event for event in play(state, "reveal") if event.kind == "reveal"]
    assert len(revealed) == min(size, 5)
    # One more card must be drawn.
    assert state.is_terminal() == (size <= 5)


@pytest.mark.parametrize("held", range(5))
@pytest.mark.parametrize("size", range(3, 8))
def test_O5_1d_deals_five_new_cards_for_any_hand(held: int, size: int) -> None:
    hand = ", ".join(["blue key", "brown sun", "brown sun", "brown moon"][:held])
    state = position(**NIGHTMARE, hand=hand, top=", ".join(expand(TEN_ROOMS)[:size]))
    log = play(state, "discard hand")
    assert sum(event.kind == "discard" for event in log) == held
    assert sum(event.kind == "deal" for event in log) == min(size, 5)
    assert state.is_terminal() == (size < 5)


@pytest.mark.parametrize("keys", [[], ["red"], ["blue", "brown"], COLOURS])
@pytest.mark.parametrize("doors", [[], ["green"], ["red", "red", "brown"], COLOURS])
def test_O5_2_only_keys_and_doors_are_conditions_of_an_option(
    keys: list[str], doors: list[str]
) -> None:
    state = position(
        **NIGHTMARE,
        hand=", ".join(f"{colour} key" for colour in keys),
        doors=", ".join(f"{colour} door" for colour in doors),
    )
    assert set(legal(state)) == {
        *(f"pay {colour} key" for colour in keys),
        *(f"give {colour} door" for colour in doors),
        "reveal",
        "discard hand",
    }


@pytest.mark.parametrize("last", COLOURS)
@pytest.mark.parametrize("way", ["search", "unlock"])
def test_O6_1_any_door_may_be_the_eighth(last: str, way: str) -> None:
    others = ", ".join(f"{2 - (colour == last)} {colour} door" for colour in COLOURS)
    if way == "search":
        row = f"{last} moon, {last} key"
        state = position(
            **TURN, row=row, hand=f"5 {last} sun", doors=others, unknown=f"{last} door, red key"
        )
        play(state, f"play {last} sun", "search")
    else:
        state = position(
            **TURN, hand=f"{last} key, 4 {last} sun", doors=others, top=f"{last} door, red moon"
        )
        play(state, f"discard {last} sun", "unlock")
    assert state.is_terminal()
    assert state.returns() == [1.0]


@pytest.mark.parametrize("seed", range(10))
def test_O12_1_public_cards_determine_the_contents_of_the_deck(seed: int) -> None:
    """The deck of the view equals the deck composition minus all cards shown elsewhere."""
    state = random_state(GAME, seed, seed * 10)
    view = state.view(0)
    shown = [*view.hand, *view.row, *view.peeked, *view.ordered, *[view.drawn] * bool(view.drawn)]
    shown += [f"{colour} door" for colour, count in view.doors.items() for _ in range(count)]
    shown += [
        card for pile in (view.limbo, view.discard) for card in pile for _ in range(pile[card])
    ]
    box = {GAME.notation(card): count for card, count in GAME.new_state().chance_outcomes()}
    left = {card: count - shown.count(card) for card, count in box.items()}
    assert view.deck.cards == {card: count for card, count in left.items() if count}


@pytest.mark.parametrize("seed", range(10))
def test_O12_2_peeked_cards_are_known_to_the_mover_only(seed: int) -> None:
    """With one player or two; but a Happy Dream reveals the cards that are then returned."""
    games = [
        GAME,
        *(
            game_of(with_table_options(options, seed))
            for options in TWO_PLAYER_COMBINATIONS[seed::10]
        ),
    ]
    for state in [game.new_state() for game in games]:
        dreaming = False
        for _, log in random_walk(state, seed):
            for event in log:
                secret = event.kind in {"look", "look below", "return", "lift", "sink"}
                if secret and not dreaming:
                    assert event.seen_by(1 - event.seat) != event
                if event.kind == "dream reveal" or event.source == "table":
                    dreaming = event.kind == "dream reveal"
                assert event.seen_by(event.seat) == event


@pytest.mark.parametrize("seed", range(10))
def test_O12_3_after_a_shuffle_every_card_of_the_deck_can_be_next(seed: int) -> None:
    state = GAME.new_state()
    for _ in random_walk(state, seed):
        deck = state.view(0).deck
        if state.is_chance_node():
            assert deck.top == []
            outcomes = {GAME.notation(card): count for card, count in state.chance_outcomes()}
            assert outcomes == deck.cards


def test_O14_prophecy_below_leaves_the_order_of_the_cards_to_chance_for_the_partner() -> None:
    game = onirium.load("onirim", seats=2, expansions=["book"], readings=["prophecy-below"])
    state = game.from_fields(
        {
            "steps": "lift, play",
            "hand": "brown sun, brown moon, brown key",
            "shared": "red key, blue key",
            "partner hand": "green sun, green moon, green key",
            "goals": "red goal, blue goal, green goal, brown goal, red goal, blue goal, "
            "green goal, brown goal",
            "peeked": "blue moon, red sun, nightmare",
            "discard": "the rest",
        }
    )
    rng = onirium.Random(1)
    peeked = [field(state.determinize(1, rng), "peeked") for _ in range(300)]
    orders = {tuple(cards) for cards in peeked if set(cards) == {*field(state, "peeked")}}
    assert orders == set(itertools.permutations(field(state, "peeked")))


MISTAKES = 12
"""O13 lists ten mistakes, two of which have two variants.

The one about expansions is that an empty tower row sends the Nightmare to limbo.
"""


def test_every_mistake_of_O13_has_its_case() -> None:
    assert sum(case.title.startswith("O13 ") for case in CASES) == MISTAKES
