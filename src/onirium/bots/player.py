"""The interface of external players, which receive only the information of their seat.

A bot of the package receives the whole state and keeps to the information of its seat, which tests
verify. A player receives an information set instead, which does not contain the hidden cards.
"""

from abc import abstractmethod
from typing import Any, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from onirium.core.game import Game, State


@mypyc_attr(allow_interpreted_subclasses=True)
class PlayerError(ValueError):
    """An unusable player, its failure, or its illegal action; the message gives the reason."""


@final
class InformationSet:
    """The information of a seat at its decision, and a simulator of the states consistent with it.

    It contains a determinization, not the true state: inspecting it reveals no hidden card.

    Args:
        state: the state, at a decision of the seat.
        seat: the seat.
        rng: samples the hidden cards of the determinization.

    Attributes:
        game: the game with its options.
        seat: the seat to decide.

    >>> import onirium
    >>> game = onirium.load("nightmarium")
    >>> state, rng = game.new_state(), onirium.Random(1)
    >>> _ = state.resolve_chance(rng)
    >>> information = InformationSet(state, int(state.current_player()), rng)
    >>> information.legal_actions() == state.legal_actions()
    True
    >>> simulated = information.determinize(rng)
    >>> simulated.apply(simulated.legal_actions()[0])
    """

    def __init__(self, state: State, seat: i64, rng: Random) -> None:
        self.game: Game = state.game
        self.seat: i64 = seat
        self._state = state.determinize(seat, rng)

    def __repr__(self) -> str:
        return f"<information of seat {self.seat} in {self._state!r}>"

    def legal_actions(self) -> list[int]:
        """Return the legal actions, ascending."""
        return self._state.legal_actions()

    def view(self) -> Any:
        """Return the view of the seat, an instance of the game's subclass of ``View``."""
        return self._state.view(self.seat)

    def observation(self) -> dict[str, list[int]]:
        """Return the observation of the seat as named arrays."""
        return self._state.observation(self.seat)

    def observe_into(self, numbers: vec[i16], start: i64) -> None:
        """Write the observation into a buffer, as ``State.observe_into`` does."""
        self._state.observe_into(self.seat, numbers, start)

    def determinize(self, rng: Random) -> State:
        """Return a random state with the same view and observation for the seat."""
        return self._state.determinize(self.seat, rng)


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Chooses actions for a seat; the interface for players of studies.

    A decision may depend on its arguments alone, not on earlier games: games are played in any
    order, in several processes.

    >>> class Cautious(Player):
    ...     def choose(self, information, rng):
    ...         return information.legal_actions()[-1]
    >>> import onirium
    >>> state, rng = onirium.load("onirim").new_state(), onirium.Random(1)
    >>> _ = state.resolve_chance(rng)
    >>> state.game.notation(Cautious().choose(InformationSet(state, 0, rng), rng))
    'discard brown moon'
    """

    @abstractmethod
    def choose(self, information: InformationSet, rng: Random) -> int:
        """Return a legal action.

        Args:
            information: the information of the seat to decide.
            rng: the random number generator of the player.
        """
