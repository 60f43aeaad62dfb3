"""The statistics of a simulation."""

import msgspec

from onirium.core.game import Game
from onirium.studies.luck.control_variates import AdjustedShare, adjust
from onirium.studies.provenance import Provenance
from onirium.studies.simulation.counts import Tally
from onirium.studies.statistics import deals_interval, effective_sample_size


class SimulationResult(msgspec.Struct, frozen=True, kw_only=True):
    """The statistics of a simulation.

    Lists with an entry for each player have the order of ``seats``; with rotation each player
    plays in all seats.

    Attributes:
        game: the name of the game.
        options: its options that differ from their defaults.
        seats: the players, as seated in the first game of a deal.
        games: the number of games.
        rotated: whether each deal was played once for each player.
        deals: the number of deals.
        seed: the seed.
        workers: the number of jobs that ran at the same time.
        seconds: the duration.
        games_per_second: the rate of games.
        steps_per_second: the rate of decisions and chance outcomes.
        decisions_per_game: the mean number of decisions.
        lengths: the minimum, median and maximum number of decisions in a game.
        decisions: the number of decisions of each kind.
        wins: for each player, the number of games won.
        returns: for each player, its mean return.
        win_rates: for each player, the share of games won.
        win_rates_low: for each player, the lower end of the 95 % interval of its share: Wilson's
            interval for the effective number of independent games.
        win_rates_high: for each player, the upper end.
        win_rate: the share of games won by the first player.
        win_rate_low: the lower end of its interval.
        win_rate_high: the upper end.
        ms_per_decision: for each player, the mean time of a decision in milliseconds.
        adjusted: for each player, its share of games won adjusted for luck; empty if luck is not
            measured or there are too few deals.
        provenance: the program, the players and the machine.
    """

    game: str
    options: dict[str, object]
    seats: list[str]
    games: int
    rotated: bool
    deals: int
    seed: int
    workers: int
    seconds: float
    games_per_second: float
    steps_per_second: float
    decisions_per_game: float
    lengths: list[int]
    decisions: dict[str, int]
    wins: list[int]
    returns: list[float]
    win_rates: list[float]
    win_rates_low: list[float]
    win_rates_high: list[float]
    win_rate: float
    win_rate_low: float
    win_rate_high: float
    ms_per_decision: list[float]
    adjusted: list[AdjustedShare]
    provenance: Provenance


def win_rate_intervals(tally: Tally) -> list[tuple[float, float]]:
    """Return the 95 % interval of each player's share of games won."""
    return [
        deals_interval(tally.deals, tally.games, wins, squared_wins)
        for wins, squared_wins in zip(tally.wins, tally.squared_wins, strict=True)
    ]


def effective_sample_ratios(tally: Tally) -> list[float]:
    """Return for each player the effective sample size, relative to the number of games."""
    return [
        effective_sample_size(tally.deals, tally.games, wins, squared_wins) / tally.games
        for wins, squared_wins in zip(tally.wins, tally.squared_wins, strict=True)
    ]


def decisions_by_kind(game: Game, tally: Tally) -> dict[str, int]:
    """Return the number of decisions of each kind."""
    counts: dict[str, int] = {}
    for action, count in enumerate(tally.actions):
        kind = game.decision_kind(action)
        counts[kind] = counts.get(kind, 0) + count
    return counts


def ms_per_decision(seconds: float, decisions: int) -> float:
    """Return the mean time of timed decisions in milliseconds; 0 if there are none.

    >>> ms_per_decision(0.5, 100), ms_per_decision(0.0, 0)
    (5.0, 0.0)
    """
    return 1000 * seconds / max(decisions, 1)


def adjust_win_rates(tally: Tally) -> list[AdjustedShare]:
    """Return each player's adjusted share, unless there are too few deals."""
    shares = []
    for folds, ratio in zip(tally.luck, effective_sample_ratios(tally), strict=False):
        adjusted = adjust(folds)
        if adjusted is not None:
            shares.append(adjusted.to_share(adjusted.mean, tally.games * ratio))
    return shares


def length_range(tally: Tally) -> list[int]:
    """Return the minimum, median and maximum length of a game."""
    lengths = sorted(tally.lengths)
    cumulative = 0
    for length in lengths:
        cumulative += tally.lengths[length]
        if 2 * cumulative >= tally.games:
            return [lengths[0], length, lengths[-1]]
    return []
