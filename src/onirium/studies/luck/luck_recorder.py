"""Records results and luck of the deals of a simulation, for control variates."""

from typing import Final, final

from mypy_extensions import i64

from onirium.core.game import Game, State
from onirium.studies.luck.control_variates import FOLD_COUNT, RESULT_VARIABLE, ControlSums
from onirium.studies.luck.luck_meter import LuckMeter

OTHER_SEATS: Final[i64] = 1000
"""Offset from the variable of a player's own luck to that of the other seats' luck."""


@final
class LuckRecorder:
    """Adds up, for each player, the luck of its own and of the other seats.

    Each step of the rules in which outcomes occur has a variable of its own: the accuracy of
    estimates differs between steps, so each step gets its own coefficient. A player keeps its index
    in whichever seat it plays.

    Args:
        game: the game.
        meter: measures luck.
        games_per_deal: the number of games of each deal.

    Attributes:
        sums: for each player and fold, the sums over its deals.
    """

    def __init__(self, game: Game, meter: LuckMeter, games_per_deal: int) -> None:
        self.sums = [[ControlSums() for _ in range(FOLD_COUNT)] for _ in range(game.seats)]
        self._meter = meter
        self._share = 1.0 / games_per_deal
        self._variables: list[dict[int, float]] = [{} for _ in range(game.seats)]

    def on_outcome(self, state: State, outcome: i64, players: list[int]) -> None:
        """Record the luck of a chance outcome, before it is applied.

        Args:
            state: the chance node.
            outcome: the outcome.
            players: the player in each seat.
        """
        step = state.current_step()
        luck = self._meter.measure(state, outcome)
        total = sum(luck)
        for seat in range(len(players)):
            own = luck[seat] * self._share
            self._add(players[seat], step, own)
            if len(players) > 1:
                self._add(players[seat], OTHER_SEATS + step, total * self._share - own)

    def on_game_end(self, player: int, *, won: bool) -> None:
        """Record the result of a game for a player."""
        self._add(player, RESULT_VARIABLE, self._share if won else 0.0)

    def on_deal_end(self, deal: i64) -> None:
        """Finish a deal."""
        for player in range(len(self._variables)):
            self.sums[player][int(deal) % FOLD_COUNT].add_deal(self._variables[player])
            self._variables[player] = {}

    def own_luck(self, player: int) -> dict[int, float]:
        """Return the luck of a player's own seats by step, the sum over all finished deals."""
        own: dict[int, float] = {}
        for fold in self.sums[player]:
            for name, total in fold.sums.items():
                if 0 <= name < OTHER_SEATS:
                    own[name] = own.get(name, 0.0) + total
        return own

    def _add(self, player: int, name: i64, value: float) -> None:
        variables = self._variables[player]
        variables[name] = variables.get(name, 0.0) + value
