"""The feature encoder of Nightmarium: symmetries, relevant differences, hidden cards."""

import random
from typing import cast

import pytest
from librt.random import Random

import onirium
from onirium import Game, State
from onirium.bots.network.feature_writer import MAX_ACTIVE_FEATURES, FeatureWriter
from onirium.bots.nightmarium.features.encoder import NightmariumEncoder
from onirium.bots.nightmarium.features.seat_counts import (
    BEGINS,
    HEAD_FITS,
    HEAD_OF_THE_LEGION,
    TORSO_FITS,
    TORSO_OF_THE_LEGION,
    USELESS,
    SeatCounts,
)
from onirium.games.nightmarium.state import Board
from tests.games.nightmarium.reference import Options
from tests.support.nightmarium.traces import Moment, games_of
from tests.support.nightmarium.variant_matrix import TABLES, each_table_with_long_marks, options_id
from tests.support.traces import all_moments

pytestmark = pytest.mark.long

GAME = onirium.load("nightmarium")
FOUR = onirium.load("nightmarium", seats=4)

MOMENT_INTERVAL = 15
"""The number of moments from one examined moment to the next."""

LEGIONS = ("necronaut", "homunculus", "insektoid", "chimerid")
NONE = 255

PLAIN = [
    "homunculus legs, necronaut torso, chimerid head",
    "homunculus legs, chimerid torso, necronaut head",
    "insektoid legs, homunculus torso, chimerid head",
    "chimerid legs, insektoid torso, homunculus head",
]
"""Complete creatures of several legions without abilities."""


BODY = "necronaut legs, insektoid torso"
PURE = "insektoid legs singer, insektoid torso"


def active_features(state: State, seat: int) -> list[int]:
    writer = FeatureWriter()
    NightmariumEncoder().encode(state, seat, writer)
    return list(writer.indices)[: writer.count]


def position(fields: dict[str, str], game: Game = GAME) -> State:
    """Return a state at the beginning of a turn; all other cards are in the deck."""
    return game.from_fields({"steps": "act", "actions": "2", "unknown": "the rest"} | fields)


def seat_counts(fields: dict[str, str], seat: int = 0) -> SeatCounts:
    result = SeatCounts()
    table = cast("Board", position(fields))
    result.update(table, seat)
    result.update_hand(table)
    return result


def some_moments(options: Options) -> list[Moment]:
    return list(all_moments(games_of(options, TABLES.index(options))))[::MOMENT_INTERVAL]


def crowded_state(options: Options) -> State:
    """Return a state with many cards in hands and many legal actions."""
    game = onirium.load("nightmarium", seats=options.seats, creatures=options.creatures)
    rng = random.Random(1)
    state = game.new_state()
    while len(state.legal_actions()) < options.creatures * 5:
        actions = state.legal_actions() or [card for card, _ in state.chance_outcomes()]
        draws = [action for action in actions if game.notation(action) == "draw"]
        begun = [action for action in actions if "legs" in game.notation(action)]
        state.apply(rng.choice(draws or begun or actions))
    return state


@each_table_with_long_marks
def test_feature_indices_are_valid_and_few_are_active(options: Options) -> None:
    writer, count = FeatureWriter(), FeatureWriter()
    NightmariumEncoder().encode(GAME.new_state(), 0, count)
    for state in [*(moment.state for moment in some_moments(options)), crowded_state(options)]:
        for seat in range(options.seats):
            NightmariumEncoder().encode(state, seat, writer)
            assert writer.offset == count.offset
            assert 0 < writer.count <= MAX_ACTIVE_FEATURES
            assert all(
                0 <= number < writer.offset for number in list(writer.indices)[: writer.count]
            )


def rotated(fields: dict[str, str], seats: int) -> dict[str, str]:
    """Return a position with all players moved on by one seat."""
    moved = {}
    for name, text in fields.items():
        kind, _, owner = name.partition(" ")
        seat, dot, slot = owner.partition(".")
        if seat and kind in {"hand", "creature"}:
            moved[f"{kind} {int(seat) % seats + 1}{dot}{slot}"] = text
        elif name in {"mover", "victim"}:
            moved[name] = str(int(text or 1) % seats + 1)
        else:
            moved[name] = text
    return {"mover": "2"} | moved


@pytest.mark.parametrize(
    "options", [table for table in TABLES if table.first == "chance"], ids=options_id
)
def test_encoding_is_invariant_under_rotation_of_seats(options: Options) -> None:
    for moment in some_moments(options):
        if moment.step() in {"over", "toss", "deal"}:
            continue
        turned = moment.state.game.from_fields(rotated(moment.fields, options.seats))
        for seat in range(options.seats):
            assert active_features(turned, (seat + 1) % options.seats) == active_features(
                moment.state, seat
            )


def test_encoding_is_invariant_under_the_order_of_creatures() -> None:
    lying = [PLAIN[0], BODY, PURE, "chimerid legs", "homunculus legs devourer"]
    hands = {"hand 1": "necronaut head, insektoid head", "hand 2": "homunculus torso weeper"}
    for owner in (1, 2):
        one, other = (
            position(
                hands | {f"creature {owner}.{slot}": cards for slot, cards in enumerate(piles, 1)}
            )
            for piles in (lying, lying[::-1])
        )
        for seat in range(2):
            assert sorted(active_features(one, seat)) == sorted(active_features(other, seat))


def test_discarded_cards_are_encoded_by_their_number_only() -> None:
    fields = {"hand 1": "necronaut head", "discard": "homunculus head, insektoid legs"}
    other = fields | {"discard": "chimerid torso, 2 necronaut legs"}
    assert active_features(position(fields), 0) == active_features(position(other), 0)


CHAIN = {"actions": "0", "creature": "1", "completions": "1"}
COMPLETE = "insektoid legs singer, homunculus torso weeper, necronaut head scavenger"

REST = "chimerid torso, homunculus head devourer"
DEVOURED = {**CHAIN, "creature 1.2": "chimerid legs", "creature 1.3": BODY}

DIFFERENCES = {
    "whose turn": ({}, {"mover": "2"}),
    "actions left": ({}, {"actions": "1"}),
    "the legion that binds": (
        {"actions": "1", "legion": "necronaut", "creature 1.1": "necronaut legs"},
        {"actions": "1", "creature 1.1": "necronaut legs"},
    ),
    "a card in hand": ({}, {"hand 1": "chimerid head"}),
    "a rival's card": ({}, {"hand 2": "chimerid head"}),
    "the ability of a rival's card that is known": (
        {"hand 2": "chimerid head (known)"},
        {"hand 2": "chimerid head devourer (known)"},
    ),
    "legs and their ability": (
        {"creature 1.1": "insektoid legs"},
        {"creature 1.1": "insektoid legs singer"},
    ),
    "a rival's torso and its ability": (
        {"creature 2.1": "insektoid legs, homunculus torso mocker"},
        {"creature 2.1": "insektoid legs, homunculus torso weeper"},
    ),
    "that terror is near": ({"creature 1.1": BODY}, {"creature 1.1": PURE}),
    "a complete creature": ({"creature 1.1": BODY}, {"creature 1.1": PLAIN[0]}),
    "a rival's complete creature": ({"creature 2.1": BODY}, {"creature 2.1": PLAIN[0]}),
    "an ability still to come": (
        {
            **DEVOURED,
            "creature 1.1": f"insektoid legs singer, {REST}",
            "steps": "devourer, singer",
        },
        {**DEVOURED, "creature 1.1": f"insektoid legs, {REST}", "steps": "devourer"},
    ),
    "cards about to be drawn": (
        {**CHAIN, "creature 1.1": COMPLETE, "steps": "draw, singer", "pending": "2"},
        {**CHAIN, "creature 1.1": COMPLETE, "steps": "draw, singer", "pending": "1"},
    ),
    "a card that a Singer revealed": (
        {
            **CHAIN,
            "creature 1.1": COMPLETE,
            "steps": "revealed",
            "revealed": "chimerid legs, 1 homunculus legs",
        },
        {
            **CHAIN,
            "creature 1.1": COMPLETE,
            "steps": "revealed",
            "revealed": "insektoid legs, 1 homunculus legs",
        },
    ),
}


@pytest.mark.parametrize("what", DIFFERENCES)
def test_relevant_differences_change_the_encoding_of_every_seat(what: str) -> None:
    one, other = (position(fields) for fields in DIFFERENCES[what])
    for seat in range(2):
        assert active_features(one, seat) != active_features(other, seat)


def test_hand_cards_change_the_encoding_of_their_owner_only() -> None:
    one, other = position({"hand 1": "chimerid head"}), position({"hand 1": "necronaut legs"})
    assert active_features(one, 0) != active_features(other, 0)
    assert active_features(one, 1) == active_features(other, 1)


def test_known_hand_cards_change_the_encoding_of_opponents() -> None:
    """N8.1 A card taken by an Executioner is public, of drawn cards only the number."""
    held = "chimerid head, necronaut head"
    known, drawn = position({"hand 1": f"{held} (known)"}), position({"hand 1": held})
    assert active_features(known, 0) == active_features(drawn, 0)
    assert active_features(known, 1) != active_features(drawn, 1)


@each_table_with_long_marks
def test_hidden_cards_do_not_change_the_encoding(options: Options) -> None:
    rng = Random(1)
    for moment in some_moments(options):
        for seat in range(options.seats):
            resampled = moment.state.determinize(seat, rng)
            assert active_features(resampled, seat) == active_features(moment.state, seat)


def test_empty_deck_changes_the_encoding() -> None:
    full = position({"hand 1": "necronaut head"})
    fields = full.to_fields()
    empty = GAME.from_fields({**fields, "unknown": "", "hand 2": fields["unknown"]})
    fuller = GAME.from_fields({**fields, "unknown": "", "hand 2": "", "discard": fields["unknown"]})
    assert active_features(empty, 0) != active_features(fuller, 0)


HANDS = {2: "necronaut", 3: "homunculus", 4: "chimerid"}


def test_pending_victims_of_terror_change_the_encoding() -> None:
    pure = "insektoid legs singer, insektoid torso, insektoid head"
    fields = {
        **CHAIN,
        "steps": "terror, singer",
        "creature 1.1": pure,
        **{f"hand {seat}": f"{legion} legs, {legion} torso" for seat, legion in HANDS.items()},
    }
    first, second, third = (
        position(fields | {"victim": victim}, FOUR) for victim in ("2", "3", "4")
    )
    for seat in range(1, 4):
        assert active_features(first, seat) != active_features(third, seat)
    assert active_features(first, 2) != active_features(second, 2) != active_features(third, 2)


def test_seat_counts_count_creatures_and_hand() -> None:
    result = seat_counts(
        {
            "creature 1.1": PLAIN[0],
            "creature 1.2": PLAIN[1],
            "creature 1.3": BODY,
            "creature 1.5": "chimerid legs",
            "hand 1": "necronaut head, homunculus head/torso mocker, insektoid legs",
        }
    )
    assert (result.complete, result.bodies, result.bare, result.free) == (2, 1, 1, 1)
    assert (result.creatures_to_go(), result.cards_to_go()) == (3, 6)
    assert (result.size, result.head_count, result.torso_count) == (3, 2, 1)
    assert list(result.cards) == [1, 1, 1, 0]
    assert list(result.heads) == [1, 1, 0, 0]
    assert list(result.torsos) == [0, 1, 0, 0]
    assert list(result.legs) == [0, 0, 1, 0]
    assert result.has_mocker == 1


def test_seat_counts_are_those_of_their_seat() -> None:
    fields = {"creature 1.1": PLAIN[0], "creature 2.1": BODY, "hand 2": "necronaut head"}
    own, other = seat_counts(fields), seat_counts(fields, 1)
    assert (own.complete, own.bodies, own.size) == (1, 0, 0)
    assert (other.complete, other.bodies, other.size) == (0, 1, 1)


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("insektoid head", HEAD_OF_THE_LEGION),
        ("necronaut head", HEAD_FITS),
        ("homunculus head/torso mocker", HEAD_FITS),
        ("chimerid torso", TORSO_OF_THE_LEGION),
        ("homunculus torso weeper", TORSO_FITS),
        ("insektoid legs", BEGINS),
    ],
)
def test_best_use_of_a_card(card: str, expected: int) -> None:
    fields = {"creature 1.1": PURE, "creature 1.2": "chimerid legs", "hand 1": card}
    result = seat_counts(fields)
    number = {GAME.card_name(kind): kind for kind in range(58)}[card]
    legion = LEGIONS.index(card.partition(" ")[0])
    assert result.best_use(number) == result.best_use_of_legion(legion) == expected


@pytest.mark.parametrize("card", ["insektoid head", "chimerid torso", "homunculus legs"])
def test_card_without_a_creature_or_slot_is_useless(card: str) -> None:
    creatures = {f"creature 1.{slot}": cards for slot, cards in enumerate(PLAIN, 1)}
    last = {"insektoid head": "necronaut legs", "chimerid torso": BODY, "homunculus legs": BODY}
    result = seat_counts({**creatures, "creature 1.5": last[card], "hand 1": card})
    number = {GAME.card_name(kind): kind for kind in range(58)}[card]
    assert result.best_use(number) == USELESS


@pytest.mark.parametrize(
    ("creatures", "hand", "actions", "legion", "expected"),
    [
        ([BODY], "necronaut head", 2, NONE, 1),
        ([BODY], "necronaut head", 1, NONE, 1),
        ([BODY], "necronaut head", 1, "necronaut", 1),
        ([BODY], "necronaut head", 1, "chimerid", 0),
        ([BODY], "necronaut torso", 2, NONE, 0),
        ([BODY, PURE], "2 necronaut head", 2, NONE, 2),
        ([BODY, PURE], "necronaut head, chimerid head", 2, NONE, 1),
        ([BODY], "2 necronaut head", 2, NONE, 1),
        (["chimerid legs"], "necronaut head, necronaut torso", 2, NONE, 1),
        (["chimerid legs"], "necronaut head, chimerid torso", 2, NONE, 0),
        (["chimerid legs"], "necronaut head, necronaut torso", 1, NONE, 0),
        (["chimerid legs"], "homunculus head/torso mocker", 2, NONE, 0),
        (["chimerid legs"], "homunculus head/torso mocker, homunculus head", 2, NONE, 1),
        ([], "necronaut head, necronaut torso, necronaut legs", 2, NONE, 0),
    ],
)
def test_number_of_creatures_that_a_turn_can_complete(
    creatures: list[str], hand: str, actions: int, legion: str | int, expected: int
) -> None:
    fields = {f"creature 1.{slot}": cards for slot, cards in enumerate(creatures, 1)}
    bound = LEGIONS.index(legion) if isinstance(legion, str) else legion
    assert seat_counts(fields | {"hand 1": hand}).count_completable(actions, bound) == expected
