"""N8 Hidden information: it affects neither views nor legal actions nor events of a seat."""

from collections import Counter
from collections.abc import Iterable
from itertools import islice, permutations, product
from random import Random
from typing import NamedTuple

import pytest

import onirium
from onirium import Event, State
from tests.games.nightmarium.reference import Options
from tests.support.card_lists import expand
from tests.support.information import (
    apply_to_both,
    assert_distribution,
    choose_common,
    choose_independently,
    first_difference,
    information_of,
)
from tests.support.nightmarium.biased_policies import POLICIES, hoard
from tests.support.nightmarium.indistinguishable_states import Position, card_and_mark
from tests.support.nightmarium.traces import Moment, games_of, policy_trace, random_trace
from tests.support.nightmarium.variant_matrix import (
    TABLES,
    each_table,
    each_table_with_long_marks,
    game_of,
)

MAX_STEPS = 8
MOMENT_INTERVAL = 41
"""The number of moments from one examined moment to the next."""


def resampled_states(state: State, seat: int, rng: Random) -> list[State]:
    return [
        state.determinize(seat, onirium.Random(rng.randrange(2**32))),
        Position(state, seat).resample(rng),
    ]


def moments_of(options: Options, number: int, interval: int = MOMENT_INTERVAL) -> list[Moment]:
    """Return some moments of two games."""
    return [
        moment
        for moments in games_of(options, number)
        for moment in moments[number % interval :: interval]
    ]


@pytest.mark.long
@each_table
def test_N8_seat_cannot_distinguish_states_with_other_hidden_cards(options: Options) -> None:
    number = TABLES.index(options)
    rng = Random(number)
    compared = 0
    for moment in moments_of(options, number, interval=19):
        for seat in range(options.seats):
            for other in resampled_states(moment.state, seat, rng):
                assert information_of(other, seat) == information_of(moment.state, seat)
                compared += continue_both(moment.state.clone(), other, seat, rng)
    assert compared > 100


def continue_both(state: State, other: State, seat: int, rng: Random) -> int:
    """Apply the same steps to two states until the seat learns a card that differs; count them."""
    for compared in range(MAX_STEPS):
        step = choose_step(state, other, seat, rng)
        if not step:
            return compared
        mover = state.view(seat).mover
        log, other_log = apply_to_both(state, other, step)
        if not have_same_events(log, other_log, seat, mover):
            return compared
        if information_of(other, seat) != information_of(state, seat):
            assert reveals_the_deck_of_a_card(log, state, other, seat)
            return compared
    return MAX_STEPS


def choose_step(state: State, other: State, seat: int, rng: Random) -> tuple[int, int] | None:
    """Choose the same step for both states, or one each that the seat cannot distinguish."""
    view = state.view(seat)
    if view.step == "draw" and view.mover != seat:
        return choose_independently(state, other, rng)
    return choose_common(state, other, rng)


def have_same_events(log: list[Event], other_log: list[Event], seat: int, mover: int) -> bool:
    """Return whether a seat sees the same events; a difference must reveal a hidden card."""
    difference = first_difference(log, other_log, seat)
    if difference:
        assert all(leaves_a_hidden_hand(event, seat) for event in difference)
        return False
    if len(log) != len(other_log):
        # The Mocker reveals whether its player's hand holds a card that can be placed.
        assert min(log, other_log, key=len)[-1].kind == "mocker"
        assert mover != seat
        return False
    return True


def leaves_a_hidden_hand(event: Event, seat: int) -> bool:
    return event.source == "hand" and event.seat != seat


def reveals_the_deck_of_a_card(log: list[Event], state: State, other: State, seat: int) -> bool:
    """N8.3 Return whether a card left a hand that comes from different decks in the two states."""
    players = zip(state.view(seat).players, other.view(seat).players, strict=True)
    changed = {number for number, (one, two) in enumerate(players) if one.hidden != two.hidden}
    return changed == {event.seat for event in log if leaves_a_hidden_hand(event, seat)}


@pytest.mark.long
def test_N8_visible_changes_change_the_information() -> None:
    """Without this the tests above would prove nothing."""
    changed = set()
    for number, options in enumerate(TABLES[::5]):
        for moment in moments_of(options, number):
            for seat in range(options.seats):
                for name, other in Position(moment.state, seat).visible_changes().items():
                    assert information_of(other, seat) != information_of(moment.state, seat), name
                    changed.add(name)
    assert changed == {"own hand", "known", "former deck", "creature", "discard", "revealed"}


class HandCard(NamedTuple):
    """A card in a hand, its deck, and whether it is publicly known."""

    card: str
    deck: int
    known: bool


class DeckTracker:
    """N8 Tracks the decks of all hand cards from the events of a game.

    Attributes:
        hands: the cards of each hand.
        deck: the number of the present deck, counted from 0.
    """

    def __init__(self, seats: int) -> None:
        self.hands: list[list[HandCard]] = [[] for _ in range(seats)]
        self.deck = 0

    def follow(self, moment: Moment) -> None:
        for event in moment.log:
            self.deck += event.kind == "shuffle"
            for card in moment.names(event):
                hand = self.hands[event.seat]
                if event.target == "hand":
                    hand.append(HandCard(card, self.deck, event.source != "deck"))
                elif event.source == "hand":
                    equal = [held for held in hand if held.card == card]
                    hand.remove(min(equal, key=lambda held: (not held.known, held.deck)))

    def decks(self) -> list[int]:
        """Return the decks with hidden cards in hands, the latest first."""
        numbers = {held.deck for hand in self.hands for held in hand if not held.known}
        return sorted(numbers, reverse=True)


def ages_of(moment: Moment) -> list[int]:
    """Return the ages of the decks with hidden cards in hands, the latest first."""
    marks = [mark for hand in hands_of(moment) for _, mark in hand if mark != "(known)"]
    return sorted({int(mark.strip("()") or 0) for mark in marks})


def hands_of(moment: Moment) -> list[list[tuple[str, str]]]:
    names = [f"hand {seat + 1}" for seat in range(moment.options.seats)]
    return [[card_and_mark(entry) for entry in moment.piles.get(name, [])] for name in names]


def compare(tracker: DeckTracker, moment: Moment) -> None:
    """Compare the tracked decks with the position and with the public view."""
    ages = dict(zip(tracker.decks(), ages_of(moment), strict=True))
    assert (0 in ages.values()) == (tracker.deck in ages)
    if any(event.kind == "shuffle" for event in moment.log):
        former = [age for age in ages.values() if age]
        assert former == list(range(1, len(former) + 1))
    marks = {deck: f"({age})" if age else "" for deck, age in ages.items()}
    players = moment.state.view(0).players
    for hand, entries, player in zip(tracker.hands, hands_of(moment), players, strict=True):
        hidden = [held for held in hand if not held.known]
        known = [held.card for held in hand if held.known]
        labelled = [(held.card, marks[held.deck]) for held in hidden]
        assert sorted([*labelled, *((card, "(known)") for card in known)]) == sorted(entries)
        assert Counter(player.known) == Counter(known)
        hidden_counts = {age: count for age, count in enumerate(player.hidden) if count}
        assert hidden_counts == Counter(ages[held.deck] for held in hidden)


@each_table_with_long_marks
def test_N8_3_decks_of_hand_cards_are_public(options: Options) -> None:
    follow(random_trace(options, 1), options)
    follow(policy_trace(options, POLICIES["harms"], 2), options)
    follow(policy_trace(options, POLICIES["purely"], 3), options)


@pytest.mark.parametrize("seats", [2, pytest.param(5, marks=pytest.mark.long)])
def test_N8_3_decks_of_hand_cards_are_public_with_large_hands(seats: int) -> None:
    """The hands hold nearly all cards; exchanged cards form new decks."""
    options = Options(seats)
    tracker = follow(islice(policy_trace(options, hoard, 1, random_share=0.2), 1200), options)
    assert tracker.deck > 10


def follow(moments: Iterable[Moment], options: Options) -> DeckTracker:
    tracker = DeckTracker(options.seats)
    for moment in moments:
        tracker.follow(moment)
        compare(tracker, moment)
    return tracker


SHUFFLED = {
    "steps": "act",
    "actions": "2",
    "hand 1": "insektoid head weeper, 2 chimerid legs executioner",
    "hand 2": "necronaut head, insektoid legs (known), necronaut torso (1)",
    "hand 3": "the rest",
    "creature 1.1": "necronaut legs, homunculus torso",
    "unknown": "chimerid head",
    "discard": "2 necronaut legs, homunculus head",
}


def test_N8_3_reshuffled_deck_reveals_the_cards_in_hands() -> None:
    """Player 1 draws the last card, then one of the reshuffled discard pile."""
    state = game_of(Options(seats=3)).from_fields(SHUFFLED)
    for answer in ("place insektoid head weeper on 1", "chimerid head", "homunculus head"):
        state.apply(state.game.parse(answer))
    first, second = (state.view(seat) for seat in (0, 1))
    assert first.deck.size == 2
    assert first.deck.unseen[0] == {"necronaut legs": 2}
    # The cards of player 3 are known one by one: they are all the rest of the previous deck.
    former = sum(first.deck.unseen[1].values())
    assert (former, first.deck.unseen[1]["necronaut head"]) == (first.players[2].size + 1, 3)
    assert first.deck.unseen[2] == {"necronaut torso": 1}
    assert second.deck.unseen[0] == {"necronaut legs": 2, "homunculus head": 1}
    assert second.deck.unseen[1]["chimerid head"] == 2
    assert second.deck.unseen[1]["chimerid legs executioner"] == 5
    assert second.deck.unseen[2] == {}
    assert [player.hidden for player in second.players] == [
        [1, 3, 0],
        [0, 1, 1],
        [0, first.players[2].size, 0],
    ]
    assert second.players[1].known == ["insektoid legs"]


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("necronaut legs (known), necronaut legs", "necronaut legs"),
        ("necronaut legs (known), necronaut legs (1)", "necronaut legs (1)"),
        ("necronaut legs (1), necronaut legs", "necronaut legs"),
        ("necronaut legs (2), necronaut legs (1)", "necronaut legs (1)"),
        ("2 necronaut legs (2), necronaut legs", "necronaut legs (2), necronaut legs"),
    ],
)
@pytest.mark.parametrize("answer", ["place necronaut legs", "exchange necronaut legs"])
def test_N8_3_known_card_leaves_first_among_equals_then_the_oldest(
    hand: str, left: str, answer: str
) -> None:
    fields = {"steps": "act", "actions": "2", "hand 1": hand, "unknown": "the rest"}
    state = game_of(Options()).from_fields(fields)
    state.apply(state.game.parse(answer))
    assert sorted(expand(state.to_fields()["hand 1"])) == sorted(expand(left))


def test_N8_3_terror_takes_the_known_card_among_equals() -> None:
    fields = {
        "steps": "terror",
        "actions": "0",
        "creature": "1",
        "completions": "1",
        "creature 1.1": "necronaut legs, necronaut torso, necronaut head",
        "victim": "2",
        "hand 2": "chimerid head (known), chimerid head (1), chimerid torso",
        "unknown": "the rest",
    }
    state = game_of(Options()).from_fields(fields)
    state.apply(state.game.parse("discard chimerid head"))
    assert state.to_fields()["hand 2"] == "chimerid head (1), chimerid torso"


SMALL = {
    "steps": "act",
    "actions": "0",
    "mover": "2",
    "hand 1": "homunculus legs",
    "hand 2": "insektoid head (known), necronaut torso, homunculus head, chimerid legs (1)",
    "hand 3": "insektoid head, insektoid torso (1), chimerid head (2)",
    "unknown": "chimerid torso, chimerid head, necronaut head",
    "creature 2.1": "insektoid legs mocker, insektoid torso, homunculus head",
    **{f"creature 2.{slot}": "homunculus legs" for slot in range(2, 6)},
    "discard": "the rest",
}
"""Unseen by player 1: six cards of the present deck, two of the previous one, one older card."""
IN_A_TURN = {"actions": "2"}
MOCKING = {"steps": "mocker", "creature": "1", "completions": "1"}
"""N6.3 Only a torso can be placed."""
IN_TERROR = {
    "steps": "terror",
    "creature": "1",
    "completions": "1",
    "creature 2.1": "necronaut legs, necronaut torso, necronaut head",
    "victim": "3",
    "lost": "1",
}
"""N5.2 Player 3 has discarded a card of another legion, so it holds no Necronaut."""
PRESENT = (
    *("necronaut torso", "homunculus head", "insektoid head"),
    *("chimerid torso", "chimerid head", "necronaut head"),
)
FORMER = ("chimerid legs", "insektoid torso")
DEALS = 2400

Deal = tuple[str, ...]


@pytest.mark.long
@pytest.mark.parametrize(
    "changes", [IN_A_TURN, MOCKING, IN_TERROR], ids=["in a turn", "mocking", "in terror"]
)
def test_determinize_samples_all_deals_uniformly(changes: dict[str, str]) -> None:
    state = game_of(Options(seats=3)).from_fields(SMALL | changes)
    orders = product(permutations(PRESENT), permutations(FORMER))
    deals = Counter(deal_of(present, former) for present, former in orders)
    possible_deals = {deal: ways for deal, ways in deals.items() if is_possible(deal, changes)}
    rng = onirium.Random(5)
    samples = Counter(hidden_cards_of(state.determinize(0, rng)) for _ in range(DEALS))
    assert_distribution(samples, possible_deals)


def is_possible(deal: Deal, changes: dict[str, str]) -> bool:
    """Return whether a deal agrees with the pending step."""
    if changes == MOCKING:
        return any(card.endswith("torso") for card in deal[:3])
    return changes == IN_A_TURN or not any(card.startswith("necronaut") for card in deal[3:])


def test_N5_2_victim_that_has_discarded_another_card_lacks_the_legion() -> None:
    state = game_of(Options(seats=3)).from_fields(SMALL | IN_TERROR)
    rng = onirium.Random(3)
    for _ in range(50):
        assert "necronaut" not in state.determinize(0, rng).to_fields()["hand 3"]


def test_N10_victim_that_may_choose_can_hold_the_legion() -> None:
    game = game_of(Options(seats=3, readings=("terror-choice",)))
    state = game.from_fields(SMALL | IN_TERROR)
    rng = onirium.Random(3)
    hands = [state.determinize(0, rng).to_fields()["hand 3"] for _ in range(50)]
    assert any("necronaut" in hand for hand in hands)


def deal_of(present: Deal, former: Deal) -> Deal:
    """Return the cards of players 2 and 3 from the present deck and from the previous one."""
    return (*sorted(present[:2]), former[0], present[2], former[1])


def hidden_cards_of(other: State) -> Deal:
    second, third = (
        [card_and_mark(entry) for entry in expand(other.to_fields()[name])]
        for name in ("hand 2", "hand 3")
    )
    assert ("insektoid head", "(known)") in second
    assert ("chimerid head", "(2)") in third
    assert len(second) == 4
    return (*of(second, ""), *of(second, "(1)"), *of(third, ""), *of(third, "(1)"))


def of(hand: list[tuple[str, str]], mark: str) -> list[str]:
    return sorted(card for card, other in hand if other == mark)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_determinize_changes_hidden_cards_only(seat: int) -> None:
    state = game_of(Options(seats=3)).from_fields(SMALL | IN_A_TURN)
    before, past = state.to_fields(), state.history()
    rng = onirium.Random(seat)
    sampled = [state.determinize(seat, rng).to_fields() for _ in range(50)]
    hidden = {"hand 1", "hand 2", "hand 3", "unknown"} - {f"hand {seat + 1}"}
    changed = {name for other in sampled for name in other if other[name] != before[name]}
    assert changed == hidden
    assert all(other.keys() == before.keys() for other in sampled)
    assert (state.to_fields(), state.history()) == (before, past)
