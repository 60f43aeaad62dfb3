"""Many games of one kind in lockstep: each step is one decision in every game."""

from collections.abc import Sequence
from typing import Final, NamedTuple, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from onirium.core.buffers import action_buffer
from onirium.core.chance import derive_key, reseed
from onirium.core.game import TERMINAL, Game, IllegalAction, State

FORFEIT_REWARD: Final = -1.0
"""The reward of an illegal action: less than any result of a game."""

FORFEIT_ACTION: Final = -1
"""The decision in a history that stands for an illegal action."""

INITIAL_CAPACITY: Final[i64] = 64
"""Initial capacity for the decisions of a game; most games of one player have fewer."""

INITIAL_LEGAL_CAPACITY: Final[i64] = 16
"""Initial capacity for the legal actions of a state.

With room for all actions, rows would be so far apart that every access would miss the cache.
"""


class GameHistory(NamedTuple):
    """Everything that determines the state of a game in a batch.

    Attributes:
        key: the key of its deals.
        deals: the number of deals that it has started.
        decisions: its decisions since the last deal; the last one may be ``FORFEIT_ACTION``.
    """

    key: int
    deals: int
    decisions: list[int]


@final
class BatchedGames:
    """Games of one kind in lockstep, with their observations in buffers that are never replaced.

    A ``memoryview(games.observations)`` stays valid: each step writes into the same buffer. A game
    is observed from the seat to decide, and at its end from the seat that decided last. Chance
    outcomes are sampled within a step. The deals of a game are those of its seed. Copies and
    pickles replay the decisions, and continue exactly like the original.

    Attributes:
        game: the game with its options.
        count: the number of games in the batch.
        max_decisions: the number of decisions after which a game is truncated, or 0 for no limit.
        observation_size: the length of an observation.
        observations: ``observation_size`` numbers for each game.
        legal_masks: for each action of each game 1 if it is legal, else 0.
        seats: for each game the seat from which it is observed.
        terminated: for each game 1 if it has ended by the rules or an illegal action, else 0.
        truncated: for each game 1 if it has ended by ``max_decisions``, else 0.
        rewards: for each game the reward of the last decision for the seat that took it.
        returns: for each game the return of each seat.
        sampled_actions: the result of ``sample_actions``.

    >>> import onirium
    >>> games = BatchedGames(onirium.load("onirim"), 2)
    >>> for index in range(2):
    ...     games.seed(index, 7 + index)
    ...     games.reset(index)
    >>> games.sample_actions(key=1, number=0)
    >>> actions = games.sampled_actions
    >>> [games.legal_masks[index * games.game.action_count + actions[index]] for index in range(2)]
    [1, 1]
    >>> games.step(actions)
    {}
    >>> list(games.terminated), list(games.rewards)
    ([0, 0], [0.0, 0.0])
    """

    def __init__(self, game: Game, count: int, max_decisions: int = 0) -> None:
        self.game = game
        self.max_decisions: i64 = max_decisions
        size = sum([length for length, _ in game.observation_spec().values()])
        self.count: i64 = count
        self.observation_size: i64 = size
        self.observations = vec[i16]([0] * (count * size))
        self.legal_masks = vec[u8](bytes(count * game.action_count))
        self.seats = vec[i64]([0] * count)
        self.terminated = vec[u8](bytes([1] * count))
        self.truncated = vec[u8](bytes(count))
        self.rewards = vec[float]([0.0] * count)
        self.returns = vec[float]([0.0] * (count * game.seats))
        self.sampled_actions = vec[i64]([0] * count)
        self._actions: i64 = game.action_count
        self._start = game.new_state()
        self._states = [game.new_state() for _ in range(count)]
        self._decks = [Random(0) for _ in range(count)]
        self._keys = vec[i64]([0] * count)
        self._deals = vec[i64]([0] * count)
        self._legal_capacity = INITIAL_LEGAL_CAPACITY
        self._legal = vec[i16]([0] * (count * int(INITIAL_LEGAL_CAPACITY)))
        self._legal_counts = vec[i64]([0] * count)
        self._buffer = action_buffer()
        self._sampler = Random(0)
        self._capacity = INITIAL_CAPACITY
        self._decisions = vec[i16]([0] * (count * int(INITIAL_CAPACITY)))
        self._decision_counts = vec[i64]([0] * count)

    def seed(self, index: int, seed: int) -> None:
        """Set the seed of a game; its next deal is the first one of that seed."""
        self._keys[index] = derive_key(seed, "deck")
        self._deals[index] = 0

    def reset(self, index: i64) -> None:
        """Start a game again with its next deal."""
        state, deck = self._states[index], self._decks[index]
        reseed(deck, self._keys[index], self._deals[index])
        self._deals[index] += 1
        state.copy_from(self._start)
        state.resolve_chance(deck)
        self._decision_counts[index] = 0
        self.terminated[index] = 0
        self.truncated[index] = 0
        self.rewards[index] = 0.0
        seat: i64
        for seat in range(self.game.seats):
            self.returns[index * self.game.seats + seat] = 0.0
        self.seats[index] = state.current_player()
        self._observe(state, index)

    def illegal_actions(self, actions: vec[i64]) -> dict[int, IllegalAction]:
        """Return an error for each game whose action is illegal, by its index."""
        errors: dict[int, IllegalAction] = {}
        index: i64
        for index in range(self.count):
            if not self._is_over(index) and not self._is_legal(index, actions[index]):
                errors[index] = self._illegal_action(index, actions[index])
        return errors

    def step(self, actions: vec[i64]) -> dict[int, IllegalAction]:
        """Take an action in every game; a game that is over is reset instead.

        Args:
            actions: an action for each game, ignored where the game is over. An illegal action
                ends the game, and loses it.

        Returns:
            An error for each game whose action was illegal, by its index.
        """
        errors: dict[int, IllegalAction] = {}
        index: i64
        for index in range(self.count):
            if self._is_over(index):
                self.reset(index)
            elif self._is_legal(index, actions[index]):
                self._apply(index, actions[index])
            else:
                errors[index] = self._illegal_action(index, actions[index])
                self._forfeit(index)
        return errors

    def sample_actions(self, key: i64, number: i64) -> None:
        """Write a legal action for each game into ``sampled_actions``, sampled uniformly.

        It is 0 for a game without legal actions. For a truncated or forfeited game it is legal in
        the final state.

        Args:
            key: the key of a stream of random numbers.
            number: the index of this sample in the stream.
        """
        legal, actions, rng = self._legal, self.sampled_actions, self._sampler
        reseed(rng, key, number)
        index: i64
        for index in range(self.count):
            count = self._legal_counts[index]
            actions[index] = 0
            if count > 0:
                actions[index] = i64(legal[index * self._legal_capacity + rng.randrange(count)])

    def history(self, index: i64) -> GameHistory:
        """Return the history of a game, with which ``restore`` repeats it."""
        first = index * self._capacity
        decisions = self._decisions[first : first + self._decision_counts[index]]
        return GameHistory(
            self._keys[index], self._deals[index], [int(action) for action in decisions]
        )

    def restore(self, index: i64, history: GameHistory) -> None:
        """Repeat the history of a game."""
        self._keys[index] = history.key
        if history.deals == 0:
            return
        self._deals[index] = history.deals - 1
        self.reset(index)
        for action in history.decisions:
            if action == FORFEIT_ACTION:
                self._forfeit(index)
            else:
                self._apply(index, action)

    def __reduce__(self) -> tuple[object, ...]:
        histories = [self.history(index) for index in range(self.count)]
        return (_restore, (self.game, self.max_decisions, histories))

    def _is_over(self, index: i64) -> bool:
        return self.terminated[index] != 0 or self.truncated[index] != 0

    def _is_legal(self, index: i64, action: i64) -> bool:
        if action < 0 or action >= self._actions:
            return False
        return self.legal_masks[index * self._actions + action] == 1

    def _illegal_action(self, index: i64, action: int) -> IllegalAction:
        try:
            self._states[index].apply(action)
        except IllegalAction as error:
            return IllegalAction(f"game {index}: {error}", error.action, error.legal)
        raise AssertionError("the mask forbids an action that the rules allow")

    def _forfeit(self, index: i64) -> None:
        """End a game in its present state, as a loss of the seat to decide."""
        self._append_decision(index, FORFEIT_ACTION)
        self.terminated[index] = 1
        self.rewards[index] = FORFEIT_REWARD
        self.returns[index * self.game.seats + self.seats[index]] = FORFEIT_REWARD

    def _apply(self, index: i64, action: i64) -> None:
        self._append_decision(index, action)
        state = self._states[index]
        state.apply_unchecked(action)
        state.resolve_chance(self._decks[index])
        seat = state.current_player()
        if seat == TERMINAL:
            self._terminate(state, index)
        else:
            self.seats[index] = seat
            if self._decision_counts[index] == self.max_decisions:
                self.truncated[index] = 1
        self._observe(state, index)

    def _append_decision(self, index: i64, action: i64) -> None:
        """Append a decision to the history of a game."""
        number = self._decision_counts[index]
        if number == self._capacity:
            self._decisions = _widen(self._decisions, self.count, 2 * self._capacity)
            self._capacity *= 2
        self._decisions[index * self._capacity + number] = i16(action)
        self._decision_counts[index] = number + 1

    def _terminate(self, state: State, index: i64) -> None:
        """Store the result of a game that is over."""
        self.terminated[index] = 1
        returns = state.returns()
        self.rewards[index] = returns[self.seats[index]]
        seat: i64
        for seat in range(self.game.seats):
            self.returns[index * self.game.seats + seat] = returns[seat]

    def _observe(self, state: State, index: i64) -> None:
        """Write the observation and the legal actions of a game."""
        self._clear_mask(index)
        count: i64 = 0
        if self.terminated[index] == 0:
            count = state.legal_actions_into(self._buffer)
        self._write_legal(index, count)
        state.observe_into(self.seats[index], self.observations, index * self.observation_size)

    def _clear_mask(self, index: i64) -> None:
        """Write zeros where the mask of a game has ones."""
        masks, legal = self.legal_masks, self._legal
        number: i64
        for number in range(self._legal_counts[index]):
            action = i64(legal[index * self._legal_capacity + number])
            masks[index * self._actions + action] = 0

    def _write_legal(self, index: i64, count: i64) -> None:
        """Write the legal actions in the buffer to the list and the mask of a game."""
        if count > self._legal_capacity:
            self._legal = _widen(self._legal, self.count, 2 * count)
            self._legal_capacity = 2 * count
        masks, legal, buffer = self.legal_masks, self._legal, self._buffer
        number: i64
        for number in range(count):
            legal[index * self._legal_capacity + number] = i16(buffer[number])
            masks[index * self._actions + buffer[number]] = 1
        self._legal_counts[index] = count


def _widen(rows: vec[i16], count: i64, width: i64) -> vec[i16]:
    """Return a table with the same rows, each extended by zeros to a width."""
    widened = vec[i16]([0] * int(count * width))
    earlier_width = i64(len(rows)) // count
    row: i64
    column: i64
    for row in range(count):
        for column in range(earlier_width):
            widened[row * width + column] = rows[row * earlier_width + column]
    return widened


def _restore(game: Game, max_decisions: int, histories: Sequence[GameHistory]) -> BatchedGames:
    games = BatchedGames(game, len(histories), max_decisions)
    index: i64
    for index in range(games.count):
        games.restore(index, histories[index])
    return games
