"""What holds at every moment of every game of Nightmarium, at every table."""

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
from tests.support.nightmarium.biased_policies import HABITS, hoards
from tests.support.nightmarium.traces import Moment, bare, games_of, of_habit, one_by_one, pairs
from tests.support.nightmarium.variant_matrix import MOST_WHEN_COMPILED, TABLES, told

Games = list[list[Moment]]
Piles = dict[str, list[str]]

BOX = Counter(card.name for card in the_box())
PARTS = ("legs", "torso", "head")
APART = 5
"""So many moments lie between those that are looked at where looking takes long."""
FIRST_MOMENTS = 1200
"""So much of the game of those who hoard, which has tens of thousands."""


@pytest.fixture(scope="module", params=MOST_WHEN_COMPILED)
def games(request: pytest.FixtureRequest) -> Games:
    options: Options = request.param
    return games_of(options, TABLES.index(options))


def parts_of(card: str) -> list[str]:
    return card.split()[1].split("/")


def legion_of(card: str) -> str:
    return card.split(maxsplit=1)[0]


def test_no_card_appears_or_is_lost(games: Games) -> None:
    """N1.1."""
    for moment in one_by_one(games):
        cards = Counter(bare(card) for pile in moment.piles.values() for card in pile)
        assert cards == BOX
        assert cards.total() == 108


def test_every_card_of_a_creature_fits_where_it_lies(games: Games) -> None:
    """N4.1, N4.3."""
    for moment in one_by_one(games):
        for seat in range(moment.options.seats):
            creatures = moment.creatures(seat)
            assert len(creatures) <= moment.options.creatures
            for cards in creatures.values():
                assert len(cards) <= 3
                assert all(part in parts_of(card) for part, card in zip(PARTS, cards, strict=False))


def test_a_creature_begins_in_the_lowest_empty_place(games: Games) -> None:
    for before, moment in pairs(games):
        begun = [event.target for event in moment.log if event.kind == "place legs"]
        for name in begun[:1]:
            places = range(1, moment.options.creatures + 1)
            names = [f"creature {moment.mover + 1}.{place}" for place in places]
            if name in before.creatures(before.mover) or before.mover != moment.mover:
                continue  # It was devoured before, or the turn is over.
            assert name == next(other for other in names if other not in before.piles)


def test_only_the_player_who_moves_wins_and_at_once(games: Games) -> None:
    """N7.1."""
    for before, moment in pairs(games):
        options = moment.options
        won = [moment.complete(seat) == options.creatures for seat in range(options.seats)]
        assert moment.state.returns() == list(map(float, won))
        assert moment.state.is_terminal() == any(won)
        if any(won):
            assert won.index(True) == before.mover == moment.mover
            assert moment.log[-1].kind == "complete"
            assert moment.fields["outcome"] == f"won by player {before.mover + 1}"


def test_turns_go_clockwise_and_have_two_actions(games: Games) -> None:
    """N2.3, N3.1."""
    for moments in games:
        options = moments[0].options
        acts = [moment for moment in moments if moment.step() == "act"]
        first = acts[0].mover
        assert options.first in {"chance", first + 1}
        for number, moment in enumerate(acts):
            assert moment.number("turns") == number // 2
            assert moment.mover == (first + number // 2) % options.seats
            assert moment.number("actions") == 2 - number % 2
            assert moment.agenda() == ["act"]


def test_legions_bind_the_second_action_that_places(games: Games) -> None:
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
    """Return the card that an action places, if it does; its abilities may place others."""
    verb, _, rest = moment.action.partition(" ")
    return rest.split(" on ")[0] if verb == "place" else ""


def test_an_exchange_draws_half(games: Games) -> None:
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
    """Return every pile; only in a creature the cards have an order."""
    piles = {name: moment(name) for name in moment.piles}
    return {
        name: pile if name.startswith("creature") else sorted(pile) for name, pile in piles.items()
    }


def pile_of(name: str, seat: int) -> str:
    return {"hand": f"hand {seat + 1}", "deck": "unknown"}.get(name, name)


def move(piles: Piles, moment: Moment, event: Event) -> None:
    """Move the cards of an event; a shuffle takes all that lies in the discard pile."""
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
                move(piles, moment, event)
            left = {
                name: pile if name.startswith("creature") else sorted(pile)
                for name, pile in piles.items()
                if pile
            }
            assert left == piles_of(moment)


SECRET = {"deal", "draw"}


def test_only_what_comes_into_a_hand_from_the_deck_is_secret(games: Games) -> None:
    """N8.1, N8.2."""
    for moment in one_by_one(games):
        seats = range(moment.options.seats)
        for event in moment.log:
            audience = [seat for seat in seats if event.audience >> seat & 1]
            assert (event.kind in SECRET) == (event.source == "deck" and event.target == "hand")
            assert audience == ([event.seat] if event.kind in SECRET else list(seats))


def test_the_numbers_of_a_view_add_up(games: Games) -> None:
    """N8.1, N8.3: what a seat has not seen is, with all that it sees, the box."""
    for moments in games:
        for moment in moments[::APART]:
            for seat in range(moment.options.seats):
                look_at_the_view(moment, seat)


def look_at_the_view(moment: Moment, seat: int) -> None:
    view = moment.state.view(seat)
    decks = range(len(view.deck.unseen))
    others = [player for number, player in enumerate(view.players) if number != seat]
    for number, player in enumerate(view.players):
        assert player.size == len(moment.hand(number))
        assert player.size == len(player.known) + sum(player.hidden)
        assert player.complete == moment.complete(number)
        assert len(player.hidden) == len(decks)
    assert view.deck.size == len(moment("unknown"))
    in_hands = [sum(player.hidden[deck] for player in others) for deck in decks]
    unseen = [sum(counts.values()) for counts in view.deck.unseen]
    assert unseen == [in_hands[0] + view.deck.size, *in_hands[1:]]
    assert not decks[1:] or any(player.hidden[-1] for player in view.players)
    assert Counter(cards_in_sight(view, seat)) + unseen_of(view) == BOX


def unseen_of(view: Any) -> Counter[str]:
    return sum((Counter(counts) for counts in view.deck.unseen), Counter())


def cards_in_sight(view: Any, seat: int) -> list[str]:
    """Return the cards that a seat sees: its hand, what lies open, what all know in hands."""
    cards = [*view.hand, *Counter(view.discard).elements(), *view.revealed]
    for number, player in enumerate(view.players):
        cards += player.known if number != seat else []
        for creature in player.creatures:
            cards += [card for card in (creature.legs, creature.torso, creature.head) if card]
    return cards


@pytest.mark.long
def test_every_moment_of_a_game_is_a_position(games: Games) -> None:
    """What reads a position refuses none that a game comes to, and reads just what was written."""
    for moment in one_by_one(games):
        again = moment.state.game.from_fields(moment.fields)
        assert again == moment.state
        assert again.to_fields() == moment.fields


@pytest.mark.long
def test_every_moment_of_a_game_goes_round_in_every_form(games: Games) -> None:
    for moments in games:
        for moment in [*moments[::APART], moments[-1]]:
            state = moment.state
            line = to_line(state)
            assert from_line(line) == state
            assert to_line(from_line(line)) == line
            assert onirium.from_json(state.to_json()) == state
            again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own bytes
            assert again == state
            assert again.history() == state.history()
            assert msgspec.json.encode(again.view(0)) == msgspec.json.encode(state.view(0))


def test_terror_strikes_whoever_is_on_the_left_first(games: Games) -> None:
    """N5.2: each opponent loses one card of the legion, or up to two others."""
    for moments in games:
        for event, struck in terrors(moments):
            legion = event.kind.split()[1]
            seats = range(1, moments[0].options.seats)
            order = [(event.seat + turn) % moments[0].options.seats for turn in seats]
            victims = [seat for seat, _ in struck]
            assert victims == sorted(victims, key=order.index)
            for seat in order:
                lost = [legion_of(card) == legion for victim, card in struck if victim == seat]
                assert lost in ([], [True], [False], [False, False])


def terrors(moments: list[Moment]) -> list[tuple[Event, list[tuple[int, str]]]]:
    """Return each terror with the cards that it cost, and whom."""
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
@pytest.mark.parametrize("options", TABLES, ids=told)
def test_every_moment_of_games_of_every_habit_is_a_position(options: Options) -> None:
    for habit in HABITS.values():
        test_every_moment_of_a_game_is_a_position([list(of_habit(options, habit, 100))])


@pytest.mark.long
@pytest.mark.parametrize("options", TABLES[::2], ids=told)
def test_what_holds_of_all_holds_of_those_who_hoard(options: Options) -> None:
    """They hold the whole box, and the deck is made anew again and again."""
    moments = list(islice(of_habit(options, hoards, 1), FIRST_MOMENTS))
    assert any(event.kind == "shuffle" for moment in moments for event in moment.log)
    test_no_card_appears_or_is_lost([moments])
    test_events_account_for_every_card_that_moves([moments])
    test_the_numbers_of_a_view_add_up([moments])
    test_every_moment_of_a_game_is_a_position([moments])
