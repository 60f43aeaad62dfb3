"""Ratings: the likeliest strengths, and intervals as wide as deals differ."""

import math
from collections.abc import Sequence
from itertools import combinations, product

import pytest

from onirium.core.chance import Random
from onirium.studies.simulation.simulate import effective_sample_size, wilson_interval
from onirium.studies.tournaments.rating import (
    Matchup,
    Rating,
    estimate_ratings,
    estimate_share,
    solve_linear_system,
    win_probabilities,
)
from onirium.studies.tournaments.sprt import ELO_PER_NAT, DealPoints

MIXED = [(2.0, 0.0)] * 9 + [(1.0, 1.0)] * 20 + [(0.0, 2.0)] * 15 + [(0.5, 1.5)] * 2
ALIKE = [(2.0, 0.0)] * 19 + [(0.0, 2.0)] * 26
EVEN = [(1.0, 1.0)] * 40


def two(deals: Sequence[tuple[float, ...]]) -> Rating:
    return estimate_ratings([Matchup((0, 1), (1, 1), 2, deals)], 2)[1]


def in_elo(share: float) -> float:
    return ELO_PER_NAT * math.log(share / (1 - share))


@pytest.mark.parametrize("deals", [MIXED, ALIKE, EVEN, MIXED[:4] + ALIKE[-3:]])
def test_between_two_players_the_interval_is_that_of_their_share(
    deals: list[tuple[float, float]],
) -> None:
    """Worked out as a simulation does it, which is tested for itself."""
    games = 2 * len(deals)
    won = sum(theirs for _, theirs in deals)
    squares = sum(theirs * theirs for _, theirs in deals)
    alike = (len(deals) * squares - won * won) / (won * (games - won))
    added = 1.959963984540054**2
    count = len(deals) / ((len(deals) * alike + added) / (len(deals) + added))
    low, high = wilson_interval(won / games * count, count)
    rating = two(deals)
    assert rating.low is not None
    assert rating.high is not None
    assert math.isclose(rating.low, in_elo(low), abs_tol=1e-3)
    assert math.isclose(rating.high, in_elo(high), abs_tol=1e-3)
    share, *ends = estimate_share([DealPoints(theirs, ours) for ours, theirs in deals])
    assert share == won / games
    assert [math.isclose(end, by_hand) for end, by_hand in zip(ends, (low, high), strict=True)]
    if won == int(won) and squares == int(squares):
        assert math.isclose(count, effective_sample_size(len(deals), games, int(won), int(squares)))


@pytest.mark.parametrize("deals", [MIXED, ALIKE, EVEN])
def test_between_two_players_the_rating_is_that_of_their_share_and_a_drawn_game(
    deals: list[tuple[float, float]],
) -> None:
    won = sum(theirs for _, theirs in deals) + 0.5
    assert math.isclose(two(deals).elo, in_elo(won / (2 * len(deals) + 1)), abs_tol=1e-6)


def test_the_first_player_has_nothing_to_be_compared_with() -> None:
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
def test_players_who_win_as_often_as_they_should_have_their_strengths(
    seats: list[tuple[int, ...]],
) -> None:
    meetings = []
    for table in seats:
        players = tuple(sorted(set(table)))
        copies = tuple(table.count(player) for player in players)
        weights = [
            many * math.exp(STRENGTHS[player]) for player, many in zip(players, copies, strict=True)
        ]
        deal = tuple(len(table) * weight / sum(weights) for weight in weights)
        meetings.append(Matchup(players, copies, len(table), [deal] * 4000))
    for strength, rating in zip(STRENGTHS, estimate_ratings(meetings, 4), strict=True):
        assert math.isclose(rating.elo, ELO_PER_NAT * strength, abs_tol=0.3)


def test_no_other_ratings_are_likelier() -> None:
    """What was won, and a drawn game, is less likely whichever rating is moved a little."""
    deals = [(2.0, 1.0, 0.0), (1.0, 1.0, 1.0), (0.0, 3.0, 0.0), (2.0, 0.0, 1.0), (3.0, 0.0, 0.0)]
    meetings = [
        Matchup((0, 1, 2), (1, 1, 1), 3, deals),
        Matchup((1, 3), (1, 2), 3, [(1.0, 2.0), (0.0, 3.0)]),
    ]

    def likelihood(elos: Sequence[float]) -> float:
        strengths = [elo / ELO_PER_NAT for elo in elos]
        total = 0.0
        for meeting in meetings:
            seats = sum(meeting.copies)
            for place, chance in enumerate(win_probabilities(meeting, strengths)):
                won = sum(deal[place] for deal in meeting.deals) + meeting.copies[place] / seats
                total += won * math.log(chance)
        return total

    found = [rating.elo for rating in estimate_ratings(meetings, 4)]
    for player, step in product((1, 2, 3), (-0.5, 0.5)):
        moved = [elo + step * (number == player) for number, elo in enumerate(found)]
        assert likelihood(moved) < likelihood(found)


def test_the_interval_is_narrower_the_less_deals_decide() -> None:
    """Half of all points, of deals that end alike, of single games, of mirrored ones."""
    alike = [(2.0, 0.0)] * 50 + [(0.0, 2.0)] * 50
    single = [(2.0, 0.0)] * 25 + [(1.0, 1.0)] * 50 + [(0.0, 2.0)] * 25
    mirrored = [(1.0, 1.0)] * 100
    widths = [rating.high - rating.low for rating in map(two, (alike, single, mirrored))]  # type: ignore[operator]
    assert widths[0] > 1.3 * widths[1] > 4 * widths[2]
    # A share of 200 games, or as of 100, is known to 2 standard deviations of 1 / (2 sqrt(n)).
    assert math.isclose(widths[0], 2 * in_elo(0.5 + 1.96 / 20), rel_tol=0.03)
    assert math.isclose(widths[1], 2 * in_elo(0.5 + 1.96 / 2 / math.sqrt(200)), rel_tol=0.03)


def test_nothing_bounds_the_rating_of_who_has_won_nothing() -> None:
    """60 games lost: no rating is too low, and those above Wilson's end are too high."""
    rating = two([(2.0, 0.0)] * 30)
    assert rating.low is None
    assert rating.high is not None
    assert math.isclose(rating.high, in_elo(wilson_interval(0, 30)[1]), abs_tol=1e-3)
    assert rating.elo < rating.high
    turned = two([(0.0, 2.0)] * 30)
    assert turned.high is None
    assert turned.low is not None
    assert math.isclose(turned.low, -rating.high, abs_tol=1e-3)


def test_who_lost_to_a_loser_alone_is_bounded_by_what_that_one_has_won() -> None:
    meetings = [
        Matchup((0, 1), (1, 1), 2, [(2.0, 0.0), (1.0, 1.0)] * 20),
        Matchup((1, 2), (1, 1), 2, [(2.0, 0.0)] * 40),
    ]
    _, second, third = estimate_ratings(meetings, 3)
    assert second.low is not None
    assert (third.low, third.high is None) == (None, False)
    assert third.high is not None
    assert third.high < second.elo


def test_more_deals_make_the_interval_narrower() -> None:
    meetings = [
        Matchup(pair, (1, 1), 2, [(2.0, 0.0), (0.0, 2.0), (1.0, 1.0)] * 10)
        for pair in combinations(range(4), 2)
    ]
    fourfold = [meeting._replace(deals=list(meeting.deals) * 4) for meeting in meetings]
    for few, many in list(
        zip(estimate_ratings(meetings, 4), estimate_ratings(fourfold, 4), strict=True)
    )[1:]:
        assert few.high is not None
        assert many.high is not None
        assert math.isclose(few.elo, 0, abs_tol=1e-6)
        assert math.isclose(few.high / many.high, 2, rel_tol=0.1)


SLOW_GAMES_PER_JOB = [(1.0, 1.0)] * 9 + [(2.0, 0.0)]
MANY = [(2.0, 0.0), (0.0, 2.0), (1.0, 1.0)] * 1000


def test_few_deals_look_no_more_certain_beside_the_many_of_others() -> None:
    """Who was met alone is known from these deals, as if there were nobody else."""
    beside = estimate_ratings(
        [Matchup((0, 1), (1, 1), 2, MANY), Matchup((0, 2), (1, 1), 2, SLOW_GAMES_PER_JOB)], 3
    )[2]
    assert beside == pytest.approx(two(SLOW_GAMES_PER_JOB), abs=1e-3)


def test_who_was_met_through_somebody_else_is_not_known_better_than_that_one() -> None:
    meetings = [Matchup((0, 1), (1, 1), 2, SLOW_GAMES_PER_JOB), Matchup((1, 2), (1, 1), 2, MANY)]
    _, second, third = estimate_ratings(meetings, 3)
    assert second == pytest.approx(two(SLOW_GAMES_PER_JOB), abs=1e-3)
    assert None not in {*second, *third}
    assert third.high - third.low > second.high - second.low  # type: ignore[operator]


def test_of_two_who_have_won_nothing_the_share_may_be_any() -> None:
    assert estimate_share([DealPoints(0, 0)] * 3) == (0.5, 0, 1)


def test_players_who_share_deals_are_told_apart_by_how_these_differ() -> None:
    """Two met the third on the same deals, and fared exactly alike: one is as good as the other."""
    deals = [(2.0, 0.0), (0.0, 2.0), (0.0, 2.0)] * 10
    meetings = [Matchup((0, 2), (1, 1), 2, deals), Matchup((1, 2), (1, 1), 2, deals)]
    close = estimate_ratings(meetings, 3)[1]
    other = [*deals[1:], *deals[:1]]
    far = estimate_ratings([meetings[0], Matchup((1, 2), (1, 1), 2, other)], 3)[1]
    assert close.high is not None
    assert far.high is not None
    assert abs(close.elo) < 1e-6
    assert close.high < far.high / 3


@pytest.mark.long
def test_the_interval_holds_the_true_rating_of_three_at_a_table() -> None:
    """Luck lies in the cards of a seat, so that the games of a deal hang together."""
    random = Random(1)
    true = ELO_PER_NAT * -0.5 / math.sqrt(1 + 2 / 3)
    held = 0
    for _ in range(100):
        rating = estimate_ratings([Matchup((0, 1, 2), (1, 1, 1), 3, _dealt(random, 30))], 3)[1]
        held += (rating.low or -9999) < true < (rating.high or 9999)
    assert held >= 88


def _dealt(random: Random, deals: int) -> list[tuple[float, ...]]:
    """Return what three players win of mirrored deals; the second is the weaker one."""
    dealt = []
    for _ in range(deals):
        luck = [math.log(-1 / math.log(random.random())) for _ in range(3)]
        won = [0.0, 0.0, 0.0]
        for turn in range(3):
            played = [
                luck[(seat + turn) % 3] + strength + math.log(-1 / math.log(random.random()))
                for seat, strength in enumerate((0.0, -0.5, 0.0))
            ]
            won[played.index(max(played))] += 1
        dealt.append(tuple(won))
    return dealt


def test_equations_are_solved() -> None:
    matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 2.0]]
    found = solve_linear_system(matrix, [1.0, -2.0, 3.0])
    right = [sum(a * b for a, b in zip(row, found, strict=True)) for row in matrix]
    assert all(map(math.isclose, right, (1.0, -2.0, 3.0)))
