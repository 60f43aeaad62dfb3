"""The observation tensor: worked out by hand for two positions, from views for many."""

from collections.abc import Iterable
from typing import Any

import pytest

from onirium.games.nightmarium.steps import STEP_NAMES
from tests.games.nightmarium.reference import ABILITIES, Options
from tests.games.nightmarium.reference.cards import LEGIONS, in_order, names, the_box
from tests.support.nightmarium.traces import Moment, games_of
from tests.support.nightmarium.variant_matrix import TABLES, each_table_with_long_marks, game_of

KINDS = list(dict.fromkeys(names(in_order(the_box()))))
MOMENT_INTERVAL = 9
"""The number of moments from one examined moment to the next."""

Arrays = dict[str, list[int]]


def count_cards(cards: Iterable[str]) -> list[int]:
    held = list(cards)
    return [held.count(kind) for kind in KINDS]


def one_hot(hot: int, length: int) -> list[int]:
    return [int(index == hot) for index in range(length)]


def from_view(moment: Moment, seat: int) -> Arrays:
    """Return the expected observation, derived from the view."""
    view = moment.state.view(seat)
    seats = [(seat + turn) % moment.options.seats for turn in range(moment.options.seats)]
    players = [view.players[other] for other in seats]
    present, *former = view.deck.unseen
    number = view.creature.rpartition(".")[2]
    return {
        "step": one_hot(STEP_NAMES.index(view.step), len(STEP_NAMES)),
        "mover": one_hot(seats.index(view.mover), len(seats)),
        "actions": [view.actions],
        "legion": one_hot(LEGIONS.index(view.legion) if view.legion else -1, len(LEGIONS)),
        "turns": [view.turns],
        "hand": count_cards(view.hand),
        "hand_sizes": [player.size for player in players],
        "known": [count for player in players for count in count_cards(player.known)],
        "hidden": [count for player in players for count in hidden(player)],
        "creatures": [
            kind for player in players for kind in creatures(player, moment.options.creatures)
        ],
        "creature": one_hot(int(number) - 1 if number else -1, moment.options.creatures),
        "abilities": [view.abilities.count(ability) for ability in filter(None, ABILITIES)],
        "discard": count_kinds([view.discard]),
        "revealed": count_cards(view.revealed),
        "deck_size": [view.deck.size],
        "unseen": count_kinds([present]),
        "unseen_old": count_kinds(former),
        "victim": [int(other == view.victim) for other in seats],
        "lost": [moment.number("lost")],
        "exchanged": [view.exchanged],
        "at_least": [KINDS.index(moment.fields.get("at least", KINDS[0]))],
    }


def hidden(player: Any) -> list[int]:
    present, *former = player.hidden
    return [present, sum(former)]


def count_kinds(counts: list[dict[str, int]]) -> list[int]:
    return [sum(deck.get(kind, 0) for deck in counts) for kind in KINDS]


def creatures(player: Any, slots: int) -> list[int]:
    """Return legs, torso and head of each slot, as kinds counted from 1."""
    by_slot = {int(creature.number.split(".")[1]): creature for creature in player.creatures}
    kinds: list[int] = []
    for slot in range(1, slots + 1):
        creature = by_slot.get(slot)
        cards = (creature.legs, creature.torso, creature.head) if creature else ("", "", "")
        kinds += [KINDS.index(card) + 1 if card else 0 for card in cards]
    return kinds


@each_table_with_long_marks
def test_observation_matches_the_view(options: Options) -> None:
    number = TABLES.index(options)
    for moments in games_of(options, number):
        for moment in [*moments[::MOMENT_INTERVAL], moments[-1]]:
            for seat in range(options.seats):
                assert moment.state.observation(seat) == from_view(moment, seat)


TERROR = {
    "steps": "terror, singer, singer, singer",
    "mover": "2",
    "actions": "1",
    "legion": "insektoid",
    "turns": "17",
    "creature": "2",
    "completions": "1",
    "victim": "3",
    "lost": "1",
    "creature 2.2": "insektoid legs singer, insektoid torso singer, insektoid head singer",
    "creature 1.1": "necronaut legs, homunculus torso",
    "creature 3.5": "chimerid legs",
    "hand 1": "necronaut head scavenger, 2 chimerid legs executioner (1)",
    "hand 2": "the rest",
    "hand 3": "2 necronaut head scavenger, necronaut head (2), homunculus legs (known)",
    "discard": "chimerid head",
    "unknown": "chimerid torso/legs executioner, necronaut head scavenger",
}


def test_terror_observation_worked_out_by_hand() -> None:
    seen = game_of(Options(seats=3)).from_fields(TERROR).observation(2)
    assert seen["step"] == one_hot(3, 15)
    assert seen["mover"] == [0, 0, 1]
    assert seen["victim"] == [1, 0, 0]
    assert (seen["actions"], seen["turns"], seen["lost"]) == ([1], [17], [1])
    assert seen["legion"] == [0, 0, 1, 0]
    assert seen["creature"] == [0, 1, 0, 0, 0]
    assert seen["abilities"] == [3, 0, 0, 0, 0, 0]
    # Kind 0 is the Necronauts' head with a Scavenger, kind 2 the one without an ability, kind 24
    # the Homunculi's legs without one.
    assert [index for index, count in enumerate(seen["hand"]) if count] == [0, 2, 24]
    assert seen["hand"][0] == 2
    assert seen["known"] == one_hot(24, 3 * 58)
    # The third player's own hand, then the first player's, then all the rest.
    assert seen["hand_sizes"][:2] == [4, 3]
    assert seen["hidden"][:4] == [2, 1, 1, 2]
    assert seen["deck_size"] == [2]
    # Kinds 7, 20: legs and torso of 1.1; 37, 35, 31: the three Singers; 55: the legs of 3.5.
    nothing = [0, 0, 0]
    assert seen["creatures"][:15] == [*nothing * 4, 56, 0, 0]
    assert seen["creatures"][15:30] == [8, 21, 0, *nothing * 4]
    assert seen["creatures"][30:] == [*nothing, 38, 36, 32, *nothing * 3]
    assert seen["discard"] == one_hot(47, 58)
    # One in the deck, one in the first player's hand, none of the two in the own hand.
    assert seen["unseen"][0] == 2
    assert seen["unseen"][57] == 1
    assert seen["unseen_old"] == [2 * mark for mark in one_hot(53, 58)]


@pytest.mark.parametrize("seat", [0, 1])
def test_exchange_observation_worked_out_by_hand(seat: int) -> None:
    fields = {
        "steps": "exchange",
        "actions": "0",
        "exchanged": "2",
        "at least": "necronaut torso",
        "hand 1": "chimerid legs",
        "discard": "necronaut head, necronaut torso",
        "unknown": "the rest",
    }
    seen = game_of(Options()).from_fields(fields).observation(seat)
    assert seen["step"] == one_hot(2, 15)
    assert (seen["exchanged"], seen["at_least"]) == ([2], [4])
    assert seen["discard"] == [0, 0, 1, 0, 1, *[0] * 53]
    assert seen["legion"] == [0, 0, 0, 0]
    assert seen["creature"] == [0, 0, 0, 0, 0]
    assert seen["victim"] == [0, 0]
    assert seen["hand"] == one_hot(55 if seat == 0 else -1, 58)
    assert sum(seen["unseen"]) == (105 if seat == 0 else 106)
