"""The sequential test: published examples, exact error probabilities, invalid tests."""

import math

import pytest

from onirium.studies.tournaments.sprt import (
    DealPoints,
    GeneralizedSPRT,
    Verdict,
    expected_share,
    parse_sprt,
)


@pytest.mark.parametrize(
    ("elo0", "elo1", "pairs", "ratio"),
    [
        (-0.25, 1.25, (253, 4282, 17604, 4431, 286), 2.94),
        (0.25, 1.25, (58, 3302, 33130, 3518, 84), 2.97),
        (-0.5, 1.5, (17, 253, 1042, 337, 39), 2.96),
        (0.25, 1.75, (11, 407, 3238, 513, 11), 2.93),
        (-1, 3, (424, 2948, 5832, 3045, 460), 2.94),
    ],
)
def test_log_likelihood_ratio_of_published_chess_tests(
    elo0: float, elo1: float, pairs: tuple[int, ...], ratio: float
) -> None:
    """Stockfish pull requests 3209 (two tests), 2971 (two tests) and 2493, of 2020."""
    deals = {DealPoints(half / 2, 2 - half / 2): count for half, count in enumerate(pairs)}
    assert round(GeneralizedSPRT(elo0, elo1).log_likelihood_ratio(deals, 2), 2) == ratio


@pytest.mark.parametrize("games", [1, 2, 5])
def test_deals_with_equal_results_count_as_single_games(games: int) -> None:
    """The generalized test reduces to Wald's test of a binomial share."""
    test = GeneralizedSPRT(-30, 60)
    deals = {DealPoints(games, 0): 70, DealPoints(0, games): 50}
    low, high = expected_share(-30), expected_share(60)
    by_hand = 70 * math.log(high / low) + 50 * math.log((1 - high) / (1 - low))
    assert math.isclose(test.log_likelihood_ratio(deals, games), by_hand, rel_tol=1e-3)


def test_log_likelihood_ratio_is_antisymmetric() -> None:
    deals = {
        DealPoints(2, 0): 20,
        DealPoints(1, 1): 30,
        DealPoints(1.5, 0.5): 3,
        DealPoints(0, 2): 9,
    }
    mirrored = {DealPoints(theirs, ours): count for (ours, theirs), count in deals.items()}
    forward, backward = GeneralizedSPRT(-10, 40), GeneralizedSPRT(-40, 10)
    assert math.isclose(
        forward.log_likelihood_ratio(deals, 2),
        -backward.log_likelihood_ratio(mirrored, 2),
        rel_tol=1e-9,
    )
    assert forward.log_likelihood_ratio(deals, 2) > 0


def test_deals_without_points_do_not_change_the_ratio() -> None:
    deals = {DealPoints(3, 0): 8, DealPoints(1, 2): 7, DealPoints(0, 1): 5}
    with_others = deals | {DealPoints(0, 0): 1000}
    test = GeneralizedSPRT(-50, 50)
    assert math.isclose(
        test.log_likelihood_ratio(deals, 3), test.log_likelihood_ratio(with_others, 3), rel_tol=1e-9
    )


def test_few_deals_won_completely_give_no_verdict() -> None:
    test = GeneralizedSPRT(-100, 100)
    verdicts = [
        test.verdict(test.log_likelihood_ratio({DealPoints(2, 0): deals}, 2))
        for deals in range(1, 9)
    ]
    needed = math.ceil(test.thresholds()[1] / math.log(expected_share(100) / expected_share(-100)))
    assert needed == 6
    assert verdicts == [Verdict.OPEN] * 5 + [Verdict.UPPER] * 3


@pytest.mark.parametrize(("alpha", "beta"), [(0.05, 0.05), (0.01, 0.2)])
def test_verdict_is_given_at_the_thresholds_of_wald(alpha: float, beta: float) -> None:
    test = GeneralizedSPRT(0, 10, alpha, beta)
    low, high = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    assert test.verdict(low) is Verdict.LOWER
    assert test.verdict(low + 1e-9) is test.verdict(high - 1e-9) is Verdict.OPEN
    assert test.verdict(high) is Verdict.UPPER


@pytest.mark.parametrize(("elo", "wrong"), [(-150, Verdict.UPPER), (150, Verdict.LOWER)])
def test_error_probabilities_are_within_the_limits(elo: float, wrong: Verdict) -> None:
    """Exact: a sum over all results of 60 deals whose games end alike."""
    test = GeneralizedSPRT(-150, 150)
    share = expected_share(elo)
    running, probabilities = {0: 1.0}, dict.fromkeys(Verdict, 0.0)
    for deals in range(1, 61):
        reached: dict[int, float] = {}
        for won, probability in running.items():
            for points, factor in ((1, share), (0, 1 - share)):
                total = reached.get(won + points, 0.0)
                reached[won + points] = total + probability * factor
        running = {}
        for won, probability in reached.items():
            ratio = test.log_likelihood_ratio(
                {DealPoints(2, 0): won, DealPoints(0, 2): deals - won}, 2
            )
            verdict = test.verdict(ratio)
            probabilities[verdict] += probability
            if verdict is Verdict.OPEN:
                running[won] = probability
    assert sum(running.values()) < 0.001
    assert 0.01 < probabilities[wrong] < 0.05


@pytest.mark.parametrize(
    ("differences", "errors", "reason"),
    [
        ("20:20", (0.05, 0.05), "the first Elo difference must be below the second"),
        ("30:-30", (0.05, 0.05), "the first Elo difference must be below the second"),
        ("0", (0.05, 0.05), "the first Elo difference must be below the second"),
        ("nan:3", (0.05, 0.05), "the first Elo difference must be below the second"),
        ("much", (0.05, 0.05), "'much': write two differences in Elo points, such as -20:20"),
        ("1:2:3", (0.05, 0.05), "'1:2:3': write two differences"),
        ("", (0.05, 0.05), "'': write two differences"),
        ("0:5", (0, 0.05), "alpha must be above 0 and below 0.5, not 0"),
        ("0:5", (0.05, 0.5), "beta must be above 0 and below 0.5, not 0.5"),
        ("0:5", (math.nan, 0.05), "alpha must be .*not nan"),
    ],
)
def test_invalid_test_is_rejected(
    differences: str, errors: tuple[float, float], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_sprt(differences, *errors)
