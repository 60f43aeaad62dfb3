"""Tables of the progress of players at each of their turns, and of their wins."""

from collections.abc import Iterable
from typing import NamedTuple

from onirium.studies.statistics import wilson_interval


class ProgressRow(NamedTuple):
    """The games in which a player had a certain progress at a turn, and its wins among them.

    Attributes:
        turn: the number of the player's turn, from 1; at the end of a game, its number of turns.
        progress: the player's progress, in the measure of the game.
        games: the number of games.
        wins: the number of them that the player won.
    """

    turn: int
    progress: int
    games: int
    wins: int

    def win_rate_interval(self, sample_ratio: float) -> tuple[float, float, float]:
        """Return the share of games won between the ends of its 95 % interval.

        Args:
            sample_ratio: the effective sample size per game.

        >>> [round(rate, 3) for rate in ProgressRow(1, 0, games=4, wins=1).win_rate_interval(0.5)]
        [0.027, 0.25, 0.802]
        """
        low, high = wilson_interval(self.wins * sample_ratio, self.games * sample_ratio)
        return low, self.wins / self.games, high


class ProgressTable(NamedTuple):
    """The progress of one player over many games.

    Attributes:
        turns: a row for each turn and progress at the start of that turn.
        ends: a row for each number of turns and progress at the end of the game.
    """

    turns: list[ProgressRow]
    ends: list[ProgressRow]


def merge_tables(tables: Iterable[ProgressTable]) -> ProgressTable:
    """Return the sum of several tables.

    >>> one = ProgressTable(turns=[ProgressRow(1, 0, games=2, wins=1)], ends=[])
    >>> merge_tables([one, one]).turns
    [ProgressRow(turn=1, progress=0, games=4, wins=2)]
    """
    collected = list(tables)
    return ProgressTable(
        _merge_rows(row for table in collected for row in table.turns),
        _merge_rows(row for table in collected for row in table.ends),
    )


def _merge_rows(rows: Iterable[ProgressRow]) -> list[ProgressRow]:
    totals: dict[tuple[int, int], tuple[int, int]] = {}
    for turn, progress, games, wins in rows:
        total = totals.get((turn, progress), (0, 0))
        totals[turn, progress] = (total[0] + games, total[1] + wins)
    return [ProgressRow(*key, *counts) for key, counts in sorted(totals.items())]
