"""Elo ratings with confidence intervals, estimated from the points won in each deal.

The model is that of Zermelo, Bradley and Terry for two players, and of Luce and Plackett for more:
each player has a strength, and wins a game with the probability of its share of the strengths in
that game. Ratings are logarithms of strengths on the Elo scale (400 points for a factor of ten),
relative to the first player.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from onirium.studies.linear_system import Matrix, solve_linear_system
from onirium.studies.statistics import Z_95, find_root, wilson_interval
from onirium.studies.tournaments.sprt import ELO_PER_NAT, DealPoints

PRIOR_DRAWS: Final = 1.0
"""Drawn pseudo-games per lineup (as in BayesElo), so that no strength is infinitely low."""

PRIOR_EPSILON: Final = 1e-6
"""The same for the ends of intervals, which may be infinite."""

MAX_LOG_STRENGTH: Final = 20.0
"""An end of an interval beyond this logarithm of strength counts as infinite."""

RIDGE_INFORMATION: Final = 1e-10
"""Added to the information on each strength, so that it stays invertible at infinite strengths."""

MAX_STEP: Final = 2.0
"""Maximum change of a log strength in one iteration of Newton's method."""

TOLERANCE: Final = 1e-8
"""Newton's method ends when no log strength changes by more."""

MAX_ITERATIONS: Final = 100
"""Maximum number of iterations of Newton's method."""


class Matchup(NamedTuple):
    """The deals that a set of players has played together.

    Attributes:
        players: the indices of the players.
        seat_counts: the number of seats of each player.
        games_per_deal: the number of games in a deal.
        deals: for each deal the points of each player; they sum to the number of games.
    """

    players: tuple[int, ...]
    seat_counts: tuple[int, ...]
    games_per_deal: int
    deals: Sequence[tuple[float, ...]]


class Rating(NamedTuple):
    """A player's Elo rating relative to the first player, with its 95 % interval.

    An infinite end of the interval is None.
    """

    elo: float
    low: float | None
    high: float | None


def estimate_ratings(matchups: Sequence[Matchup], players: int) -> list[Rating]:
    """Return the maximum-likelihood ratings of some players; the first one has 0.

    Games of a deal are dependent, across all matchups; deals are independent. So the variance
    is estimated from deals, and the interval of two players is Wilson's.

    Args:
        matchups: the matchups; all of them have the same deals, up to the length of each.
        players: the number of players. The graph of matchups must connect all of them.
    """
    likelihood = _Likelihood(matchups, players, PRIOR_DRAWS)
    estimates = likelihood.maximize([0.0] * players, range(1, players))
    intervals = _ScoreIntervals(matchups, players)
    ratings = [Rating(0.0, 0.0, 0.0)]
    for player in range(1, players):
        low, high = intervals.interval(player)
        # The prior can move an estimate beyond its interval, which has almost none.
        estimate = max(estimates[player], -math.inf if low is None else low)
        estimate = min(estimate, math.inf if high is None else high)
        ratings.append(Rating(ELO_PER_NAT * estimate, _to_elo(low), _to_elo(high)))
    return ratings


def estimate_share(deals: Sequence[DealPoints]) -> tuple[float, float, float]:
    """Return a player's share of the points of two players, with its 95 % interval.

    The interval is Wilson's for the effective number of independent games. As many pseudo-deals as
    Wilson's interval adds pseudo-games, all with a single winner, widen the interval of few deals.
    If neither player has points, the share is a half, from 0 to 1.

    Args:
        deals: the points of the two players in each deal.

    >>> deals = [DealPoints(2, 0)] * 15 + [DealPoints(0, 2)] * 133
    >>> [round(end, 4) for end in estimate_share(deals)]
    [0.1014, 0.0624, 0.1605]
    """
    games = sum(points.ours + points.theirs for points in deals)
    if games == 0:
        return 0.5, 0.0, 1.0
    share = sum(points.ours for points in deals) / games
    count = effective_games(deals)
    low, high = wilson_interval(share * count, count)
    return share, low, high


def effective_games(deals: Sequence[DealPoints]) -> float:
    """Return the effective number of independent games of two players; there must be points."""
    sizes = [points.ours + points.theirs for points in deals]
    games = sum(sizes)
    share = sum(points.ours for points in deals) / games
    maximum = sum(size * size for size in sizes) / games
    design_effect = maximum
    if 0 < share < 1:
        squares = sum(
            (points.ours - share * size) ** 2 for points, size in zip(deals, sizes, strict=True)
        )
        design_effect = _shrink(squares / (games * share * (1 - share)), maximum, len(deals))
    return games / design_effect


def _shrink(observed: float, maximum: float, deals: float) -> float:
    """Return the design effect (variance relative to independent games), including pseudo-deals.

    Args:
        observed: the design effect estimated from the deals.
        maximum: the design effect if all games of a deal end alike, that of the pseudo-deals.
        deals: the number of deals.
    """
    pseudo_deals = Z_95 * Z_95
    return (deals * observed + pseudo_deals * maximum) / (deals + pseudo_deals)


def _to_elo(log_strength: float | None) -> float | None:
    return None if log_strength is None else ELO_PER_NAT * log_strength


class _Likelihood:
    """The likelihood of log strengths.

    Args:
        matchups: the results.
        players: the number of players.
        prior_draws: the number of drawn pseudo-games in each matchup.
    """

    def __init__(self, matchups: Sequence[Matchup], players: int, prior_draws: float) -> None:
        self._players = players
        self._matchups = matchups
        self._games = [
            matchup.games_per_deal * len(matchup.deals) + prior_draws for matchup in matchups
        ]
        self._points = [0.0] * players
        for matchup in matchups:
            seats = sum(matchup.seat_counts)
            for player, seat_count, points in zip(
                matchup.players, matchup.seat_counts, _total_points(matchup), strict=True
            ):
                self._points[player] += points + prior_draws * seat_count / seats

    def maximize(self, log_strengths: Sequence[float], free: Sequence[int]) -> list[float]:
        """Return the log strengths of maximum likelihood, by Newton's method.

        Args:
            log_strengths: the initial values.
            free: the indices of the players whose strength varies.
        """
        fitted = list(log_strengths)
        for _ in range(MAX_ITERATIONS if free else 0):
            gradient = self.gradient(fitted)
            information = _submatrix(self.information(fitted), free)
            steps = solve_linear_system(information, [gradient[player] for player in free])
            for player, step in zip(free, steps, strict=True):
                fitted[player] += min(max(step, -MAX_STEP), MAX_STEP)
            if max(map(abs, steps)) < TOLERANCE:
                break
        return fitted

    def gradient(self, log_strengths: Sequence[float]) -> list[float]:
        """Return the points of each player minus its expected points."""
        gradient = list(self._points)
        for matchup, games in zip(self._matchups, self._games, strict=True):
            probabilities = win_probabilities(matchup, log_strengths)
            for player, probability in zip(matchup.players, probabilities, strict=True):
                gradient[player] -= games * probability
        return gradient

    def information(self, log_strengths: Sequence[float]) -> Matrix:
        """Return the Fisher information of independent games."""
        information = [[0.0] * self._players for _ in range(self._players)]
        for matchup, games in zip(self._matchups, self._games, strict=True):
            probabilities = win_probabilities(matchup, log_strengths)
            pairs = list(zip(matchup.players, probabilities, strict=True))
            for player, probability in pairs:
                information[player][player] += games * probability
                for other, other_probability in pairs:
                    information[player][other] -= games * probability * other_probability
        return information


class _ScoreIntervals:
    """Confidence intervals of log strengths by inverting Rao's score test, as Wilson's does.

    The variance of independent games is multiplied by the design effect, estimated from deals.
    """

    def __init__(self, matchups: Sequence[Matchup], players: int) -> None:
        self._likelihood = _Likelihood(matchups, players, PRIOR_EPSILON)
        self._free = list(range(1, players))
        self._estimates = self._likelihood.maximize([0.0] * players, self._free)
        self._matchups = matchups
        self._max_design_effect = max(matchup.games_per_deal for matchup in matchups)
        self._covariance = _deal_covariance(matchups, self._estimates)

    def interval(self, player: int) -> tuple[float | None, float | None]:
        """Return the ends of a player's interval; an infinite end is None."""
        design_effect = self._design_effect(player)
        low, high = (self._end(player, sign, design_effect) for sign in (-1, 1))
        if low is None or high is None:
            # At an infinite estimate the deals do not show their variance.
            low, high = (self._end(player, sign, self._max_design_effect) for sign in (-1, 1))
        return low, high

    def _design_effect(self, player: int) -> float:
        """Return the sandwich variance of a strength, relative to that of independent games."""
        weights = self._covariance_column(self._estimates, player)
        variance = sum(
            row_weight * column_weight * self._covariance[row][column]
            for row, row_weight in zip(self._free, weights, strict=True)
            for column, column_weight in zip(self._free, weights, strict=True)
        )
        deals = effective_deals(self._matchups, self._estimates, [0.0, *weights])
        return _shrink(variance / weights[player - 1], self._max_design_effect, deals)

    def _end(self, player: int, sign: int, design_effect: float) -> float | None:
        """Return the end of the interval below (sign -1) or above (sign 1) the estimate."""
        bound = Z_95 * math.sqrt(design_effect)
        near, far = self._estimates[player], sign * MAX_LOG_STRENGTH

        def margin(log_strength: float) -> float:
            return bound - abs(self._score(player, log_strength))

        if sign * near > MAX_LOG_STRENGTH or margin(far) > 0:
            return None
        return find_root(margin, near, far)

    def _score(self, player: int, log_strength: float) -> float:
        """Return the standardized excess of a player's points over those of a strength."""
        log_strengths = list(self._estimates)
        log_strengths[player] = log_strength
        others = [other for other in self._free if other != player]
        log_strengths = self._likelihood.maximize(log_strengths, others)
        variance = self._covariance_column(log_strengths, player)[player - 1]
        return self._likelihood.gradient(log_strengths)[player] * math.sqrt(variance)

    def _covariance_column(self, log_strengths: Sequence[float], player: int) -> list[float]:
        """Return a player's column of the inverse Fisher information."""
        unit = [float(other == player) for other in self._free]
        information = _submatrix(self._likelihood.information(log_strengths), self._free)
        return solve_linear_system(information, unit)


def win_probabilities(matchup: Matchup, log_strengths: Sequence[float]) -> list[float]:
    """Return the probability that each player of a matchup wins a game."""
    # Subtracting the maximum keeps the exponentials finite.
    maximum = max(log_strengths[player] for player in matchup.players)
    weights = [
        seat_count * math.exp(log_strengths[player] - maximum)
        for player, seat_count in zip(matchup.players, matchup.seat_counts, strict=True)
    ]
    return [weight / sum(weights) for weight in weights]


def effective_deals(
    matchups: Sequence[Matchup], log_strengths: Sequence[float], weights: Sequence[float]
) -> float:
    """Return the effective number of equally informative deals for a rating (Kish, 1965).

    A rating that depends on a matchup with few deals is as uncertain as these few deals, however
    many deals other players have played.

    Args:
        matchups: the matchups; the deals of shorter ones are the first deals of longer ones.
        log_strengths: the log strengths of the players.
        weights: the influence of each player's points on the rating; 0 for the first player.
    """
    informations = []
    for matchup in matchups:
        probabilities = win_probabilities(matchup, log_strengths)
        pairs = list(zip(matchup.players, probabilities, strict=True))
        mean = sum(probability * weights[player] for player, probability in pairs)
        variance = sum(probability * (weights[player] - mean) ** 2 for player, probability in pairs)
        informations.append((len(matchup.deals), matchup.games_per_deal * variance))
    squares = sum(
        min(deals, other_deals) * information * other_information
        for deals, information in informations
        for other_deals, other_information in informations
    )
    return sum(deals * information for deals, information in informations) ** 2 / squares


def _total_points(matchup: Matchup) -> list[float]:
    return [sum(deal[index] for deal in matchup.deals) for index in range(len(matchup.players))]


def _deal_covariance(matchups: Sequence[Matchup], log_strengths: Sequence[float]) -> Matrix:
    """Return the sums over the deals of the products of the players' excess points."""
    players = len(log_strengths)
    expected = [
        [
            matchup.games_per_deal * probability
            for probability in win_probabilities(matchup, log_strengths)
        ]
        for matchup in matchups
    ]
    covariance = [[0.0] * players for _ in range(players)]
    for deal, count in Counter(zip_longest(*(matchup.deals for matchup in matchups))).items():
        excess = [0.0] * players
        for player, points in _excess_points(matchups, expected, deal):
            excess[player] += points
        for row in range(players):
            for column in range(players):
                covariance[row][column] += count * excess[row] * excess[column]
    return covariance


def _excess_points(
    matchups: Sequence[Matchup],
    expected: Sequence[Sequence[float]],
    deal: Sequence[tuple[float, ...] | None],
) -> Iterator[tuple[int, float]]:
    """Yield the points of a deal minus the expected ones, by matchup and player."""
    for matchup, expected_points, points in zip(matchups, expected, deal, strict=True):
        if points is not None:
            for player, won, mean in zip(matchup.players, points, expected_points, strict=True):
                yield player, won - mean


def _submatrix(matrix: Matrix, indices: Sequence[int]) -> Matrix:
    return [
        [matrix[row][column] + RIDGE_INFORMATION * (row == column) for column in indices]
        for row in indices
    ]
