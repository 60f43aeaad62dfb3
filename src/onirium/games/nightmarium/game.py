"""The game interface of Nightmarium, implemented by the modules of its rulebook chapters."""

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
from onirium.games.nightmarium import (
    determinization,
    observation_tensor,
    observer,
    position,
    setup,
    turn,
)
from onirium.games.nightmarium.actions import (
    ACTION_COUNT,
    FIRST_PLAYER,
    OUTCOME_COUNT,
    decision_kind,
    notation,
)
from onirium.games.nightmarium.components import KIND_COUNT, card_name
from onirium.games.nightmarium.legal_actions import legal_actions_into
from onirium.games.nightmarium.options import OPTIONS, Options
from onirium.games.nightmarium.state import Board
from onirium.games.nightmarium.steps import OVER, TERROR, TOSS, is_chance, is_decision
from onirium.games.nightmarium.view import NightmariumView

__all__ = ["OPTIONS", "Nightmarium", "NightmariumState", "make"]

RULES: Final = 1
"""The version of the rules. Records of all earlier versions replay too."""


@final
class NightmariumState(Board):
    """A state of Nightmarium."""

    def current_player(self) -> i64:
        """Return the seat to decide, ``CHANCE`` or ``TERMINAL``."""
        step = self.current_step()
        if step == OVER:
            return TERMINAL
        if step == TERROR:
            return self.victim
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
        """Write the outcomes and their weights: kinds and their unknown cards, or first players."""
        count: i64 = 0
        number: i64
        if self.current_step() == TOSS:
            for number in range(self.options.seats):
                outcomes[number] = FIRST_PLAYER + number
                weights[number] = 1
            return self.options.seats
        unknown = self.deck.unknown
        for number in range(KIND_COUNT):
            weight = i64(unknown[number])
            outcomes[count], weights[count] = ACTION_COUNT + number, weight
            count += weight > 0  # no branch, which would be mispredicted
        return count

    def _is_possible(self, outcome: i64) -> bool:
        """Return whether an outcome of a chance node is possible; a draw needs an unknown card."""
        if self.current_step() != TOSS:
            return self.deck.has_unknown(outcome - ACTION_COUNT)
        return super()._is_possible(outcome)

    def sample(self, rng: Random) -> i64:
        """Return an outcome sampled by weight; every unknown card is equally likely."""
        check_chance_node(self)
        if self.current_step() == TOSS:
            return FIRST_PLAYER + rng.randrange(self.options.seats)
        return ACTION_COUNT + self.deck.kind_at(rng.randrange(self.deck.unknown_size))

    def resolve_chance(self, rng: Random) -> i64:
        """Sample and apply outcomes up to a decision or the end; return the number of outcomes."""
        count: i64 = 0
        while is_chance(self.current_step()):
            if self.current_step() == TOSS:
                setup.set_first_player(self, rng.randrange(self.options.seats))
            else:
                turn.resolve_card(self, self.deck.draw_random(rng))
            turn.proceed(self)
            count += 1
        return count

    def apply_unchecked(self, action: i64) -> None:
        """Apply a legal action or possible outcome, without validation and without history."""
        if action < ACTION_COUNT:
            turn.decide(self, action)
        elif action >= FIRST_PLAYER:
            setup.set_first_player(self, action - FIRST_PLAYER)
        else:
            self.deck.draw_unknown(action - ACTION_COUNT)
            turn.resolve_card(self, action - ACTION_COUNT)
        turn.proceed(self)

    def returns(self) -> list[float]:
        """Return 1.0 for the winner and 0.0 for the others; 0.0 for all in a draw."""
        return [1.0 if self.outcome == seat + 1 else 0.0 for seat in range(self.options.seats)]

    def clone(self) -> "NightmariumState":
        """Return a copy, including the history."""
        copy = NightmariumState(self.game, self.options)
        copy.copy_from(self)
        return copy

    def determinize(self, seat: SupportsIndex, rng: Random) -> State:
        """N8 Return a random state with the same view and observation for a seat."""
        number = check_seat(self.game, seat)
        state = self.clone()
        state.history_node = ()
        determinization.resample_hidden(state, number, rng)
        return state

    def view(self, seat: SupportsIndex) -> NightmariumView:
        """Return the view of a seat or of ``SPECTATOR``."""
        return observer.build_view(self, check_viewer(self.game, seat))

    def seat_view(self, seat: int, other: NightmariumView) -> NightmariumView:
        """Return the view of a seat, with the public parts of another seat's view."""
        return observer.build_seat_view(self, seat, other)

    def observe_into(self, seat: i64, numbers: vec[i16], start: i64) -> None:
        """Write the observation of a seat into a buffer, starting at an index."""
        observation_tensor.observe_into(self, seat, numbers, start)

    def to_fields(self) -> dict[str, str]:
        """Return the complete state as named, readable texts."""
        return position.write(self)


@final
class Nightmarium(Game):
    """Nightmarium: be the first to have five creatures woven of night terrors."""

    def __init__(self, options: Mapping[str, object]) -> None:
        resolved = resolve("nightmarium", OPTIONS, options)
        self.resolved_options = Options(resolved)
        seats = self.resolved_options.seats
        super().__init__(
            "nightmarium", RULES, non_default(OPTIONS, resolved), seats, ACTION_COUNT, OUTCOME_COUNT
        )

    def new_state(self) -> State:
        """N2 Return a new initial state, a chance node."""
        state = NightmariumState(self, self.resolved_options)
        setup.set_up(state)
        turn.proceed(state)
        return state

    def from_fields(self, fields: Mapping[str, str]) -> State:
        """Parse the result of ``State.to_fields``."""
        state = NightmariumState(self, self.resolved_options)
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


def make(options: Mapping[str, object]) -> Game:
    """Return the game with resolved options."""
    return Nightmarium(options)
