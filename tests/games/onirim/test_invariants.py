"""Invariants of every state of every game of Onirim, in every combination."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from onirium import Event
from onirium.games.onirim.steps import STEP_BITS
from tests.games.onirim.reference import (
    COLOURS,
    colour_of,
    has_formation,
    is_key,
    is_room,
    is_tower,
    the_box,
)
from tests.games.onirim.reference.cards import GOALS, PREMONITIONS, is_labyrinth_card
from tests.games.onirim.reference.towers import stands
from tests.support.nightly import gate_cases
from tests.support.onirim.coverage_goals import deck_of
from tests.support.onirim.traces import NOT_CARDS, Moment, games_of
from tests.support.onirim.variant_matrix import (
    COMBINATIONS,
    WITHOUT_MORE_PREMONITIONS,
    options_id,
)
from tests.support.traces import all_moments, assert_position_round_trips, consecutive_moments

pytestmark = pytest.mark.long

Games = list[list[Moment]]
Piles = dict[str, Counter[str]]

PLAYER_FIELDS = ("hand", "row", "doors")
COMMON_FIELDS = (
    *("shared", "limbo", "discard", "removed", "peeked", "towers"),
    *("premonitions", "pile", "striking"),
)
MAX_STEPS = 62 // STEP_BITS
"""The number of steps that fit into the integer of the step stack."""
BASE_DECK_SIZE = 76
MOMENT_INTERVAL = 7
"""The interval between the states that are checked by slow tests."""
SETUP_STEPS = {"toss", "lay goals", "unveil", "deal", "lay open", "draft"}


@pytest.fixture(
    scope="module", params=gate_cases(COMBINATIONS, *WITHOUT_MORE_PREMONITIONS), ids=options_id
)
def games(request: pytest.FixtureRequest) -> Games:
    return games_of(request.param)


def all_cards(moment: Moment) -> Counter[str]:
    """Return all cards of the deck composition; some fields repeat cards of others."""
    relics = {"goals", "premonitions", "pile", "striking", "struck", "revealed", "revealed before"}
    again = {"shown", "partner shown"}
    fields = moment.fields.keys() - NOT_CARDS - relics - again
    return Counter(card.split(" (")[0] for card in moment.cards(*fields))


def test_cards_are_conserved(games: Games) -> None:
    for moment in all_moments(games):
        expansions = moment.options.expansions
        towers, dreams = "towers" in expansions, "premonitions" in expansions
        cards = all_cards(moment)
        assert cards == Counter(the_box(expansions))
        assert cards.total() == BASE_DECK_SIZE + 12 * towers + 4 * dreams


def test_goals_and_premonitions_are_conserved(games: Games) -> None:
    """Goals stay in their row; removed Premonitions never return."""
    for before, moment in consecutive_moments(games):
        if "book" in moment.options.expansions and "lay goals" not in moment.steps():
            goals = [goal.partition(" (")[0] for goal in moment.cards("goals")]
            assert sorted(goals) == sorted(GOALS)
        left = Counter(moment.cards("premonitions", "pile", "striking"))
        assert left <= Counter(before.cards("premonitions", "pile", "striking"))
        gone = sum(event.kind in {"struck", "dismiss"} for event in moment.log)
        assert left.total() == len(before.cards("premonitions", "pile", "striking")) - gone
    for game in games:
        laid = game[0].cards("premonitions", "pile")
        with_them = "premonitions" in game[0].options.expansions
        assert sorted(laid) == (sorted(PREMONITIONS) if with_them else [])


def test_piles_obey_the_rules(games: Games) -> None:
    for moment in all_moments(games):
        for row in (moment.cards("row"), moment.cards("partner row")):
            symbols = [card.split()[1] for card in row if is_room(card)]
            assert len(symbols) == len(row)
            assert all(a != b for a, b in pairwise(symbols))
        assert all(map(is_labyrinth_card, moment.cards("hand", "shared", "partner hand")))
        assert all(map(is_tower, moment.cards("towers")))
        assert stands(moment.cards("towers"))
        assert not [card for card in moment.cards("limbo") if is_labyrinth_card(card)]
        assert len(moment.cards("peeked", "ordered")) <= (
            7 if moment.cards("drawn") == ["happy dream"] else 5
        )
        assert len(moment.cards("drawn")) <= 1
        assert len(moment.cards("striking")) <= 1
        assert len(moment.steps()) <= MAX_STEPS


def test_hands_and_doors_obey_the_rules(games: Games) -> None:
    for moment in all_moments(games):
        if moment.options.seats == 1:
            assert len(moment.cards("hand")) <= 5
            assert max(Counter(moment.cards("doors")).values(), default=0) <= 2
            continue
        setting_up = not SETUP_STEPS.isdisjoint(moment.steps())
        assert len(moment.cards("hand")) <= 3
        assert len(moment.cards("partner hand")) <= 3
        assert len(moment.cards("shared")) <= (8 if setting_up else 2)
        for seat in (0, 1):
            doors_of_a_colour = 2 if "second-door" in moment.options.readings else 1
            held = Counter(moment.of(seat, "doors"))
            assert max(held.values(), default=0) <= doors_of_a_colour
            assert Counter(moment.of(seat, "shown")) <= Counter(moment.of(seat, "hand"))


def test_a_turn_begins_with_full_reserves_and_no_limbo(games: Games) -> None:
    for moment in all_moments(games):
        if moment.steps() == ["play"]:
            sizes = [len(moment.cards(name)) for name in ("hand", "shared", "partner hand")]
            assert sizes == ([5, 0, 0] if moment.options.seats == 1 else [3, 2, 3])
            assert moment.cards("limbo", "drawn", "peeked", "ordered", "striking") == []


def winners(moment: Moment) -> list[bool]:
    """O6.1, O7.6, O9.2 Return for each seat whether the position is won."""
    options = moment.options
    stands_complete = "towers" not in options.expansions or has_formation(moment.cards("towers"))
    if options.seats == 1:
        return [stands_complete and len(moment.cards("doors")) == 8]
    has_four = [stands_complete and len({*moment.of(seat, "doors")}) == 4 for seat in (0, 1)]
    if options.mode == "together":
        return [all(has_four)] * 2
    if all(has_four):
        return [seat == moment.mover for seat in (0, 1)]
    return has_four


def test_a_game_is_won_exactly_with_all_doors_and_towers(games: Games) -> None:
    for moment in all_moments(games):
        won = winners(moment)
        assert moment.state.is_terminal() or not any(won)
        if any(won):
            assert moment.log[-1].kind == "win"
        elif moment.state.is_terminal() and "race-deck-out" in moment.options.readings:
            won[1 - moment.mover] = True
        assert moment.state.returns() == list(map(float, won))


def test_a_game_is_lost_exactly_by_a_draw_from_an_empty_deck(games: Games) -> None:
    for game in games:
        end = game[-1]
        assert end.state.is_terminal()
        assert (end.log[-1].kind == "lose") == (not any(winners(end)))
        if end.log[-1].kind == "lose":
            assert deck_of(end) == []
            assert len(end.cards("hand", "shared")) < 5


def test_the_view_counts_the_cards(games: Games) -> None:
    for game in games:
        for moment in game[::MOMENT_INTERVAL]:
            for seat in range(moment.options.seats):
                check_view(moment, seat)


def check_view(moment: Moment, seat: int) -> None:
    """O12.1 Cards not seen elsewhere can be in the deck."""
    view = moment.state.view(seat)
    deck, other = deck_of(moment), Counter(moment.of(1 - seat, "hand"))
    hidden = other - Counter(moment.of(1 - seat, "shown"))
    if seat != moment.mover and moment.cards("drawn") != ["happy dream"]:
        hidden += Counter(moment.cards("peeked", "ordered"))
    assert view.deck.size == len(deck)
    assert Counter(view.deck.cards) == Counter(deck) + hidden
    assert sorted(view.hand) == sorted(moment.of(seat, "hand"))
    assert sorted(view.shared) == sorted(moment.cards("shared"))
    assert view.row == moment.of(seat, "row")
    assert Counter(view.limbo) == Counter(moment.cards("limbo"))
    assert Counter(view.discard) == Counter(moment.cards("discard", "struck"))
    assert len(view.peeked) == len(moment.cards("peeked"))
    assert len(view.ordered) == len(moment.cards("ordered"))
    doors = Counter(map(colour_of, moment.of(seat, "doors")))
    assert view.doors == {colour: doors[colour] for colour in COLOURS}
    if view.partner:
        assert len(view.partner.hand) == other.total()


class Known:
    """O12.2 The known order of the deck, derived from the events.

    Attributes:
        top: the known cards on top.
        bottom: the known cards at the bottom.
        laid: the peeked cards that have been returned while others have not.
        unknown: the number of unknown cards in the deck.
    """

    def __init__(self, everyone: int) -> None:
        self.everyone = everyone
        self.top: list[str] = []
        self.bottom: list[str] = []
        self.laid: list[str] = []
        self.laid_below = False
        self.unknown = 0

    def follow(self, before: Moment, moment: Moment) -> None:
        """Apply events; a shuffle makes all positions unknown."""
        self.unknown = len(before.cards("unknown"))
        shuffles = [at for at, event in enumerate(moment.log) if self.shuffles(moment, event)]
        if shuffles:
            self.top, self.bottom, self.laid = [], [], []
        for event in moment.log[shuffles[-1] + 1 if shuffles else 0 :]:
            for card in moment.names(event):
                self.move(event, card)
        if not moment.cards("ordered"):
            self.lay_back()

    def shuffles(self, moment: Moment, event: Event) -> bool:
        """Searching the deck, or choosing keys in it, includes a shuffle."""
        chosen = event.kind == "strike" and moment.names(event) == ["blue premonition"]
        return chosen or event.kind in {"search", "shuffle"}

    def move(self, event: Event, card: str) -> None:
        seen = event.audience & self.everyone
        marked = card if seen == self.everyone else f"{card} ({seen})"
        if event.kind in {"return", "sink"}:
            self.laid.append(marked)
            self.laid_below = event.kind == "sink"
            return
        self.lay_back()
        if event.kind in {"lift", "fetch"}:
            self.top.insert(0, marked)
        elif event.kind == "look below":
            self.take(card, -1, self.bottom, self.top)
        elif event.source == "deck" and event.kind != "forfeit":
            self.take(card, 0, self.top, self.bottom)

    def lay_back(self) -> None:
        if self.laid_below:
            self.bottom += self.laid
        else:
            self.top = self.laid + self.top
        self.laid = []

    def take(self, card: str, end: int, near: list[str], far: list[str]) -> None:
        """Remove a card from one end; known cards at the other end are reached last."""
        if near or (far and not self.unknown):
            assert (near or far).pop(end).split(" (")[0] == card
        else:
            self.unknown -= 1


def test_only_a_shuffle_makes_known_positions_unknown(games: Games) -> None:
    for game in games:
        known = Known(everyone=2 ** game[0].options.seats - 1)
        for before, moment in pairwise(game):
            known.follow(before, moment)
            assert known.top == moment.cards("top")
            assert known.bottom == moment.cards("bottom")
            assert [card.split(" (")[0] for card in known.laid] == moment.cards("ordered")


def piles_of(moment: Moment) -> Piles:
    """Return the piles of all cards; returned peeked cards belong to the deck."""
    piles = {name: Counter(moment.cards(name)) for name in COMMON_FIELDS}
    piles["deck"] = Counter([*deck_of(moment), *moment.cards("ordered")])
    piles["discard"] += Counter(moment.cards("struck"))
    piles["table"] = Counter(moment.cards("drawn"))
    for seat in range(moment.options.seats):
        for name in PLAYER_FIELDS:
            piles[f"{name} {seat}"] = Counter(moment.of(seat, name))
    goals = [goal.partition(" (") for goal in moment.cards("goals")]
    piles["goals"] = Counter(goal for goal, _, mark in goals if mark != "found)")
    piles["found"] = Counter(goal for goal, _, mark in goals if mark == "found)")
    return {name: pile for name, pile in piles.items() if pile}


def pile_of(name: str, seat: int) -> str:
    """Return the pile of an event; some piles belong to the acting or the other player."""
    if name == "partner doors":
        return f"doors {1 - seat}"
    return f"{name} {seat}" if name in PLAYER_FIELDS else name


def move(piles: Piles, moment: Moment, event: Event) -> None:
    """Move the cards of an event between piles; a shuffle moves all cards of limbo.

    Swapped goals keep their faces (O8.5), and so stay in their piles.
    """
    if event.kind == "swap":
        return
    source, target = pile_of(event.source, event.seat), pile_of(event.target, event.seat)
    moved = Counter(moment.names(event))
    if event.kind == "shuffle" and source:
        moved = Counter(piles[source])
    if moved:
        assert moved <= piles.get(source, Counter()), event
        piles[source] -= moved
        piles[target] = piles.get(target, Counter()) + moved


def test_events_account_for_every_card_that_moves(games: Games) -> None:
    for game in games:
        book = "book" in game[0].options.expansions
        piles = {**piles_of(game[0]), "box": Counter(GOALS * book), "gone": Counter[str]()}
        for moment in game[1:]:
            for event in moment.log:
                move(piles, moment, event)
            there = {name: pile for name, pile in piles.items() if pile}
            there.pop("gone", None)
            there.pop("box", None)
            for card in PREMONITIONS:
                there.get("removed", Counter()).pop(card, None)
            assert there == piles_of(moment)
        assert not piles["box"]


def test_a_card_of_an_event_has_moved(games: Games) -> None:
    """Only swapped goals and a fetched card stay in their pile."""
    for moment in all_moments(games):
        for event in moment.log:
            if event.cards:
                assert event.source
                assert event.target
                assert event.kind in {"swap", "fetch"} or event.source != event.target


def test_the_mover_is_the_seat_of_all_events(games: Games) -> None:
    """The mover is the seat of all events, except for the shuffle that ends a turn."""
    for before, moment in consecutive_moments(games):
        movers = {before.mover, moment.mover}
        assert {event.seat for event in moment.log} <= movers


def test_turns_alternate(games: Games) -> None:
    """O7.5 The players alternate in the plays and discards of phase 1."""
    for game in games:
        turns = list(movers_of(game))
        assert all(a != b or game[0].options.seats == 1 for a, b in pairwise(turns))
        assert turns


def movers_of(game: list[Moment]) -> Iterator[int]:
    for before, moment in pairwise(game):
        if before.step() == "play" and not moment.action.startswith("cast"):
            yield before.mover


def test_only_the_discard_of_a_key_triggers_a_prophecy(games: Games) -> None:
    """O3.5, O4.1, O5.1."""
    for moment in all_moments(games):
        for a, b in pairwise(moment.log):
            if b.kind == "look" and a.kind not in {"look", "decline", "share"}:
                [card] = moment.names(a)
                assert a.kind == "discard"
                assert is_key(card) or is_tower(card)


def test_every_state_is_a_valid_position(games: Games) -> None:
    """Every reachable position can be written and read back unchanged."""
    for game in games:
        for moment in [*game[::MOMENT_INTERVAL], game[-1]]:
            assert_position_round_trips(moment)
