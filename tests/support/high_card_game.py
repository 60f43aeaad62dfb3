"""Cut: a minimal game for any number of seats that depends on luck and on the order of seats.

Every seat is dealt a card from 0 to 9. Then each in turn keeps it or replaces it by another one.
The highest card wins; of equal cards that of the first seat.
"""

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from onirium import CHANCE, TERMINAL, Game, Random, State

KEEP, DRAW = 0, 1
CARDS = 10


class CutState(State):
    """A state of Cut: the cards, and the number of seats that have decided."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.cards: list[int] = []
        self.decided = 0
        self.drawing = False

    def current_player(self) -> i64:
        if self.drawing or len(self.cards) < self.game.seats:
            return CHANCE
        return self.decided if self.decided < self.game.seats else TERMINAL

    def legal_actions_into(self, actions: vec[i64]) -> i64:
        actions[0], actions[1] = KEEP, DRAW
        return 2

    def sample(self, rng: Random) -> i64:
        return 2 + rng.randrange(CARDS)

    def resolve_chance(self, rng: Random) -> i64:
        count = 0
        while self.current_player() == CHANCE:
            self.apply_unchecked(self.sample(rng))
            count += 1
        return count

    def apply_unchecked(self, action: i64) -> None:
        if self.drawing:
            self.cards[self.decided] = action - 2
        elif len(self.cards) < self.game.seats:
            self.cards.append(action - 2)
            return
        elif action == DRAW:
            self.drawing = True
            return
        self.drawing = False
        self.decided += 1

    def returns(self) -> list[float]:
        winner = self.cards.index(max(self.cards))
        return [float(seat == winner) for seat in range(self.game.seats)]

    def copy_from(self, other: State) -> None:
        assert isinstance(other, CutState)
        self.cards = list(other.cards)
        self.decided = other.decided
        self.drawing = other.drawing


class Cut(Game):
    """Cut, with the number of seats as its option."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        super().__init__("cut", 1, options, options["seats"], 2, CARDS)

    def new_state(self) -> State:
        return CutState(self)  # type: ignore[abstract]  # other methods are not needed

    def decision_kind(self, action: int) -> str:
        return ("keep", "draw")[action]


def make(options: Mapping[str, Any]) -> Game:
    return Cut(options)  # type: ignore[abstract]
