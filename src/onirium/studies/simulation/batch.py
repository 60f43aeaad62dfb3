"""Many games side by side: each step is one decision in every one of them."""

from typing import Final, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from onirium.core.chance import reseed, stream
from onirium.core.game import TERMINAL, Game, IllegalAction, State, action_buffer

FORFEIT: Final = -1.0
"""The reward of an action that is not legal: less than any result."""


@final
class Tables:
    """Games of one kind, side by side, and what can be seen of them in buffers that stay in place.

    Whoever holds ``memoryview(tables.numbers)`` sees every later step in it, for the buffers are
    written and never replaced. What is seen at a table is seen from the seat that is to decide, and
    at the end from the one that decided last. Chance plays by itself: the deals of a table are
    those of its seed, one after the other.

    Attributes:
        game: the game.
        count: how many tables there are.
        size: the length of an observation.
        numbers: the observations, ``size`` numbers for each table.
        masks: for each action of each table 1 if it is legal, else 0.
        seats: from which seat a table is seen.
        over: for each table 1 if its game is over, else 0.
        rewards: what the seat that decided last has won with its decision.
        returns: what each seat of each table has won.

    >>> import onirium
    >>> tables = Tables(onirium.load("onirim"), 2)
    >>> for place in range(2):
    ...     tables.seed(place, 7 + place)
    ...     tables.deal(place)
    >>> actions = vec[i64]([0, 0])
    >>> tables.choose(onirium.Random(1), actions)
    >>> [tables.masks[place * tables.game.actions + actions[place]] for place in range(2)]
    [1, 1]
    >>> tables.step(actions)
    {}
    >>> list(tables.over), list(tables.rewards)
    ([0, 0], [0.0, 0.0])
    """

    def __init__(self, game: Game, count: int) -> None:
        self.game = game
        size = sum([length for length, _ in game.parts().values()])
        self.count: i64 = count
        self.size: i64 = size
        self.numbers = vec[i16]([0] * (count * size))
        self.masks = vec[u8](bytes(count * game.actions))
        self.seats = vec[i64]([0] * count)
        self.over = vec[u8](bytes([1] * count))
        self.rewards = vec[float]([0.0] * count)
        self.returns = vec[float]([0.0] * (count * game.seats))
        self._actions: i64 = game.actions
        self._start = game.new_state()
        self._states = [game.new_state() for _ in range(count)]
        self._decks = [Random(0) for _ in range(count)]
        self._keys = vec[i64]([0] * count)
        self._deals = vec[i64]([0] * count)
        self._legal = vec[i16]([0] * (count * game.actions))
        self._legal_counts = vec[i64]([0] * count)
        self._buffer = action_buffer()

    def seed(self, place: int, seed: int) -> None:
        """Let the deals of a table begin anew with the first one of a seed."""
        self._keys[place] = stream(seed, "deck")
        self._deals[place] = 0

    def deal(self, place: i64) -> None:
        """Begin a new game at a table."""
        state, deck = self._states[place], self._decks[place]
        reseed(deck, self._keys[place], self._deals[place])
        self._deals[place] += 1
        state.copy_from(self._start)
        state.play_chance(deck)
        self.over[place] = 0
        self.rewards[place] = 0.0
        seat: i64
        for seat in range(self.game.seats):
            self.returns[place * self.game.seats + seat] = 0.0
        self.seats[place] = state.current_player()
        self._show(state, place)

    def illegal_actions(self, actions: vec[i64]) -> dict[int, IllegalAction]:
        """Return by tables what is to be said of actions that are not legal."""
        found: dict[int, IllegalAction] = {}
        place: i64
        for place in range(self.count):
            if self.over[place] == 0 and not self._allows(place, actions[place]):
                found[place] = self._refusal(place, actions[place])
        return found

    def step(self, actions: vec[i64]) -> dict[int, IllegalAction]:
        """Decide at every table; where the game is over, begin a new one instead.

        Args:
            actions: an action for each table, of no account where the game is over. One that is not
                legal ends the game, and loses it.

        Returns:
            By tables what is to be said of actions that were not legal.
        """
        found: dict[int, IllegalAction] = {}
        over = self.over
        place: i64
        for place in range(self.count):
            if over[place] != 0:
                self.deal(place)
            elif self._allows(place, actions[place]):
                self._play(place, actions[place])
            else:
                found[place] = self._refusal(place, actions[place])
                self._forfeit(place)
        return found

    def choose(self, random: Random, actions: vec[i64]) -> None:
        """Write for each table one of its legal actions, each as likely, or 0 if there is none."""
        legal = self._legal
        place: i64
        for place in range(self.count):
            count = self._legal_counts[place]
            actions[place] = 0
            if count > 0:
                actions[place] = i64(legal[place * self._actions + random.randrange(count)])

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("games side by side cannot be copied or pickled")

    def _allows(self, place: i64, action: i64) -> bool:
        if action < 0 or action >= self._actions:
            return False
        return self.masks[place * self._actions + action] == 1

    def _refusal(self, place: i64, action: int) -> IllegalAction:
        try:
            self._states[place].apply(action)
        except IllegalAction as refusal:
            return IllegalAction(f"table {place}: {refusal}", refusal.action, refusal.legal)
        raise AssertionError("a mask forbids what the rules allow")

    def _forfeit(self, place: i64) -> None:
        """End a game as it stands, at the cost of the seat that is to decide."""
        self.over[place] = 1
        self.rewards[place] = FORFEIT
        self.returns[place * self.game.seats + self.seats[place]] = FORFEIT

    def _play(self, place: i64, action: i64) -> None:
        state = self._states[place]
        state.apply_unchecked(action)
        state.play_chance(self._decks[place])
        seat = state.current_player()
        if seat == TERMINAL:
            self._end(state, place)
        else:
            self.seats[place] = seat
        self._show(state, place)

    def _end(self, state: State, place: i64) -> None:
        """Note what everybody has won."""
        self.over[place] = 1
        returns = state.returns()
        self.rewards[place] = returns[self.seats[place]]
        seat: i64
        for seat in range(self.game.seats):
            self.returns[place * self.game.seats + seat] = returns[seat]

    def _show(self, state: State, place: i64) -> None:
        """Write what is seen at a table, and what is legal there."""
        masks, legal, buffer = self.masks, self._legal, self._buffer
        first = place * self._actions
        number: i64
        for number in range(self._legal_counts[place]):
            masks[first + i64(legal[first + number])] = 0
        count: i64 = 0
        if self.over[place] == 0:
            count = state.legal_into(buffer)
        for number in range(count):
            legal[first + number] = i16(buffer[number])
            masks[first + buffer[number]] = 1
        self._legal_counts[place] = count
        state.observe_into(self.seats[place], self.numbers, place * self.size)
