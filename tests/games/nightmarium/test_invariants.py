"""Invariants at every moment of games of Nightmarium, for all options."""

import pickle
from collections import Counter
from itertools import islice, pairwise
from typing import Any

import msgspec
import pytest

import onirium
from onirium import Event
from onirium.record import from_line, to_line
from tests.games.nightmarium.reference import LEGIONS, Options
from tests.games.nightmarium.reference.cards import the_box
from tests.support.nightly import gate_cases
from tests.support.nightmarium.biased_policies import POLICIES, hoard
from tests.support.nightmarium.traces import Moment, games_of, policy_trace, without_mark
from tests.support.nightmarium.variant_matrix import TABLES, TABLES_WITH_LONG_MARKS, options_id
from tests.support.traces import all_moments, assert_position_round_trips, consecutive_moments

Games = list[list[Moment]]
Piles = dict[str, list[str]]

ALL_CARDS = Counter(card.name for card in the_box())
PARTS = ("legs", "torso", "head")
MOMENT_INTERVAL = 5
"""The number of moments from one to the next in slow checks."""
MAX_MOMENTS = 1200
"""The examined moments of a hoarding game, which has tens of thousands."""


@pytest.fixture(scope="module", params=TABLES_WITH_LONG_MARKS)
def games(request: pytest.FixtureRequest) -> Games:
    options: Options = request.param
    return games_of(options, TABLES.index(options))


def parts_of(card: str) -> list[str]:
    return card.split()[1].split("/")


def legion_of(card: str) -> str:
    return card.split(maxsplit=1)[0]


def test_cards_are_conserved(games: Games) -> None:
    """N1.1."""
    for moment in all_moments(games):
        cards = Counter(without_mark(card) for pile in moment.piles.values() for card in pile)
        assert cards == ALL_CARDS
        assert cards.total() == 108


def test_cards_of_creatures_fit_their_heights(games: Games) -> None:
    """N4.1, N4.3."""
    for moment in all_moments(games):
        for seat in range(moment.options.seats):
            creatures = moment.creatures(seat)
            assert len(creatures) <= moment.options.creatures
            for cards in creatures.values():
                assert len(cards) <= 3
                assert all(part in parts_of(card) for part, card in zip(PARTS, cards, strict=False))


def test_creature_begins_in_the_first_free_slot(games: Games) -> None:
    for before, moment in consecutive_moments(games):
        started = [event.target for event in moment.log if event.kind == "place legs"]
        for name in started[:1]:
            slots = range(1, moment.options.creatures + 1)
            names = [f"creature {moment.mover + 1}.{slot}" for slot in slots]
            if name in before.creatures(before.mover) or before.mover != moment.mover:
                continue  # It was devoured in the same step, or the turn is over.
            assert name == next(other for other in names if other not in before.piles)


def test_only_the_mover_wins_and_at_once(games: Games) -> None:
    """N7.1."""
    for before, moment in consecutive_moments(games):
        options = moment.options
        won = [moment.complete_count(seat) == options.creatures for seat in range(options.seats)]
        assert moment.state.returns() == list(map(float, won))
        assert moment.state.is_terminal() == any(won)
        if any(won):
            assert won.index(True) == before.mover == moment.mover
            assert moment.log[-1].kind == "complete"
            assert moment.fields["outcome"] == f"won by player {before.mover + 1}"


def test_turns_go_clockwise_and_have_two_actions(games: Games) -> None:
    """N2.3, N3.1; N5.6 in one reading a turn may have only one."""
    for moments in games:
        options = moments[0].options
        acts = [moment for moment in moments if moment.step() == "act"]
        first = acts[0].mover
        assert options.first in {"chance", first + 1}
        for moment in acts:
            assert moment.mover == (first + moment.number("turns")) % options.seats
            assert moment.steps() == ["act"]
        actions = [(moment.number("turns"), moment.number("actions")) for moment in acts]
        turns = range(actions[-1][0] + 1)
        both = [(turn, left) for turn in turns for left in (2, 1)][: len(actions)]
        if "chain-end" in options.readings:
            assert actions == sorted(set(actions), key=lambda act: (act[0], -act[1]))
            assert {turn for turn, left in actions if left == 2} == {*turns}
        else:
            assert actions == both


def test_legion_binds_the_second_placement_of_a_turn(games: Games) -> None:
    """N3.2."""
    for moments in games:
        acts = [pair for pair in pairwise(moments) if pair[0].step() == "act"]
        for (turn, first), (other, second) in pairwise(acts):
            if turn.number("turns") == other.number("turns"):
                placed = [card_placed(first), card_placed(second)]
                bound = legion_of(placed[0]) if placed[0] else ""
                assert other.fields.get("legion", "") == bound
                assert not bound or not placed[1] or legion_of(placed[1]) == bound


def card_placed(moment: Moment) -> str:
    """Return the card of a placement action, without those placed by abilities."""
    verb, _, rest = moment.action.partition(" ")
    return rest.split(" on ")[0] if verb == "place" else ""


def test_exchange_draws_half_as_many_cards(games: Games) -> None:
    """N3.4, N3.6."""
    for moments in games:
        for start, moment in enumerate(moments[1:], start=1):
            if moments[start - 1].step() != "act" or not moment.action.startswith("exchange"):
                continue
            action = moments[start:]
            length = next(n for n, later in enumerate(action) if later.step() in {"act", "over"})
            log = [event for later in action[: length + 1] for event in later.log]
            exchanged = [event.cards[0] for event in log if event.kind == "exchange"]
            assert exchanged == sorted(exchanged, key=lambda kind: kind or 0)
            drawn = sum(event.kind == "draw" for event in log)
            assert drawn == len(exchanged) // 2


def piles_of(moment: Moment) -> Piles:
    """Return every pile; only the cards of creatures are ordered."""
    piles = {name: moment.cards(name) for name in moment.piles}
    return {
        name: pile if name.startswith("creature") else sorted(pile) for name, pile in piles.items()
    }


def pile_of(name: str, seat: int) -> str:
    return {"hand": f"hand {seat + 1}", "deck": "unknown"}.get(name, name)


def move_cards(piles: Piles, moment: Moment, event: Event) -> None:
    """Move the cards of an event; a shuffle moves the whole discard pile."""
    source, target = pile_of(event.source, event.seat), pile_of(event.target, event.seat)
    moved = piles[source][:] if event.kind == "shuffle" else moment.names(event)
    for card in moved:
        if source.startswith("creature"):
            assert piles[source][-1] == card
        piles[source].remove(card)
        piles.setdefault(target, []).append(card)


def test_events_account_for_every_card_that_moves(games: Games) -> None:
    for moments in games:
        for before, moment in pairwise(moments):
            piles = piles_of(before)
            for event in moment.log:
                move_cards(piles, moment, event)
            left = {
                name: pile if name.startswith("creature") else sorted(pile)
                for name, pile in piles.items()
                if pile
            }
            assert left == piles_of(moment)


HIDDEN_EVENTS = {"deal", "draw"}


def test_only_draws_from_the_deck_into_a_hand_are_hidden(games: Games) -> None:
    """N8.1, N8.2."""
    for moment in all_moments(games):
        seats = range(moment.options.seats)
        for event in moment.log:
            audience = [seat for seat in seats if event.audience >> seat & 1]
            assert (event.kind in HIDDEN_EVENTS) == (
                event.source == "deck" and event.target == "hand"
            )
            assert audience == ([event.seat] if event.kind in HIDDEN_EVENTS else list(seats))


def test_numbers_of_a_view_add_up(games: Games) -> None:
    """N8.1, N8.3 Seen and unseen cards together are all cards."""
    for moments in games:
        for moment in moments[::MOMENT_INTERVAL]:
            for seat in range(moment.options.seats):
                assert_view_adds_up(moment, seat)


def assert_view_adds_up(moment: Moment, seat: int) -> None:
    view = moment.state.view(seat)
    decks = range(len(view.deck.unseen))
    others = [player for number, player in enumerate(view.players) if number != seat]
    for number, player in enumerate(view.players):
        assert player.size == len(moment.hand(number))
        assert player.size == len(player.known) + sum(player.hidden)
        assert player.complete == moment.complete_count(number)
        assert len(player.hidden) == len(decks)
    assert view.deck.size == len(moment.cards("unknown"))
    in_hands = [sum(player.hidden[deck] for player in others) for deck in decks]
    unseen = [sum(counts.values()) for counts in view.deck.unseen]
    assert unseen == [in_hands[0] + view.deck.size, *in_hands[1:]]
    assert not decks[1:] or any(player.hidden[-1] for player in view.players)
    assert Counter(visible_cards(view, seat)) + unseen_cards(view) == ALL_CARDS


def unseen_cards(view: Any) -> Counter[str]:
    return sum((Counter(counts) for counts in view.deck.unseen), Counter())


def visible_cards(view: Any, seat: int) -> list[str]:
    """Return the cards that a seat sees: its hand, open cards, and known cards of other hands."""
    cards = [*view.hand, *Counter(view.discard).elements(), *view.revealed]
    for number, player in enumerate(view.players):
        cards += player.known if number != seat else []
        for creature in player.creatures:
            cards += [card for card in (creature.legs, creature.torso, creature.head) if card]
    return cards


@pytest.mark.long
def test_every_moment_round_trips_as_a_position(games: Games) -> None:
    """Every reachable position is accepted and read as it was written."""
    for moment in all_moments(games):
        assert_position_round_trips(moment)


@pytest.mark.long
def test_moments_round_trip_in_every_format(games: Games) -> None:
    for moments in games:
        for moment in [*moments[::MOMENT_INTERVAL], moments[-1]]:
            state = moment.state
            line = to_line(state)
            assert from_line(line) == state
            assert to_line(from_line(line)) == line
            assert onirium.from_json(state.to_json()) == state
            again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own bytes
            assert again == state
            assert again.history() == state.history()
            assert msgspec.json.encode(again.view(0)) == msgspec.json.encode(state.view(0))


def test_terror_goes_clockwise_from_the_left(games: Games) -> None:
    """N5.2 Each opponent loses one card of the legion, or up to two others.

    N10 In one reading, the second of the two may be of the legion.
    """
    for moments in games:
        for event, struck in terrors(moments):
            legion = event.kind.split()[1]
            seats = range(1, moments[0].options.seats)
            order = [(event.seat + turn) % moments[0].options.seats for turn in seats]
            victims = [seat for seat, _ in struck]
            assert victims == sorted(victims, key=order.index)
            for seat in order:
                lost = [legion_of(card) == legion for victim, card in struck if victim == seat]
                by_choice = "terror-choice" in moments[0].options.readings
                assert lost in ([], [True], [False], [False, False], *[[False, True]] * by_choice)


def terrors(moments: list[Moment]) -> list[tuple[Event, list[tuple[int, str]]]]:
    """Return each terror with the seats and cards of its discards."""
    events = [(event, moment) for moment in moments for event in moment.log]
    found: list[tuple[Event, list[tuple[int, str]]]] = []
    striking = False
    for event, moment in events:
        striking = event.kind.startswith("terror") or (striking and event.kind == "discard")
        if event.kind.startswith("terror"):
            assert event.kind.split()[1] in LEGIONS
            found.append((event, []))
        elif striking and event.source == "hand":
            found[-1][1].append((event.seat, moment.names(event)[0]))
    return found


@pytest.mark.long
@pytest.mark.parametrize("options", gate_cases(TABLES, *TABLES[::5]), ids=options_id)
def test_every_moment_of_policy_games_round_trips(options: Options) -> None:
    for policy in POLICIES.values():
        test_every_moment_round_trips_as_a_position([list(policy_trace(options, policy, 100))])


@pytest.mark.long
@pytest.mark.parametrize("options", gate_cases(TABLES[::2], *TABLES[::4]), ids=options_id)
def test_invariants_hold_with_large_hands(options: Options) -> None:
    """The hands hold nearly all cards, and the deck is reshuffled again and again."""
    moments = list(islice(policy_trace(options, hoard, 1), MAX_MOMENTS))
    assert any(event.kind == "shuffle" for moment in moments for event in moment.log)
    test_cards_are_conserved([moments])
    test_events_account_for_every_card_that_moves([moments])
    test_numbers_of_a_view_add_up([moments])
    test_every_moment_round_trips_as_a_position([moments])
