"""The games of an environment, one after the other, in which chance plays its part by itself."""

from collections.abc import Sequence
from typing import Any

from onirium.core.chance import Random, derive_key, reseed
from onirium.core.game import Game
from onirium.record import Record, new_record


class Episodes:
    """The games that follow from a seed.

    Each game has a deal of its own, whatever was decided in those before: game number n is played
    with the cards of deal n of a simulation with that seed. Copies and pickles go on as the
    original would, since a game can be had again from its decisions.

    Attributes:
        game: the game, with its options.
        state: where it stands: a decision, or the end.
        decisions: what was decided so far.

    >>> import onirium
    >>> episodes = Episodes(onirium.load("onirim"), seed=1)
    >>> episodes.decide(episodes.state.legal_actions()[0])
    >>> [episodes.game.notation(action) for action in episodes.decisions]
    ['play red moon']
    """

    def __init__(self, game: Game, seed: int, number: int = 0) -> None:
        """Deal.

        Args:
            game: the game, with its options.
            seed: what makes chance repeatable.
            number: which of the seed's games comes first.
        """
        self.game = game
        self._seed = seed
        self._deck = Random(0)
        self._deal(number)

    def next(self) -> None:
        """Deal the next game."""
        self._deal(self._number + 1)

    def decide(self, action: int) -> None:
        """Go on with a decision, and with all that chance brings then.

        Raises:
            IllegalAction: naming the action and the legal ones; nothing has changed then.
        """
        self.state.apply(action)
        self.decisions.append(action)
        self.state.resolve_chance(self._deck)

    def record(self, seats: Sequence[str]) -> Record:
        """Return the record of the game so far.

        Args:
            seats: who plays each seat, for readers of the record.
        """
        record = new_record(self.game, seats)
        state = self.game.new_state()
        deck = self._shuffled()
        decisions = iter(self.decisions)
        while True:
            action = state.sample(deck) if state.is_chance_node() else next(decisions, None)
            if action is None:
                return record
            state.apply(action)
            record.actions.append(self.game.notation(action))

    def copy(self) -> "Episodes":
        """Return others that go on as these would."""
        return _again(self.game, self._seed, self._number, self.decisions)

    def _deal(self, number: int) -> None:
        self._number = number
        self.decisions: list[int] = []
        self._deck = self._shuffled()
        self.state = self.game.new_state()
        self.state.resolve_chance(self._deck)

    def _shuffled(self) -> Random:
        deck = Random(0)
        reseed(deck, derive_key(self._seed, "deck"), self._number)
        return deck

    def __deepcopy__(self, memo: dict[int, Any]) -> "Episodes":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (self.game, self._seed, self._number, self.decisions))


def _again(game: Game, seed: int, number: int, decisions: Sequence[int]) -> Episodes:
    episodes = Episodes(game, seed, number)
    for action in decisions:
        episodes.decide(action)
    return episodes
