"""What each legal action promises the seat that decides."""

from time import perf_counter
from typing import Final, NamedTuple

from librt.random import Random

from onirium.bots.network.registry import knowledge, valuation_of
from onirium.bots.search.base import Thinker
from onirium.core.game import State

LONGEST_MS: Final = 10_000
"""After so many milliseconds' worth of rounds thinking on brings little."""

SLICE: Final = 20
"""So many rounds are thought between two looks at the clock."""


class Chance(NamedTuple):
    """A legal action and what it promises.

    Attributes:
        action: the action.
        chance: the estimated chance that the seat wins after it, between 0.0 and 1.0.
    """

    action: int
    chance: float


class Advice:
    """The chances behind each legal action of a decision, from what its seat may know alone.

    There is an estimate at once, as good as the player ``quick`` has it; thinking on betters it.

    Args:
        state: the state; what the seat cannot see of it plays no part.
        seat: the seat that decides.
        seed: of the dice: with the same seed and rounds, what the seat may know decides the result.

    Attributes:
        rounds: how many rounds were thought so far.

    Raises:
        ValueError: if the seat does not decide now.
        WeightsError: if what is known of the game cannot be read.

    >>> import onirium
    >>> game = onirium.load("onirim")
    >>> state = game.from_fields({
    ...     "agenda": "play",
    ...     "row": "red sun, red moon",
    ...     "hand": "red key, red sun, blue sun, blue moon, brown key",
    ...     "unknown": "the rest",
    ... })
    >>> game.notation(Advice(state, 0, seed=1).best().action)
    'play red sun'
    """

    def __init__(self, state: State, seat: int, seed: int) -> None:
        if state.current_player() != seat:
            raise ValueError(f"seat {seat} does not decide now: there is nothing to advise")
        game = state.game
        self.rounds = 0
        known = knowledge(game.name)
        self._pace: int = known.pace(game)
        self._actions = state.legal_actions()
        self._thinker: Thinker = known.thinker(game, valuation_of(game))
        self._thinker.begin(state, Random(seed))
        self.think(self._pace)

    @property
    def complete(self) -> bool:
        """Whether thinking on would bring little, or nothing."""
        return len(self._actions) == 1 or self.rounds >= LONGEST_MS * self._pace

    def think(self, rounds: int) -> None:
        """Think on for some rounds."""
        self._thinker.think(rounds, evenly=True)
        self.rounds += rounds

    def think_for(self, seconds: float) -> None:
        """Think on for some time."""
        end = perf_counter() + seconds
        while not self.complete and perf_counter() < end:
            self.think(SLICE)

    def chances(self) -> list[Chance]:
        """Return the chances of the legal actions, in their order."""
        found = dict(self._thinker.chances())
        return [Chance(action, found[action]) for action in self._actions]

    def best(self) -> Chance:
        """Return the best of them; of equals the first."""
        return max(self.chances(), key=lambda chance: chance.chance)
