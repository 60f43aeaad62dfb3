"""Builds the Python lists of OpenSpiel from states, in compiled code."""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from onirium.core.buffers import borrow_buffers, return_buffers
from onirium.core.chance import Random
from onirium.core.game import CHANCE, Game, IllegalAction, State
from onirium.core.outcome_pairs import ProbabilityPairs

EXPLICIT_CHANCE: Final = -1
"""The seed of a builder whose chance outcomes are explicit."""

SAMPLED_OUTCOME: Final = (0, 1.0)
"""The only outcome of a chance node whose outcomes the builder samples, and its probability."""

LEGAL_MARK: Final[Any] = 1
"""The entry of a legal action: an object, since a literal would be boxed for each entry."""


@final
class ListBuilder:
    """Builds observations, masks and chance outcomes as lists.

    Most numbers of an observation are 0 and all are small: a list starts as a copy of zeros, and
    refers to floats that exist already. Buffers are reused, so a builder is for one thread.

    Args:
        game: the game, with its options.
        seed: the seed for sampled chance outcomes, or ``EXPLICIT_CHANCE``. A pickled builder starts
            again with it.
        categorical: the arrays of card identities that become one-hot vectors in observations, all
            zeros for 0; others hold numbers.

    Attributes:
        outcome_count: the number of chance outcomes.
    """

    def __init__(
        self,
        game: Game,
        seed: int = EXPLICIT_CHANCE,
        categorical: frozenset[str] = frozenset(),
    ) -> None:
        self._game = game
        self._seed = seed
        self._categorical = categorical
        self._rng = None if seed == EXPLICIT_CHANCE else Random(seed)
        self.outcome_count = game.outcome_count if self._rng is None else 1
        highest = max([high for _, high in game.observation_spec().values()])
        self._floats: list[Any] = [float(number) for number in range(highest + 1)]
        self._place_numbers()
        self._empty_mask: list[Any] = [0] * game.action_count
        self._action_count: i64 = game.action_count
        self._pairs_by_total: dict[int, ProbabilityPairs] = {}

    def _place_numbers(self) -> None:
        """Assign each number of an observation its place, or its places, in the tensor."""
        starts: list[int] = []
        is_categorical: list[bool] = []
        size = 0
        for name, (length, high) in self._game.observation_spec().items():
            width = high if name in self._categorical else 1
            starts += range(size, size + length * width, width)
            is_categorical += [name in self._categorical] * length
            size += length * width
        self._starts = vec[i64](starts)
        self._is_categorical = vec[bool](is_categorical)
        self._numbers = vec[i16]([0] * len(starts))
        self._empty_tensor: list[Any] = self._floats[:1] * size

    def tensor(self, state: State, player: int | None) -> list[Any] | None:
        """Return the observation of a seat, by default of the one to decide, as floats.

        Returns:
            ``None`` if the player is not a seat.
        """
        seat: i64 = state.current_player() if player is None else player
        if seat < 0 or seat >= state.game.seats:
            return None
        numbers, floats, starts = self._numbers, self._floats, self._starts
        state.observe_into(seat, numbers, 0)
        tensor = self._empty_tensor[:]
        for index, number in enumerate(numbers):
            if not number:
                continue
            if self._is_categorical[index]:
                tensor[starts[index] + i64(number) - 1] = floats[1]
            else:
                tensor[starts[index]] = floats[i64(number)]
        return tensor

    def mask(self, state: State, player: int | None) -> list[Any] | None:
        """Return 1 for each legal action of the seat to decide, else 0.

        Returns:
            None if the player, by default the one to decide, is not that seat.
        """
        current: i64 = state.current_player()
        if current < 0 or (player is not None and player != current):
            return None
        mask = self._empty_mask[:]
        buffers = borrow_buffers()
        actions = buffers.actions
        index: i64
        for index in range(state.legal_actions_into(actions)):
            mask[actions[index]] = LEGAL_MARK
        return_buffers(buffers)
        return mask

    def legal_actions(self, state: State) -> list[int]:
        """Return the legal actions, or at a chance node the outcomes, numbered from 0."""
        player = state.current_player()
        if player != CHANCE:
            return state.legal_actions()
        if self._rng is not None:
            return [SAMPLED_OUTCOME[0]]
        buffers = borrow_buffers()
        numbers = buffers.actions
        count = state.chance_outcomes_into(numbers, buffers.weights)
        outcomes = [int(numbers[index] - self._action_count) for index in range(count)]
        return_buffers(buffers)
        return outcomes

    def chance_outcomes(self, state: State) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node, numbered from 0, with their probabilities."""
        if state.current_player() != CHANCE:
            return []
        if self._rng is not None:
            return [SAMPLED_OUTCOME]
        buffers = borrow_buffers()
        count = state.chance_outcomes_into(buffers.actions, buffers.weights)
        total: i64 = 0
        index: i64
        for index in range(count):
            total += buffers.weights[index]
        outcomes = self._pairs_of(total).list_pairs(buffers, count)
        return_buffers(buffers)
        return outcomes

    def _pairs_of(self, total: i64) -> ProbabilityPairs:
        pairs = self._pairs_by_total.get(int(total))
        if pairs is None:
            pairs = ProbabilityPairs(self._action_count, self._game.outcome_count, total)
            self._pairs_by_total[int(total)] = pairs
        return pairs

    def apply(self, state: State, action: int) -> None:
        """Apply a legal action, or an outcome that is numbered from 0.

        Sampled outcomes are applied up to the next decision, or the end.

        Raises:
            IllegalAction: if the action is not legal; the state is unchanged.
        """
        rng = self._rng
        if state.current_player() != CHANCE:
            state.apply(action)
        elif rng is None:
            state.apply(action + self._action_count)
        elif action == SAMPLED_OUTCOME[0]:
            while state.current_player() == CHANCE:
                outcome = state.sample(rng)
                state.apply_unchecked(outcome)
                state.history_node = (int(outcome), state.history_node)
        else:
            raise IllegalAction(f"{action} is not the only outcome, 0", action, [0])

    def __deepcopy__(self, memo: dict[int, object]) -> "ListBuilder":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return (ListBuilder, (self._game, self._seed, self._categorical))
