"""The games of a simulation as a table: a row for each game, ready for a data frame."""

from collections.abc import Iterable

from onirium.studies.simulation.counts import GameResult
from onirium.studies.simulation.simulate import SimulationConfig
from onirium.studies.table_files import TableRow


def tabulate_games(config: SimulationConfig, results: Iterable[GameResult]) -> list[TableRow]:
    """Return a row for each game: its deal and length, and the player and return of each seat.

    Args:
        config: the simulation.
        results: the results of its games, in order.

    >>> import onirium
    >>> from onirium.studies.simulation.simulate import simulate
    >>> game = onirium.load("onirim", seats=2, mode="race")
    >>> config = SimulationConfig(game, ("greedy", "random"), 2, seed=1, rotate=True, workers=1)
    >>> results = []
    >>> _ = simulate(config, results=results)
    >>> for row in tabulate_games(config, results):
    ...     row["deal"], row["player_1"], row["player_2"]
    (0, 'greedy', 'random')
    (0, 'random', 'greedy')
    """
    players = config.players
    rows: list[TableRow] = []
    for number, result in enumerate(results):
        row: TableRow = {
            "game": number,
            "deal": result.deal,
            "rotation": result.rotation,
            "decisions": result.decisions,
        }
        for seat, value in enumerate(result.returns):
            row[f"player_{seat + 1}"] = players[seat - result.rotation]
            row[f"return_{seat + 1}"] = value
        rows.append(row)
    return rows
