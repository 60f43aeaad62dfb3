"""The game interface of Onirim, implemented by the modules of its rulebook chapters."""

from collections.abc import Mapping
from operator import index
from typing import Final, SupportsIndex, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i16, i64

from onirium.core.game import (
    CHANCE,
    TERMINAL,
    Game,
    State,
    check_chance_node,
    check_seat,
    check_viewer,
)
from onirium.core.options import non_default, resolve
from onirium.games.onirim import (
    determinization,
    observation_tensor,
    observer,
    position,
    setup,
    turn,
    view,
)
from onirium.games.onirim.actions import ACTION_COUNT, OUTCOME_COUNT, decision_kind, notation
from onirium.games.onirim.components import card_name
from onirium.games.onirim.expansions import dispatch
from onirium.games.onirim.legal_actions import legal_actions_into
from onirium.games.onirim.options import OPTIONS, Options
from onirium.games.onirim.state import Board
from onirium.games.onirim.steps import OVER, draws_from_deck, is_chance, is_decision

__all__ = ["OPTIONS", "Onirim", "OnirimState", "make"]

PHRASES: Final = (
    *("have sun", "have moon", "have key", "keep key"),
    *("red next", "blue next", "green next", "brown next"),
)
"""The phrases of two partners about their symbols and the colour to play."""

RULES: Final = 2
"""The version of the rules. Records of all earlier versions replay too."""

ANY_GOALS_SWAP: Final = 2
"""O8.5, O14 The first version in which Parallel Planning swaps face-down goals, too."""


@final
class OnirimState(Board):
    """A state of Onirim."""

    def current_player(self) -> i64:
        """Return the seat to decide, ``CHANCE`` or ``TERMINAL``."""
        step = self.current_step()
        if step == OVER:
            return TERMINAL
        if is_decision(step):
            return self.mover
        return CHANCE

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.current_step() == OVER

    def is_chance_node(self) -> bool:
        """Return whether chance decides next."""
        return is_chance(self.current_step())

    def legal_actions_into(self, actions: vec[i64]) -> i64:
        """Write the legal actions of a decision into a buffer, ascending; return their number."""
        return legal_actions_into(self, actions)

    def chance_outcomes_into(self, outcomes: vec[i64], weights: vec[i64]) -> i64:
        """Write the outcomes and their weights: for a draw the kinds and their unknown cards."""
        count: i64 = 0
        number: i64
        if not draws_from_deck(self.current_step()):
            count = dispatch.chance_outcomes_into(self, outcomes, weights)
            for number in range(count):
                outcomes[number] += ACTION_COUNT
            return count
        unknown = self.deck.unknown
        for number in range(self.options.deck_kind_count):
            weight = i64(unknown[number])
            outcomes[count], weights[count] = ACTION_COUNT + number, weight
            count += weight > 0  # no branch, which would be mispredicted
        return count

    def _is_possible(self, outcome: i64) -> bool:
        """Return whether an outcome of a chance node is possible; a draw needs an unknown card."""
        if draws_from_deck(self.current_step()):
            return self.deck.has_unknown(outcome - ACTION_COUNT)
        return super()._is_possible(outcome)

    def sample(self, rng: Random) -> i64:
        """Return an outcome sampled by weight; every unknown card is equally likely."""
        if not draws_from_deck(self.current_step()):
            check_chance_node(self)
            return ACTION_COUNT + dispatch.sample(self, rng)
        return ACTION_COUNT + self.deck.kind_at(rng.randrange(self.deck.unknown_size))

    def resolve_chance(self, rng: Random) -> i64:
        """Sample and apply outcomes up to a decision or the end; return the number of outcomes."""
        count: i64 = 0
        step = self.current_step()
        while is_chance(step):
            if draws_from_deck(step):
                turn.resolve_card(self, self.deck.draw_random(rng), 0)
            else:
                dispatch.resolve_outcome(self, dispatch.sample(self, rng))
            turn.proceed(self)
            count += 1
            step = self.current_step()
        return count

    def apply_unchecked(self, action: i64) -> None:
        """Apply a legal action or possible outcome, without validation and without history."""
        if action < ACTION_COUNT:
            turn.decide(self, action)
        elif draws_from_deck(self.current_step()):
            self.deck.draw_unknown(action - ACTION_COUNT)
            turn.resolve_card(self, action - ACTION_COUNT, 0)
        else:
            dispatch.resolve_outcome(self, action - ACTION_COUNT)
        turn.proceed(self)

    def returns(self) -> list[float]:
        """Return 1.0 for each seat that has won, 0.0 for all others."""
        first = 1.0 if self.outcome & 1 else 0.0
        if self.options.seats == 1:
            return [first]
        return [first, 1.0 if self.outcome & 2 else 0.0]

    def clone(self) -> "OnirimState":
        """Return a copy, including the history."""
        copy = OnirimState(self.game, self.options)
        copy.copy_from(self)
        return copy

    def determinize(self, seat: SupportsIndex, rng: Random) -> State:
        """O12 Return a random state with the same view and observation for a seat."""
        number = check_seat(self.game, seat)
        state = self.clone()
        state.history_node = ()
        determinization.resample_hidden(state, number, rng)
        return state

    def view(self, seat: SupportsIndex) -> view.OnirimView:
        """Return the view of a seat or of ``SPECTATOR``."""
        return observer.build_view(self, check_viewer(self.game, seat))

    def observe_into(self, seat: i64, numbers: vec[i16], start: i64) -> None:
        """Write the observation of a seat into a buffer, starting at an index."""
        observation_tensor.observe_into(self, seat, numbers, start)

    def to_fields(self) -> dict[str, str]:
        """Return the complete state as named, readable texts."""
        return position.write(self)


@final
class Onirim(Game):
    """Onirim: find the eight doors of the labyrinth of dreams before the deck runs out."""

    def __init__(self, options: Mapping[str, object]) -> None:
        resolved = resolve("onirim", OPTIONS, options)
        self.resolved_options = Options(resolved)
        seats = self.resolved_options.seats
        super().__init__(
            "onirim", RULES, non_default(OPTIONS, resolved), seats, ACTION_COUNT, OUTCOME_COUNT
        )

    def new_state(self) -> State:
        """O2, O7.1 Return a new initial state: the chance node of the first card."""
        state = OnirimState(self, self.resolved_options)
        setup.set_up(state)
        turn.proceed(state)
        return state

    def from_fields(self, fields: Mapping[str, str]) -> State:
        """Parse the result of ``State.to_fields``."""
        state = OnirimState(self, self.resolved_options)
        position.read(state, fields)
        return state

    def observation_spec(self) -> dict[str, tuple[int, int]]:
        """Return the length and the largest value of each array of an observation, in order."""
        return observation_tensor.observation_spec(self.resolved_options)

    def categorical_arrays(self) -> frozenset[str]:
        """Return the arrays of an observation that hold kinds, not counts."""
        return observation_tensor.CATEGORICAL_ARRAYS

    def notation(self, action: SupportsIndex) -> str:
        """Return the notation of an action or outcome."""
        return notation(index(action))

    def card_name(self, card: int) -> str:
        """Return the name of a kind of card."""
        return card_name(card)

    def decision_kind(self, action: int) -> str:
        """Return the kind of decision of an action."""
        return decision_kind(action)

    def under_rules(self, version: int) -> Game:
        """O8.5 Return the game under earlier rules: before version 2, only face-up goals swap."""
        if version >= ANY_GOALS_SWAP or not self.resolved_options.book:
            return self
        readings = {*self.options.get("readings", ()), "planning"}
        return Onirim({**self.options, "readings": sorted(readings)})

    def allows_chat(self) -> bool:
        """O7.8 Return whether the players may communicate: not at a silent table."""
        return self.options.get("table") != "silent"

    def phrases(self) -> tuple[str, ...]:
        """O7.8 Return the phrases about symbols and colours, for players who help each other."""
        return () if self.is_competitive() else PHRASES

    def is_competitive(self) -> bool:
        """O7.6 Return whether the players compete: in a race."""
        return self.options.get("mode") == "race"


def make(options: Mapping[str, object]) -> Game:
    """Return the game with resolved options."""
    return Onirim(options)
