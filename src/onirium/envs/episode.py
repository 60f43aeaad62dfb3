"""The consecutive games of an environment, with chance outcomes sampled from a seed."""

from collections.abc import Sequence

from onirium.core.chance import Random, derive_key, reseed
from onirium.core.game import Game
from onirium.record import Record, new_record


class Episodes:
    """The sequence of games of a seed.

    Game number n has the cards of deal n of a simulation with the same seed, independent of the
    decisions in earlier games. A copy or pickle contains the decisions and replays them, so that it
    continues exactly like the original.

    Attributes:
        game: the game, with its options.
        state: the current state: a decision or the end.
        decisions: the decisions of the current game.

    >>> import onirium
    >>> episodes = Episodes(onirium.load("onirim"), seed=1)
    >>> episodes.decide(episodes.state.legal_actions()[0])
    >>> [episodes.game.notation(action) for action in episodes.decisions]
    ['play red moon']
    """

    def __init__(self, game: Game, seed: int, number: int = 0) -> None:
        """Start a game.

        Args:
            game: the game, with its options.
            seed: the seed of the sequence.
            number: the index of the game in the sequence.
        """
        self.game = game
        self._seed = seed
        self._rng = Random(0)
        self._start(number)

    def start_next(self) -> None:
        """Start the next game of the sequence."""
        self._start(self._number + 1)

    def decide(self, action: int) -> None:
        """Apply a decision and all chance outcomes up to the next one.

        Raises:
            IllegalAction: if the action is illegal; the state is unchanged.
        """
        self.state.apply(action)
        self.decisions.append(action)
        self.state.resolve_chance(self._rng)

    def record(self, seats: Sequence[str]) -> Record:
        """Return the record of the current game.

        Args:
            seats: the names of the players for the record.
        """
        record = new_record(self.game, seats)
        state = self.game.new_state()
        rng = self._new_rng()
        decisions = iter(self.decisions)
        while True:
            action = state.sample(rng) if state.is_chance_node() else next(decisions, None)
            if action is None:
                return record
            state.apply(action)
            record.actions.append(self.game.notation(action))

    def copy(self) -> "Episodes":
        """Return a copy that continues like the original."""
        return _restore(self.game, self._seed, self._number, self.decisions)

    def _start(self, number: int) -> None:
        self._number = number
        self.decisions: list[int] = []
        self._rng = self._new_rng()
        self.state = self.game.new_state()
        self.state.resolve_chance(self._rng)

    def _new_rng(self) -> Random:
        """Return the random number generator of the current game in its initial state."""
        rng = Random(0)
        reseed(rng, derive_key(self._seed, "deck"), self._number)
        return rng

    def __deepcopy__(self, memo: dict[int, object]) -> "Episodes":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return (_restore, (self.game, self._seed, self._number, self.decisions))


def _restore(game: Game, seed: int, number: int, decisions: Sequence[int]) -> Episodes:
    episodes = Episodes(game, seed, number)
    for action in decisions:
        episodes.decide(action)
    return episodes
