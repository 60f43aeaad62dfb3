"""What holds at every moment of every game of Onirim."""

import itertools
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

import onirium
from onirium import Event, State
from onirium.games.onirim.state import STEP_BITS
from tests.cards import expand
from tests.onirim.naive import symbol_of, the_box
from tests.walk import walk

GAME = onirium.load("onirim")
PILES = ("deck", "hand", "row", "doors", "limbo", "discard", "looked", "table")
NAMES = [GAME.notation(GAME.actions + kind) for kind in range(GAME.outcomes)]
MOST_STEPS = 62 // STEP_BITS
"""How many steps the integer that holds them has room for."""
whole_games = given(st.integers(0, 2**32))


class Cards:
    """The cards of a state, field by field."""

    def __init__(self, state: State) -> None:
        self.fields = state.fields()

    def __call__(self, *names: str) -> list[str]:
        return [card for name in names for card in expand(self.fields.get(name, ""))]

    def deck(self) -> list[str]:
        return self("top", "unknown", "bottom")


def piles_of(state: State) -> dict[str, Counter[str]]:
    """Return where every card lies; cards that have been given a place on the deck lie there."""
    cards = Cards(state)
    piles = {name: Counter(cards(name)) for name in PILES}
    piles["deck"].update([*cards.deck(), *cards("arranged")])
    piles["table"].update(cards("drawn"))
    return piles


@settings(max_examples=25)
@whole_games
def test_no_card_appears_or_is_lost(seed: int) -> None:
    state = GAME.new_state()
    assert sum(piles_of(state).values(), Counter()) == Counter(the_box())
    for _ in walk(state, seed):
        assert sum(piles_of(state).values(), Counter()) == Counter(the_box())


@settings(max_examples=25)
@whole_games
def test_the_piles_keep_to_the_rules(seed: int) -> None:
    state = GAME.new_state()
    for _ in walk(state, seed):
        cards = Cards(state)
        row, hand = cards("row"), cards("hand")
        symbols = [symbol_of(room) for room in row]
        assert all(a != b for a, b in itertools.pairwise(symbols))
        assert len(hand) <= 5
        assert all(symbol_of(card) in {"sun", "moon", "key"} for card in [*hand, *row])
        assert all(count <= 2 for count in Counter(cards("doors")).values())
        assert len(cards("looked", "arranged")) <= 5
        assert len(cards("agenda")) <= MOST_STEPS
        for card in cards("limbo"):
            assert card == "nightmare" or symbol_of(card) == "door"


@settings(max_examples=25)
@whole_games
def test_a_turn_begins_with_five_cards_and_no_limbo(seed: int) -> None:
    state = GAME.new_state()
    for _ in walk(state, seed):
        cards = Cards(state)
        if cards("agenda") == ["play"]:
            assert len(cards("hand")) == 5
            assert cards("limbo") == []


@settings(max_examples=25)
@whole_games
def test_a_game_is_won_with_eight_doors_and_lost_without_a_card_to_draw(seed: int) -> None:
    state = GAME.new_state()
    for _ in walk(state, seed):
        cards = Cards(state)
        won = len(cards("doors")) == 8
        assert state.is_terminal() or not won
        assert state.returns() == [float(won)]
    assert won or cards.deck() == []
    assert won or len(cards("hand")) < 5


@settings(max_examples=25)
@whole_games
def test_the_view_says_how_many_cards_the_deck_has(seed: int) -> None:
    state = GAME.new_state()
    for _ in walk(state, seed):
        deck = state.view(0).deck
        held = Cards(state).deck()
        assert deck.size == len(held)
        assert Counter(deck.cards) == Counter(held)


@settings(max_examples=25)
@whole_games
def test_only_a_shuffle_forgets_the_order_of_the_deck(seed: int) -> None:
    state = GAME.new_state()
    before: list[str] = []
    for _, log in walk(state, seed):
        kinds = [event.kind for event in log]
        now = Cards(state)("top")
        if "shuffle" in kinds:
            assert now == []
        elif "return" not in kinds:
            taken = sum(event.source == "deck" for event in log)
            assert now == before[taken:] or "win" in kinds
        before = now


@settings(max_examples=25)
@whole_games
def test_events_account_for_every_card_that_moves(seed: int) -> None:
    state = GAME.new_state()
    piles = piles_of(state)
    for _, log in walk(state, seed):
        for event in log:
            move(piles, event)
        assert {name: +pile for name, pile in piles.items()} == piles_of(state)


def move(piles: dict[str, Counter[str]], event: Event) -> None:
    """Move the cards of an event from pile to pile; a shuffle takes all that lie in limbo."""
    if not event.cards and event.source:
        moved = Counter(piles[event.source])
    else:
        moved = Counter(NAMES[kind] for kind in event.cards if kind is not None)
    if moved:
        assert moved <= piles[event.source], event
        piles[event.source] -= moved
        piles[event.target] += moved


@settings(max_examples=25)
@whole_games
def test_a_card_that_is_told_of_has_moved(seed: int) -> None:
    for _, log in walk(GAME.new_state(), seed):
        for event in log:
            assert {event.source, event.target} <= {*PILES, ""}
            assert not event.cards or ("" != event.source != event.target != "")


@settings(max_examples=20)
@whole_games
def test_every_moment_of_a_game_is_a_position(seed: int) -> None:
    """What reads a position refuses none that a game comes to, and reads just what was written."""
    state = GAME.new_state()
    for _ in walk(state, seed):
        again = GAME.from_fields(state.fields())
        assert again == state
        assert again.fields() == state.fields()
