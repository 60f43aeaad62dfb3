"""Ratings: how strong players are, from what they have won of the deals in which they met.

Each player has a strength, and wins a game as often as its strength is of all at the table: the
model of Zermelo, Bradley and Terry, for more than two that of Luce and Plackett. Ratings are
logarithms of strengths on Elo's scale, 400 points for ten to one, above or below the first player.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from onirium.studies.simulation.simulate import Z_95, wilson_interval
from onirium.studies.tournaments.sprt import BISECTION_STEPS, ELO_PER_NAT, DealPoints

PRIOR_DRAWS: Final = 1.0
"""So many drawn games are added at each table: who has won nothing is not infinitely weak."""

PRIOR_EPSILON: Final = 1e-6
"""The same where ends of intervals are sought, which may be as far off as they like."""

MAX_LOG_STRENGTH: Final = 20.0
"""An end that is farther off, as a logarithm of strength, is nowhere."""

MAX_STEP: Final = 2.0
"""No strength changes by more at once while the likeliest are sought."""

TOLERANCE: Final = 1e-8
MAX_ITERATIONS: Final = 100
"""The likeliest strengths are found when none changes by more; or nothing can be told apart."""

Matrix = list[list[float]]


class Matchup(NamedTuple):
    """Players that meet, deal after deal, and what they have won.

    Attributes:
        players: the numbers of the players.
        copies: how many seats each of them takes.
        games: how many games a deal has.
        deals: for each deal, what each player has won of its games; together all of them.
    """

    players: tuple[int, ...]
    copies: tuple[int, ...]
    games: int
    deals: Sequence[tuple[float, ...]]


class Rating(NamedTuple):
    """How much stronger a player is than the first one, in Elo points, with a 95 % interval.

    An end is None where nothing bounds the rating.
    """

    elo: float
    low: float | None
    high: float | None


def estimate_ratings(meetings: Sequence[Matchup], players: int) -> list[Rating]:
    """Return the ratings of some players, the first of which has 0.

    The games of a deal hang together, and so do all games with the same cards; deals do not. So
    intervals are as wide as deals differ, and between two players those of Wilson.

    Args:
        meetings: who met, and what came of it; all of them have the same deals, as far as they go.
        players: how many players there are; each has met the first, or somebody who has, and so on.
    """
    likeliest = _Strengths(meetings, players, PRIOR_DRAWS).fit([0.0] * players, range(1, players))
    intervals = _Intervals(meetings, players)
    ratings = [Rating(0.0, 0.0, 0.0)]
    for player in range(1, players):
        low, high = intervals.interval(player)
        ratings.append(Rating(ELO_PER_NAT * likeliest[player], _elo(low), _elo(high)))
    return ratings


def estimate_share(deals: Sequence[DealPoints]) -> tuple[float, float, float]:
    """Return a player's share of what it and another have won, with its 95 % interval.

    The interval is Wilson's, of as many independent games as the deals are worth; a deal more whose
    games end alike, for each that Wilson's interval adds, keeps few deals from looking certain.
    Where others have won everything nothing is known: the share is a half, and may be any.

    Args:
        deals: what the two have won, deal by deal.

    >>> deals = [DealPoints(2, 0)] * 15 + [DealPoints(0, 2)] * 133
    >>> [round(end, 4) for end in estimate_share(deals)]
    [0.1014, 0.0624, 0.1605]
    """
    won = sum(points.ours for points in deals)
    sizes = [points.ours + points.theirs for points in deals]
    games = sum(sizes)
    if games == 0:
        return 0.5, 0.0, 1.0
    share = won / games
    alike = sum(size * size for size in sizes) / games
    inflation = alike
    if 0 < share < 1:
        spread = sum(
            (points.ours - share * size) ** 2 for points, size in zip(deals, sizes, strict=True)
        )
        inflation = _inflation(spread / (games * share * (1 - share)), alike, len(deals))
    low, high = wilson_interval(won / inflation, games / inflation)
    return share, low, high


def _inflation(observed: float, alike: float, deals: float) -> float:
    """Return how much more than that of independent games a variance is.

    Args:
        observed: how much it is as far as the deals tell.
        alike: how much it is if the games of a deal end alike.
        deals: how many deals there are.
    """
    added = Z_95 * Z_95
    return (deals * observed + added * alike) / (deals + added)


def _elo(strength: float | None) -> float | None:
    return None if strength is None else ELO_PER_NAT * strength


class _Strengths:
    """The likelihood of strengths, each given by its logarithm.

    Args:
        meetings: what came of the games.
        players: how many players there are.
        drawn: how many drawn games are added at each table.
    """

    def __init__(self, meetings: Sequence[Matchup], players: int, drawn: float) -> None:
        self._players = players
        self._meetings = meetings
        self._games = [meeting.games * len(meeting.deals) + drawn for meeting in meetings]
        self._won = [0.0] * players
        for meeting in meetings:
            seats = sum(meeting.copies)
            for player, copies, won in zip(
                meeting.players, meeting.copies, _totals(meeting), strict=True
            ):
                self._won[player] += won + drawn * copies / seats

    def fit(self, strengths: Sequence[float], free: Sequence[int]) -> list[float]:
        """Return the likeliest strengths, where only those of some players are free."""
        fitted = list(strengths)
        for _ in range(MAX_ITERATIONS if free else 0):
            excess = self.excess(fitted)
            told = _part(self.information(fitted), free)
            steps = solve_linear_system(told, [excess[player] for player in free])
            for player, step in zip(free, steps, strict=True):
                fitted[player] += min(max(step, -MAX_STEP), MAX_STEP)
            if max(map(abs, steps)) < TOLERANCE:
                break
        return fitted

    def excess(self, strengths: Sequence[float]) -> list[float]:
        """Return how much more each player has won than it should."""
        excess = list(self._won)
        for meeting, games in zip(self._meetings, self._games, strict=True):
            for player, chance in zip(
                meeting.players, win_probabilities(meeting, strengths), strict=True
            ):
                excess[player] -= games * chance
        return excess

    def information(self, strengths: Sequence[float]) -> Matrix:
        """Return how much independent games tell of the strengths: Fisher's information."""
        told = [[0.0] * self._players for _ in range(self._players)]
        for meeting, games in zip(self._meetings, self._games, strict=True):
            likely = list(zip(meeting.players, win_probabilities(meeting, strengths), strict=True))
            for player, chance in likely:
                told[player][player] += games * chance
                for other, its in likely:
                    told[player][other] -= games * chance * its
        return told


class _Intervals:
    """Intervals of strengths: where what was won is not too far from what should have been won.

    Rao's test is turned round, as Wilson does with a single share. Its variance is that of
    independent games, times how much more deals really differ.
    """

    def __init__(self, meetings: Sequence[Matchup], players: int) -> None:
        self._likelihood = _Strengths(meetings, players, PRIOR_EPSILON)
        self._free = list(range(1, players))
        self._likeliest = self._likelihood.fit([0.0] * players, self._free)
        self._meetings = meetings
        self._alike = max(meeting.games for meeting in meetings)
        self._spread = _spread(meetings, self._likeliest)

    def interval(self, player: int) -> tuple[float | None, float | None]:
        """Return the ends of a player's interval, None for one that is nowhere."""
        inflation = self._inflation(player)
        low, high = (self._end(player, sign, inflation) for sign in (-1, 1))
        if low is None or high is None:
            # Nothing is known then of how deals differ.
            low, high = (self._end(player, sign, self._alike) for sign in (-1, 1))
        return low, high

    def _inflation(self, player: int) -> float:
        weights = self._variances(self._likeliest, player)
        spread = sum(
            ours * theirs * self._spread[one][other]
            for one, ours in zip(self._free, weights, strict=True)
            for other, theirs in zip(self._free, weights, strict=True)
        )
        deals = effective_deals(self._meetings, self._likeliest, [0.0, *weights])
        return _inflation(spread / weights[player - 1], self._alike, deals)

    def _end(self, player: int, sign: int, inflation: float) -> float | None:
        """Return the end below or above the likeliest strength."""
        bound = Z_95 * math.sqrt(inflation)
        near, far = self._likeliest[player], sign * MAX_LOG_STRENGTH
        if sign * near > MAX_LOG_STRENGTH or abs(self._score(player, far)) < bound:
            return None
        for _ in range(BISECTION_STEPS):
            middle = (near + far) / 2
            if abs(self._score(player, middle)) < bound:
                near = middle
            else:
                far = middle
        return (near + far) / 2

    def _score(self, player: int, strength: float) -> float:
        """Return how many standard deviations a player has won too much for a strength."""
        strengths = list(self._likeliest)
        strengths[player] = strength
        strengths = self._likelihood.fit(strengths, [p for p in self._free if p != player])
        variance = self._variances(strengths, player)[player - 1]
        return self._likelihood.excess(strengths)[player] * math.sqrt(variance)

    def _variances(self, strengths: Sequence[float], player: int) -> list[float]:
        """Return a column of the inverse of the information: a player's variance, covariances."""
        unit = [float(other == player) for other in self._free]
        return solve_linear_system(_part(self._likelihood.information(strengths), self._free), unit)


def win_probabilities(meeting: Matchup, strengths: Sequence[float]) -> list[float]:
    """Return how often each of those who meet wins a game, if they are so strong."""
    most = max(strengths[player] for player in meeting.players)
    weights = [
        copies * math.exp(strengths[player] - most)
        for player, copies in zip(meeting.players, meeting.copies, strict=True)
    ]
    return [weight / sum(weights) for weight in weights]


def effective_deals(
    meetings: Sequence[Matchup], strengths: Sequence[float], weights: Sequence[float]
) -> float:
    """Return how many deals that tell equally much tell as much of a rating, after Kish (1965).

    Those who have met in a few deals are known from these few, however many others have played.

    Args:
        meetings: who met; the shorter ones have the first deals of the longer ones.
        strengths: how strong the players are, as logarithms.
        weights: how much more each player's wins move the rating; 0 for the first player's.
    """
    told = []
    for meeting in meetings:
        likely = list(zip(meeting.players, win_probabilities(meeting, strengths), strict=True))
        mean = sum(chance * weights[player] for player, chance in likely)
        spread = sum(chance * (weights[player] - mean) ** 2 for player, chance in likely)
        told.append((len(meeting.deals), meeting.games * spread))
    both = sum(min(one, other) * tells * its for one, tells in told for other, its in told)
    return sum(deals * tells for deals, tells in told) ** 2 / both


def _totals(meeting: Matchup) -> list[float]:
    return [sum(deal[place] for deal in meeting.deals) for place in range(len(meeting.players))]


def _spread(meetings: Sequence[Matchup], strengths: Sequence[float]) -> Matrix:
    """Return how far deals are from what they should bring: sums of squares and products."""
    players = len(strengths)
    expected = [
        [meeting.games * chance for chance in win_probabilities(meeting, strengths)]
        for meeting in meetings
    ]
    spread = [[0.0] * players for _ in range(players)]
    for deal, count in Counter(zip_longest(*(meeting.deals for meeting in meetings))).items():
        excess = [0.0] * players
        for player, more in _excesses(meetings, expected, deal):
            excess[player] += more
        for one in range(players):
            for other in range(players):
                spread[one][other] += count * excess[one] * excess[other]
    return spread


def _excesses(
    meetings: Sequence[Matchup],
    expected: Sequence[Sequence[float]],
    deal: Sequence[tuple[float, ...] | None],
) -> Iterator[tuple[int, float]]:
    """Yield how much more than expected the players have won of a deal, table by table."""
    for meeting, should, won in zip(meetings, expected, deal, strict=True):
        if won is not None:
            for player, more, less in zip(meeting.players, won, should, strict=True):
                yield player, more - less


def _part(matrix: Matrix, places: Sequence[int]) -> Matrix:
    return [[matrix[row][column] for column in places] for row in places]


def solve_linear_system(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """Solve linear equations with a symmetric, positive definite matrix, by elimination.

    >>> solve_linear_system([[2.0, 1.0], [1.0, 3.0]], [3.0, 4.0])
    [1.0, 1.0]
    """
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for place in range(size):
        for below in range(place + 1, size):
            factor = rows[below][place] / rows[place][place]
            for column in range(place, size + 1):
                rows[below][column] -= factor * rows[place][column]
    found = [0.0] * size
    for place in reversed(range(size)):
        known = sum(rows[place][column] * found[column] for column in range(place + 1, size))
        found[place] = (rows[place][size] - known) / rows[place][place]
    return found
