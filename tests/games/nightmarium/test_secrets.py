"""N8 What a seat may not know changes nothing that it sees, is offered or is told."""

from collections import Counter
from collections.abc import Iterable
from itertools import islice, permutations, product
from random import Random as Dice
from typing import NamedTuple

import msgspec
import pytest

from onirium import Event, Random, State
from tests.games.nightmarium.reference import Options
from tests.support.card_lists import expand
from tests.support.nightmarium.biased_policies import HABITS, hoards
from tests.support.nightmarium.indistinguishable_states import Position, card_and_mark
from tests.support.nightmarium.traces import Moment, at_random, games_of, of_habit
from tests.support.nightmarium.variant_matrix import TABLES, each_table, game_of, most_when_compiled
from tests.support.random_walk import possible

MOST_STEPS = 8
APART = 41
"""So many moments lie between those that are looked at."""


def known_to(state: State, seat: int) -> bytes:
    """Return all that a seat sees and is offered."""
    offered = state.legal_actions() if state.current_player() == seat else []
    seen = state.view(seat), state.observation(seat), state.returns(), offered
    return msgspec.json.encode(seen)


def other_worlds(state: State, seat: int, dice: Dice) -> list[State]:
    return [
        state.determinize(seat, Random(dice.randrange(2**32))),
        Position(state, seat).world(dice),
    ]


def moments_of(options: Options, number: int, apart: int = APART) -> list[Moment]:
    """Return some moments of two games."""
    return [
        moment
        for moments in games_of(options, number)
        for moment in moments[number % apart :: apart]
    ]


@pytest.mark.long
@each_table
def test_N8_what_a_seat_may_not_know_it_cannot_tell(options: Options) -> None:
    number = TABLES.index(options)
    dice = Dice(number)
    for moment in moments_of(options, number, apart=19):
        for seat in range(options.seats):
            for world in other_worlds(moment.state, seat, dice):
                assert known_to(world, seat) == known_to(moment.state, seat)
                go_on(moment.state.clone(), world, seat, dice)


def go_on(state: State, world: State, seat: int, dice: Dice) -> None:
    """Do and let come the same in two worlds, as long as nothing is laid open that differs."""
    for _ in range(MOST_STEPS):
        step = same_step(state, world, seat, dice)
        if not step:
            return
        mover = state.view(seat).mover
        here, there = (events_of(*each) for each in zip((state, world), step, strict=True))
        if not learns_the_same(here, there, seat, mover):
            return
        if known_to(world, seat) != known_to(state, seat):
            assert tells_which_deck(here, state, world, seat)
            return


def same_step(state: State, world: State, seat: int, dice: Dice) -> tuple[int, int] | None:
    """Choose what happens next in two worlds: the same, or what the seat cannot tell apart."""
    view = state.view(seat)
    here, there = possible(state), possible(world)
    if view.step == "draw" and view.mover != seat:
        return dice.choice(here), dice.choice(there)
    both = sorted({*here} & {*there})
    if not both:
        return None
    action = dice.choice(both)
    return action, action


def events_of(state: State, action: int) -> list[Event]:
    log: list[Event] = []
    state.apply(action, log)
    return log


def learns_the_same(here: list[Event], there: list[Event], seat: int, mover: int) -> bool:
    """Look whether a seat is told the same in both worlds, until a hidden card comes to light."""
    for one, other in zip(here, there, strict=False):
        if one.seen_by(seat) != other.seen_by(seat):
            assert leaves_a_hidden_hand(one, seat)
            assert leaves_a_hidden_hand(other, seat)
            return False
    if len(here) != len(there):
        # Now all see that the Mocker's hand holds nothing, or something, that can be placed.
        assert min(here, there, key=len)[-1].kind == "mocker"
        assert mover != seat
        return False
    return True


def leaves_a_hidden_hand(event: Event, seat: int) -> bool:
    return event.source == "hand" and event.seat != seat


def tells_which_deck(log: list[Event], state: State, world: State, seat: int) -> bool:
    """N8.3 Tell whether a card came to light, in one world from another deck than in the other."""
    players = zip(state.view(seat).players, world.view(seat).players, strict=True)
    changed = {
        number for number, (here, there) in enumerate(players) if here.hidden != there.hidden
    }
    return changed == {event.seat for event in log if leaves_a_hidden_hand(event, seat)}


@pytest.mark.long
def test_N8_what_a_seat_knows_changes_what_it_sees() -> None:
    """Otherwise the tests above would prove nothing."""
    changed = set()
    for number, options in enumerate(TABLES[::5]):
        for moment in moments_of(options, number):
            for seat in range(options.seats):
                for name, world in Position(moment.state, seat).betrayed().items():
                    assert known_to(world, seat) != known_to(moment.state, seat), name
                    changed.add(name)
    assert changed == {"own hand", "known", "former deck", "creature", "discard", "revealed"}


class Held(NamedTuple):
    """A card in a hand, the deck from which it was drawn, and whether all have seen it."""

    card: str
    deck: int
    known: bool


class Witness:
    """N8 Who goes through a game and keeps in mind where the cards in all hands come from.

    Attributes:
        hands: what is in each hand.
        deck: the number of the present deck, the first one being 0.
    """

    def __init__(self, seats: int) -> None:
        self.hands: list[list[Held]] = [[] for _ in range(seats)]
        self.deck = 0

    def follow(self, moment: Moment) -> None:
        for event in moment.log:
            self.deck += event.kind == "shuffle"
            for card in moment.names(event):
                hand = self.hands[event.seat]
                if event.target == "hand":
                    hand.append(Held(card, self.deck, event.source != "deck"))
                elif event.source == "hand":
                    equal = [held for held in hand if held.card == card]
                    hand.remove(min(equal, key=lambda held: (not held.known, held.deck)))

    def decks(self) -> list[int]:
        """Return the decks of which unseen cards are in hands, the youngest first."""
        numbers = {held.deck for hand in self.hands for held in hand if not held.known}
        return sorted(numbers, reverse=True)


def ages_of(moment: Moment) -> list[int]:
    """Return the ages of the decks of which hands hold unseen cards, the youngest first."""
    marks = [mark for hand in hands_of(moment) for _, mark in hand if mark != "(known)"]
    return sorted({int(mark.strip("()") or 0) for mark in marks})


def hands_of(moment: Moment) -> list[list[tuple[str, str]]]:
    names = [f"hand {seat + 1}" for seat in range(moment.options.seats)]
    return [[card_and_mark(entry) for entry in moment.piles.get(name, [])] for name in names]


def compare(witness: Witness, moment: Moment) -> None:
    """Compare what a witness knows with the position and with what everybody sees."""
    ages = dict(zip(witness.decks(), ages_of(moment), strict=True))
    assert (0 in ages.values()) == (witness.deck in ages)
    if any(event.kind == "shuffle" for event in moment.log):
        former = [age for age in ages.values() if age]
        assert former == list(range(1, len(former) + 1))
    marks = {deck: f"({age})" if age else "" for deck, age in ages.items()}
    players = moment.state.view(0).players
    for hand, there, player in zip(witness.hands, hands_of(moment), players, strict=True):
        hidden = [held for held in hand if not held.known]
        known = [held.card for held in hand if held.known]
        here = [(held.card, marks[held.deck]) for held in hidden]
        assert sorted([*here, *((card, "(known)") for card in known)]) == sorted(there)
        assert Counter(player.known) == Counter(known)
        counted = {age: count for age, count in enumerate(player.hidden) if count}
        assert counted == Counter(ages[held.deck] for held in hidden)


@most_when_compiled
def test_N8_3_all_know_from_which_deck_the_cards_of_a_hand_come(options: Options) -> None:
    follow(at_random(options, 1), options)
    follow(of_habit(options, HABITS["harms"], 2), options)
    follow(of_habit(options, HABITS["purely"], 3), options)


@pytest.mark.parametrize("seats", [2, pytest.param(5, marks=pytest.mark.long)])
def test_N8_3_all_know_it_of_those_who_hoard(seats: int) -> None:
    """They hold the whole box; a deck is made anew from what they exchange."""
    options = Options(seats)
    witness = follow(islice(of_habit(options, hoards, 1, whim=0.2), 1200), options)
    assert witness.deck > 10


def follow(moments: Iterable[Moment], options: Options) -> Witness:
    witness = Witness(options.seats)
    for moment in moments:
        witness.follow(moment)
        compare(witness, moment)
    return witness


SHUFFLED = {
    "agenda": "act",
    "actions": "2",
    "hand 1": "insektoid head weeper, 2 chimerid legs executioner",
    "hand 2": "necronaut head, insektoid legs (known), necronaut torso (1)",
    "hand 3": "the rest",
    "creature 1.1": "necronaut legs, homunculus torso",
    "unknown": "chimerid head",
    "discard": "2 necronaut legs, homunculus head",
}


def test_N8_3_a_deck_made_anew_shows_what_is_in_hands() -> None:
    """Player 1 draws the last card, the second one comes from the discard pile."""
    state = game_of(Options(seats=3)).from_fields(SHUFFLED)
    for answer in ("place insektoid head weeper on 1", "chimerid head", "homunculus head"):
        state.apply(state.game.parse(answer))
    first, second = (state.view(seat) for seat in (0, 1))
    assert first.deck.size == 2
    assert first.deck.unseen[0] == {"necronaut legs": 2}
    # Of player 3 the same is known, card by card: all the rest comes from the deck before.
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
def test_N8_3_of_equal_cards_the_known_one_leaves_first_then_the_oldest(
    hand: str, left: str, answer: str
) -> None:
    fields = {"agenda": "act", "actions": "2", "hand 1": hand, "unknown": "the rest"}
    state = game_of(Options()).from_fields(fields)
    state.apply(state.game.parse(answer))
    assert sorted(expand(state.to_fields()["hand 1"])) == sorted(expand(left))


def test_N8_3_nor_does_terror_take_another_card() -> None:
    fields = {
        "agenda": "terror",
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
    "agenda": "act",
    "actions": "0",
    "mover": "2",
    "hand 1": "homunculus legs",
    "hand 2": "insektoid head (known), necronaut torso, homunculus head, chimerid legs (1)",
    "hand 3": "insektoid head, insektoid torso (1), chimerid head (2)",
    "unknown": "chimerid torso, chimerid head, necronaut head",
    "creature 2.1": "insektoid legs mocker, insektoid torso, homunculus head",
    **{f"creature 2.{place}": "homunculus legs" for place in range(2, 6)},
    "discard": "the rest",
}
"""Player 1 has not seen six cards of the present deck, two of the last one and one still older."""
AT_A_TURN = {"actions": "2"}
MOCKING = {"agenda": "mocker", "creature": "1", "completions": "1"}
"""N6.3 Only a torso can be placed."""
PRESENT = (
    *("necronaut torso", "homunculus head", "insektoid head"),
    *("chimerid torso", "chimerid head", "necronaut head"),
)
FORMER = ("chimerid legs", "insektoid torso")
DEALS = 2400

Deal = tuple[str, ...]


@pytest.mark.long
@pytest.mark.parametrize("changes", [AT_A_TURN, MOCKING], ids=["at a turn", "mocking"])
def test_determinize_makes_each_deal_as_likely_as_another(changes: dict[str, str]) -> None:
    state = game_of(Options(seats=3)).from_fields(SMALL | changes)
    orders = product(permutations(PRESENT), permutations(FORMER))
    deals = Counter(deal_of(present, former) for present, former in orders)
    possible_deals = {
        deal: ways
        for deal, ways in deals.items()
        if changes == AT_A_TURN or any(card.endswith("torso") for card in deal[:3])
    }
    random = Random(5)
    dealt = Counter(dealt_in(state.determinize(0, random)) for _ in range(DEALS))
    assert set(dealt) <= set(possible_deals)
    unit = DEALS / sum(possible_deals.values())
    statistic = sum(
        (dealt[deal] - unit * ways) ** 2 / (unit * ways) for deal, ways in possible_deals.items()
    )
    # The mean of the statistic is the number of deals less one, its variance twice that.
    freedom = len(possible_deals) - 1
    assert abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5


def deal_of(present: Deal, former: Deal) -> Deal:
    """Return what player 2 has of the present deck and of the last one, then what player 3 has."""
    return (*sorted(present[:2]), former[0], present[2], former[1])


def dealt_in(world: State) -> Deal:
    second, third = (
        [card_and_mark(entry) for entry in expand(world.to_fields()[name])]
        for name in ("hand 2", "hand 3")
    )
    assert ("insektoid head", "(known)") in second
    assert ("chimerid head", "(2)") in third
    assert len(second) == 4
    return (*of(second, ""), *of(second, "(1)"), *of(third, ""), *of(third, "(1)"))


def of(hand: list[tuple[str, str]], mark: str) -> list[str]:
    return sorted(card for card, other in hand if other == mark)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_determinize_changes_nothing_but_what_is_hidden(seat: int) -> None:
    state = game_of(Options(seats=3)).from_fields(SMALL | AT_A_TURN)
    before, past = state.to_fields(), state.history()
    random = Random(seat)
    worlds = [state.determinize(seat, random).to_fields() for _ in range(50)]
    hidden = {"hand 1", "hand 2", "hand 3", "unknown"} - {f"hand {seat + 1}"}
    changed = {name for world in worlds for name in world if world[name] != before[name]}
    assert changed == hidden
    assert all(world.keys() == before.keys() for world in worlds)
    assert (state.to_fields(), state.history()) == (before, past)
