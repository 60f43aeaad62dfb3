"""Ratings: maximum likelihood, and intervals that depend on the variance of deals."""

import math
from collections.abc import Sequence
from itertools import combinations, product

import pytest

from onirium.core.chance import Random
from onirium.studies.linear_system import solve_linear_system
from onirium.studies.statistics import effective_sample_size, wilson_interval
from onirium.studies.tournaments.rating import (
    Matchup,
    Rating,
    estimate_ratings,
    estimate_share,
    win_probabilities,
)
from onirium.studies.tournaments.sprt import ELO_PER_NAT, DealPoints

MIXED = [(2.0, 0.0)] * 9 + [(1.0, 1.0)] * 20 + [(0.0, 2.0)] * 15 + [(0.5, 1.5)] * 2
ALIKE = [(2.0, 0.0)] * 19 + [(0.0, 2.0)] * 26
EVEN = [(1.0, 1.0)] * 40


def rate_second(deals: Sequence[tuple[float, ...]]) -> Rating:
    return estimate_ratings([Matchup((0, 1), (1, 1), 2, deals)], 2)[1]


def share_to_elo(share: float) -> float:
    return ELO_PER_NAT * math.log(share / (1 - share))


@pytest.mark.parametrize("deals", [MIXED, ALIKE, EVEN, MIXED[:4] + ALIKE[-3:]])
def test_interval_of_two_players_is_that_of_their_share(
    deals: list[tuple[float, float]],
) -> None:
    """Computed as for a simulation, which has its own tests."""
    games = 2 * len(deals)
    won = sum(theirs for _, theirs in deals)
    squares = sum(theirs * theirs for _, theirs in deals)
    alike = (len(deals) * squares - won * won) / (won * (games - won))
    added = 1.959963984540054**2
    count = len(deals) / ((len(deals) * alike + added) / (len(deals) + added))
    low, high = wilson_interval(won / games * count, count)
    rating = rate_second(deals)
    assert rating.low is not None
    assert rating.high is not None
    assert math.isclose(rating.low, share_to_elo(low), abs_tol=1e-3)
    assert math.isclose(rating.high, share_to_elo(high), abs_tol=1e-3)
    share, *ends = estimate_share([DealPoints(theirs, ours) for ours, theirs in deals])
    assert share == won / games
    assert ends == pytest.approx([low, high])
    if won == int(won) and squares == int(squares):
        assert math.isclose(count, effective_sample_size(len(deals), games, int(won), int(squares)))


@pytest.mark.parametrize("deals", [MIXED, ALIKE, EVEN])
def test_rating_of_two_players_is_their_share_with_a_drawn_game(
    deals: list[tuple[float, float]],
) -> None:
    won = sum(theirs for _, theirs in deals) + 0.5
    assert math.isclose(
        rate_second(deals).elo, share_to_elo(won / (2 * len(deals) + 1)), abs_tol=1e-6
    )


def test_first_player_has_rating_0() -> None:
    assert estimate_ratings([Matchup((0, 1), (1, 1), 2, MIXED)], 2)[0] == (0.0, 0.0, 0.0)


STRENGTHS = [0.0, 0.7, -0.4, 1.5]


@pytest.mark.parametrize(
    "seats",
    [
        [(0, 1), (0, 2), (1, 3)],
        [(0, 1, 2), (1, 2, 3)],
        [(0, 1, 2, 3)],
        [(0, 0, 1), (0, 1, 1), (2, 3, 3), (1, 2, 2)],
        [(0, 1, 1, 2, 3)],
    ],
)
def test_expected_points_reproduce_the_strengths(
    seats: list[tuple[int, ...]],
) -> None:
    matchups = []
    for lineup in seats:
        players = tuple(sorted(set(lineup)))
        seat_counts = tuple(lineup.count(player) for player in players)
        weights = [
            count * math.exp(STRENGTHS[player])
            for player, count in zip(players, seat_counts, strict=True)
        ]
        deal = tuple(len(lineup) * weight / sum(weights) for weight in weights)
        matchups.append(Matchup(players, seat_counts, len(lineup), [deal] * 4000))
    for strength, rating in zip(STRENGTHS, estimate_ratings(matchups, 4), strict=True):
        assert math.isclose(rating.elo, ELO_PER_NAT * strength, abs_tol=0.3)


def test_ratings_maximize_the_likelihood() -> None:
    """The points and a drawn game are less likely with any rating changed a little."""
    deals = [(2.0, 1.0, 0.0), (1.0, 1.0, 1.0), (0.0, 3.0, 0.0), (2.0, 0.0, 1.0), (3.0, 0.0, 0.0)]
    matchups = [
        Matchup((0, 1, 2), (1, 1, 1), 3, deals),
        Matchup((1, 3), (1, 2), 3, [(1.0, 2.0), (0.0, 3.0)]),
    ]

    def likelihood(elos: Sequence[float]) -> float:
        strengths = [elo / ELO_PER_NAT for elo in elos]
        total = 0.0
        for matchup in matchups:
            seats = sum(matchup.seat_counts)
            for index, probability in enumerate(win_probabilities(matchup, strengths)):
                won = (
                    sum(deal[index] for deal in matchup.deals) + matchup.seat_counts[index] / seats
                )
                total += won * math.log(probability)
        return total

    elos = [rating.elo for rating in estimate_ratings(matchups, 4)]
    for player, step in product((1, 2, 3), (-0.5, 0.5)):
        moved = [elo + step * (number == player) for number, elo in enumerate(elos)]
        assert likelihood(moved) < likelihood(elos)


def test_interval_is_narrower_the_smaller_the_variance_of_deals() -> None:
    """Half of all points, from deals that end alike, single games, and mirrored games."""
    alike = [(2.0, 0.0)] * 50 + [(0.0, 2.0)] * 50
    single = [(2.0, 0.0)] * 25 + [(1.0, 1.0)] * 50 + [(0.0, 2.0)] * 25
    mirrored = [(1.0, 1.0)] * 100
    widths = [rating.high - rating.low for rating in map(rate_second, (alike, single, mirrored))]  # type: ignore[operator]
    assert widths[0] > 1.3 * widths[1] > 4 * widths[2]
    # The interval is 1.96 standard deviations of 1 / (2 sqrt(n)) for 100 or 200 games.
    assert math.isclose(widths[0], 2 * share_to_elo(0.5 + 1.96 / 20), rel_tol=0.03)
    assert math.isclose(widths[1], 2 * share_to_elo(0.5 + 1.96 / 2 / math.sqrt(200)), rel_tol=0.03)


def test_player_without_points_has_an_infinite_lower_end() -> None:
    """60 lost games exclude the ratings above the upper end of Wilson's interval."""
    rating = rate_second([(2.0, 0.0)] * 30)
    assert rating.low is None
    assert rating.high is not None
    assert math.isclose(rating.high, share_to_elo(wilson_interval(0, 30)[1]), abs_tol=1e-3)
    assert rating.elo < rating.high
    mirrored = rate_second([(0.0, 2.0)] * 30)
    assert mirrored.high is None
    assert mirrored.low is not None
    assert math.isclose(mirrored.low, -rating.high, abs_tol=1e-3)


@pytest.mark.parametrize("deals", [10, 50, 500])
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_ratings_of_a_strict_ladder_lie_in_their_intervals(
    order: tuple[int, ...], deals: int
) -> None:
    """Each player wins all games against those that follow in the order."""
    matchups = []
    for one, other in combinations(range(3), 2):
        points = (2.0, 0.0) if order.index(one) < order.index(other) else (0.0, 2.0)
        matchups.append(Matchup((one, other), (1, 1), 2, [points] * deals))
    ratings = estimate_ratings(matchups, 3)
    elos = [ratings[player].elo for player in order]
    assert elos == sorted(elos, reverse=True)
    for rating in ratings:
        assert rating.low is None or rating.low <= rating.elo
        assert rating.high is None or rating.elo <= rating.high


def test_rating_of_a_player_without_wins_is_bounded_by_that_of_the_opponent() -> None:
    matchups = [
        Matchup((0, 1), (1, 1), 2, [(2.0, 0.0), (1.0, 1.0)] * 20),
        Matchup((1, 2), (1, 1), 2, [(2.0, 0.0)] * 40),
    ]
    _, second, third = estimate_ratings(matchups, 3)
    assert second.low is not None
    assert (third.low, third.high is None) == (None, False)
    assert third.high is not None
    assert third.high < second.elo


def test_interval_is_narrower_with_more_deals() -> None:
    matchups = [
        Matchup(pair, (1, 1), 2, [(2.0, 0.0), (0.0, 2.0), (1.0, 1.0)] * 10)
        for pair in combinations(range(4), 2)
    ]
    fourfold = [matchup._replace(deals=list(matchup.deals) * 4) for matchup in matchups]
    for few, many in list(
        zip(estimate_ratings(matchups, 4), estimate_ratings(fourfold, 4), strict=True)
    )[1:]:
        assert few.high is not None
        assert many.high is not None
        assert math.isclose(few.elo, 0, abs_tol=1e-6)
        assert math.isclose(few.high / many.high, 2, rel_tol=0.1)


FEW_DEALS = [(1.0, 1.0)] * 9 + [(2.0, 0.0)]
MANY_DEALS = [(2.0, 0.0), (0.0, 2.0), (1.0, 1.0)] * 1000


def test_interval_of_few_deals_does_not_gain_from_the_deals_of_others() -> None:
    """The rating depends on the deals of that player alone."""
    beside = estimate_ratings(
        [Matchup((0, 1), (1, 1), 2, MANY_DEALS), Matchup((0, 2), (1, 1), 2, FEW_DEALS)], 3
    )[2]
    assert beside == pytest.approx(rate_second(FEW_DEALS), abs=1e-3)


def test_interval_through_an_opponent_is_no_narrower_than_that_of_the_opponent() -> None:
    matchups = [Matchup((0, 1), (1, 1), 2, FEW_DEALS), Matchup((1, 2), (1, 1), 2, MANY_DEALS)]
    _, second, third = estimate_ratings(matchups, 3)
    assert second == pytest.approx(rate_second(FEW_DEALS), abs=1e-3)
    assert None not in {*second, *third}
    assert third.high - third.low > second.high - second.low  # type: ignore[operator]


def test_share_without_points_is_a_half_from_0_to_1() -> None:
    assert estimate_share([DealPoints(0, 0)] * 3) == (0.5, 0, 1)


def test_players_with_the_same_deals_are_compared_by_their_differences() -> None:
    """Two players have exactly the same results on the same deals against a third one."""
    deals = [(2.0, 0.0), (0.0, 2.0), (0.0, 2.0)] * 10
    matchups = [Matchup((0, 2), (1, 1), 2, deals), Matchup((1, 2), (1, 1), 2, deals)]
    close = estimate_ratings(matchups, 3)[1]
    other = [*deals[1:], *deals[:1]]
    far = estimate_ratings([matchups[0], Matchup((1, 2), (1, 1), 2, other)], 3)[1]
    assert close.high is not None
    assert far.high is not None
    assert abs(close.elo) < 1e-6
    assert close.high < far.high / 3


@pytest.mark.long
def test_interval_of_three_players_covers_the_true_rating() -> None:
    """The luck of a seat is the same in all games of a deal, so these are correlated."""
    rng = Random(1)
    true = ELO_PER_NAT * -0.5 / math.sqrt(1 + 2 / 3)
    covered = 0
    for _ in range(100):
        rating = estimate_ratings([Matchup((0, 1, 2), (1, 1, 1), 3, sample_deals(rng, 30))], 3)[1]
        covered += (rating.low or -9999) < true < (rating.high or 9999)
    assert covered >= 88


def sample_deals(rng: Random, count: int) -> list[tuple[float, ...]]:
    """Return the points of three players in mirrored deals; the second player is weaker."""
    deals = []
    for _ in range(count):
        luck = [math.log(-1 / math.log(rng.random())) for _ in range(3)]
        won = [0.0, 0.0, 0.0]
        for turn in range(3):
            performances = [
                luck[(seat + turn) % 3] + strength + math.log(-1 / math.log(rng.random()))
                for seat, strength in enumerate((0.0, -0.5, 0.0))
            ]
            won[performances.index(max(performances))] += 1
        deals.append(tuple(won))
    return deals


def test_linear_system_is_solved() -> None:
    matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 2.0]]
    solution = solve_linear_system(matrix, [1.0, -2.0, 3.0])
    right = [sum(a * b for a, b in zip(row, solution, strict=True)) for row in matrix]
    assert all(map(math.isclose, right, (1.0, -2.0, 3.0)))
