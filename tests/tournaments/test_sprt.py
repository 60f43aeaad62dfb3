"""Sequential tests: known results of others, exact errors, and what cannot be tested."""

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
def test_pairs_of_chess_games_are_judged_as_others_judge_them(
    elo0: float, elo1: float, pairs: tuple[int, ...], ratio: float
) -> None:
    """Tests of Stockfish: its pull requests 3209 (two), 2971 (two) and 2493 of 2020."""
    deals = {DealPoints(half / 2, 2 - half / 2): count for half, count in enumerate(pairs)}
    assert round(GeneralizedSPRT(elo0, elo1).ratio(deals, 2), 2) == ratio


@pytest.mark.parametrize("games", [1, 2, 5])
def test_deals_that_end_alike_are_single_games(games: int) -> None:
    """Wald's own test of a share, to which the general one comes down."""
    test = GeneralizedSPRT(-30, 60)
    deals = {DealPoints(games, 0): 70, DealPoints(0, games): 50}
    low, high = expected_share(-30), expected_share(60)
    by_hand = 70 * math.log(high / low) + 50 * math.log((1 - high) / (1 - low))
    assert math.isclose(test.ratio(deals, games), by_hand, rel_tol=1e-3)


def test_who_is_first_does_not_matter() -> None:
    deals = {
        DealPoints(2, 0): 20,
        DealPoints(1, 1): 30,
        DealPoints(1.5, 0.5): 3,
        DealPoints(0, 2): 9,
    }
    turned = {DealPoints(theirs, ours): count for (ours, theirs), count in deals.items()}
    there, back = GeneralizedSPRT(-10, 40), GeneralizedSPRT(-40, 10)
    assert math.isclose(there.ratio(deals, 2), -back.ratio(turned, 2), rel_tol=1e-9)
    assert there.ratio(deals, 2) > 0


def test_games_that_a_third_player_wins_say_nothing() -> None:
    deals = {DealPoints(3, 0): 8, DealPoints(1, 2): 7, DealPoints(0, 1): 5}
    with_others = deals | {DealPoints(0, 0): 1000}
    test = GeneralizedSPRT(-50, 50)
    assert math.isclose(test.ratio(deals, 3), test.ratio(with_others, 3), rel_tol=1e-9)


def test_few_deals_won_altogether_prove_little() -> None:
    test = GeneralizedSPRT(-100, 100)
    findings = [test.finding(test.ratio({DealPoints(2, 0): deals}, 2)) for deals in range(1, 9)]
    needed = math.ceil(test.limits()[1] / math.log(expected_share(100) / expected_share(-100)))
    assert needed == 6
    assert findings == [Verdict.OPEN] * 5 + [Verdict.UPPER] * 3


@pytest.mark.parametrize(("alpha", "beta"), [(0.05, 0.05), (0.01, 0.2)])
def test_a_finding_begins_at_the_limits_of_wald(alpha: float, beta: float) -> None:
    test = GeneralizedSPRT(0, 10, alpha, beta)
    low, high = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    assert test.finding(low) is Verdict.LOWER
    assert test.finding(low + 1e-9) is test.finding(high - 1e-9) is Verdict.OPEN
    assert test.finding(high) is Verdict.UPPER


@pytest.mark.parametrize(("elo", "wrong"), [(-150, Verdict.UPPER), (150, Verdict.LOWER)])
def test_errors_are_as_rare_as_was_asked(elo: float, wrong: Verdict) -> None:
    """Exactly counted over all that 60 deals can bring whose games end alike."""
    test = GeneralizedSPRT(-150, 150)
    share = expected_share(elo)
    going, found = {0: 1.0}, dict.fromkeys(Verdict, 0.0)
    for deals in range(1, 61):
        reached: dict[int, float] = {}
        for won, chance in going.items():
            for more, times in ((1, share), (0, 1 - share)):
                reached[won + more] = reached.get(won + more, 0.0) + chance * times
        going = {}
        for won, chance in reached.items():
            ratio = test.ratio({DealPoints(2, 0): won, DealPoints(0, 2): deals - won}, 2)
            finding = test.finding(ratio)
            found[finding] += chance
            if finding is Verdict.OPEN:
                going[won] = chance
    assert sum(going.values()) < 0.001
    assert 0.01 < found[wrong] < 0.05


@pytest.mark.parametrize(
    ("differences", "errors", "reason"),
    [
        ("20:20", (0.05, 0.05), "a lower and then a higher difference"),
        ("30:-30", (0.05, 0.05), "a lower and then a higher difference"),
        ("0", (0.05, 0.05), "a lower and then a higher difference"),
        ("nan:3", (0.05, 0.05), "a lower and then a higher difference"),
        ("much", (0.05, 0.05), "'much': write two differences in Elo points, as -20:20"),
        ("1:2:3", (0.05, 0.05), "'1:2:3': write two differences"),
        ("", (0.05, 0.05), "'': write two differences"),
        ("0:5", (0, 0.05), "alpha 0: an error is above 0 and below 0.5"),
        ("0:5", (0.05, 0.5), "beta 0.5: an error is above 0 and below 0.5"),
        ("0:5", (math.nan, 0.05), "alpha nan"),
    ],
)
def test_what_cannot_be_tested_is_refused(
    differences: str, errors: tuple[float, float], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_sprt(differences, *errors)
