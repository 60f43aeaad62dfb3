"""Onirim as a game of the house: the contract, carried out by the chapters of the rulebook."""

from collections.abc import Mapping
from typing import Any, Final, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.onirim import features, position, setup, turn, view
from onirium.games.onirim.actions import ACTIONS, decision_kind, legal_into, notation
from onirium.games.onirim.box import KINDS, card_name
from onirium.games.onirim.state import LAST_DECISION, OVER, WON, Table
from onirium.kernel.game import CHANCE, TERMINAL, Game, OptionError, State

RULES: Final = 1
"""The version of the rules; records of all versions up to it replay."""


@final
class OnirimState(Table):
    """A game of Onirim at one moment."""

    def current_player(self) -> i64:
        """Return the seat that decides, ``CHANCE`` or ``TERMINAL``."""
        step = self.step()
        if step == OVER:
            return TERMINAL
        if step <= LAST_DECISION:
            return 0
        return CHANCE

    def legal_into(self, actions: vec[i64]) -> i64:
        """Write the legal actions of a decision, ascending, into a buffer; return their number."""
        return legal_into(self, actions)

    def outcomes_into(self, outcomes: vec[i64], weights: vec[i64]) -> i64:
        """Write the kinds of card that may come and how many there are of each."""
        count: i64 = 0
        kind: i64
        for kind in range(KINDS):
            if self.deck.unknown[kind] > 0:
                outcomes[count] = ACTIONS + kind
                weights[count] = self.deck.unknown[kind]
                count += 1
        return count

    def sample(self, random: Random) -> i64:
        """Return the outcome that brings one of the unknown cards, all equally likely."""
        return ACTIONS + self.deck.kind_at(random.randrange(self.deck.unknown_size))

    def play_chance(self, random: Random) -> i64:
        """Let cards come until the player must decide or the game is over; return how many came."""
        cards: i64 = 0
        while self.current_player() == CHANCE:
            turn.come(self, self.deck.deal_unknown(random))
            turn.proceed(self)
            cards += 1
        return cards

    def apply_unchecked(self, action: i64) -> None:
        """Go on with a legal action or a possible outcome."""
        if action < ACTIONS:
            turn.decide(self, action)
        else:
            self.deck.draw_unknown(action - ACTIONS)
            turn.come(self, action - ACTIONS)
        turn.proceed(self)

    def returns(self) -> list[float]:
        """Return 1.0 for a game won, otherwise 0.0."""
        return [1.0 if self.outcome == WON else 0.0]

    def clone(self) -> "OnirimState":
        """Return an exact copy, history included."""
        copy = OnirimState(self.game)
        copy.copy_from(self)
        return copy

    def determinize(self, seat: int, random: Random) -> State:
        """O12 Return the same table: to one player nothing is hidden but what nobody knows."""
        world = self.clone()
        world.past = ()
        return world

    def view(self, seat: int) -> view.OnirimView:
        """Return what a seat may see."""
        return view.view_of(self, seat)

    def observation(self, seat: int) -> dict[str, list[int]]:
        """Return what a seat may see as named arrays."""
        return features.observe(self)

    def fields(self) -> dict[str, str]:
        """Return the whole state as named, readable texts."""
        return position.write(self)


@final
class Onirim(Game):
    """Onirim: find the eight doors of the labyrinth of dreams before the deck runs out."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        for name in options:
            raise OptionError(f"onirim has no option {name!r}; it has none")
        super().__init__("onirim", RULES, {}, 1, ACTIONS, KINDS)

    def new_state(self) -> State:
        """O2 Return the state from which a game starts: the first card is to be dealt."""
        state = OnirimState(self)
        setup.set_up(state)
        turn.proceed(state)
        return state

    def from_fields(self, fields: Mapping[str, str]) -> State:
        """Return the state that ``State.fields`` has written."""
        state = OnirimState(self)
        position.read(state, fields)
        return state

    def notation(self, action: int) -> str:
        """Return an action in words, or an outcome as the card that comes."""
        return notation(action)

    def card_name(self, card: int) -> str:
        """Return the name of a kind of card."""
        return card_name(card)

    def decision_kind(self, action: int) -> str:
        """Return the kind of decision that an action is."""
        return decision_kind(action)


def make(options: Mapping[str, Any]) -> Game:
    """Return the game with its options settled."""
    return Onirim(options)
