"""Paired differences of studies: deals are paired by their index, and intervals cover."""

import csv
from collections.abc import Iterator, Sequence
from math import comb
from pathlib import Path
from random import Random
from statistics import fmean, pstdev

import pytest

import onirium
from onirium.bots.registry import make_bot
from onirium.core.chance import derive_key
from onirium.studies.compute.checkpoint import run_resumable
from onirium.studies.experiments import run as module
from onirium.studies.experiments.config import parse_config
from onirium.studies.experiments.differences import (
    PairedDifference,
    compare_settings,
    estimate_difference,
)
from onirium.studies.experiments.report import render_report
from onirium.studies.experiments.run import SettingResult, run_study
from onirium.studies.experiments.tables import build_tables, write_tables
from onirium.studies.simulation.game_loop import play_games
from onirium.studies.simulation.result import win_rate_intervals
from onirium.studies.statistics import Z_95

GRIDS = """
seed = 5
games = 12
[[grid]]
game = "onirim"
players = "greedy"
options.expansions = ["", "book"]
options.readings = ["", "search"]
[[grid]]
game = "nightmarium"
players = ["greedy, random", "random, greedy", "random"]
rotate = true
[[grid]]
game = "nightmarium"
players = "greedy, random"
[[grid]]
game = "nightmarium"
players = "greedy"
options.seats = 3
[[grid]]
game = "hush"
players = "random"
"""
READINGS = """
games = 200
[[grid]]
game = "onirim"
players = "greedy"
options.expansions = "book"
options.readings = ["", "reopened-goal", "prophecy-below"]
"""
"""The first two play alike in all of these deals, the third differs in a few."""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> list[SettingResult]:
    return run_study(parse_config(GRIDS), tmp_path_factory.mktemp("grids"), workers=1)


@pytest.fixture(scope="module")
def readings(tmp_path_factory: pytest.TempPathFactory) -> list[SettingResult]:
    return run_study(parse_config(READINGS), tmp_path_factory.mktemp("readings"), workers=1)


def estimate_slowly(shares: Sequence[float], others: Sequence[float]) -> PairedDifference:
    """Return the difference and its interval from the lists of all differences."""
    differences = [share - other for share, other in zip(shares, others, strict=True)]
    padded = [*differences, 1.0, -1.0]
    margin = Z_95 * pstdev(padded) / len(padded) ** 0.5
    return PairedDifference(
        deals=len(differences),
        differing_deals=sum(difference != 0 for difference in differences),
        difference=fmean(differences),
        low=max(-1.0, fmean(padded) - margin),
        high=min(1.0, fmean(padded) + margin),
    )


def test_difference_of_counted_deals() -> None:
    """Two rotated games of each deal against one: the shares are 1, 1/2, 0, 1/2 and 1, 0, 0, 1."""
    paired = estimate_difference(bytes([2, 1, 0, 1]), bytes([1, 0, 0, 1]), games=2)
    assert paired[:3] == (4, 2, 0.0)
    # The differences 0, 1/2, 0, -1/2, 1 and -1 have the variance 2.5 / 6.
    margin = Z_95 * (2.5 / 6 / 6) ** 0.5
    assert paired[3:] == pytest.approx((-margin, margin))


@pytest.mark.parametrize("games", [(1, 1), (2, 2), (3, 1), (2, 3)])
def test_difference_matches_a_list_of_all_deals(games: tuple[int, int]) -> None:
    rng = Random(1)
    for deals in (1, 2, 7, 100):
        wins = [bytes(rng.randint(0, count) for _ in range(deals)) for count in games]
        shares = [
            [won / count for won in values] for values, count in zip(wins, games, strict=True)
        ]
        paired = estimate_difference(wins[0], wins[1], *games)
        assert paired == pytest.approx(estimate_slowly(*shares))


def draw_deals(deals: int, win: float, loss: float, rng: Random) -> Iterator[tuple[int, int]]:
    """Yield the results of two settings: the first alone, or the second alone, wins some deals."""
    for _ in range(deals):
        value = rng.random()
        yield int(value < win), int(win <= value < win + loss)


@pytest.mark.parametrize(
    ("deals", "win", "loss"),
    [(8, 0.01, 0), (8, 0.95, 0), (20, 0.05, 0.03), (100, 0.01, 0), (100, 0.3, 0.2), (400, 0.02, 0)],
)
def test_intervals_cover_the_true_difference(deals: int, win: float, loss: float) -> None:
    rng, repetitions = Random(1), 500
    covered = 0
    for _ in range(repetitions):
        first, second = map(bytes, zip(*draw_deals(deals, win, loss, rng), strict=True))
        paired = estimate_difference(first, second)
        covered += paired.low <= win - loss <= paired.high
    assert covered / repetitions > 0.93


def exact_coverage(deals: int, pairs: Sequence[tuple[float, float]]) -> list[float]:
    """Return the coverage for pairs of probabilities that one setting alone wins a deal."""
    covered = [0.0] * len(pairs)
    for wins in range(deals + 1):
        for losses in range(deals + 1 - wins):
            ties = deals - wins - losses
            baseline = bytes([0] * wins + [1] * losses + [0] * ties)
            paired = estimate_difference(bytes([1] * wins + [0] * (losses + ties)), baseline)
            ways = comb(deals, wins) * comb(deals - wins, losses)
            for index, (win, loss) in enumerate(pairs):
                if paired.low <= win - loss <= paired.high:
                    tie = max(0.0, 1 - win - loss)
                    covered[index] += ways * win**wins * loss**losses * tie**ties
    return covered


def splits(share: float) -> list[tuple[float, float]]:
    """Return ways to divide a share of differing deals between both settings."""
    return [(share * part / 200, share * (200 - part) / 200) for part in range(100, 201)]


@pytest.mark.parametrize("deals", [8, 11, 20])
def test_exact_coverage_unless_all_deals_differ(deals: int) -> None:
    pairs = [pair for share in range(1, 10) for pair in splits(share / 10)]
    assert min(exact_coverage(deals, pairs)) > 0.915


@pytest.mark.parametrize("deals", [8, 10, 11])
def test_exact_coverage_if_all_of_a_few_deals_differ(deals: int) -> None:
    assert 0.88 < min(exact_coverage(deals, splits(1.0))) < 0.9


def test_deals_that_all_agree_are_not_certain() -> None:
    for wins, other, difference in ((1, 1, 0), (1, 0, 1), (0, 1, -1)):
        paired = estimate_difference(bytes([wins] * 10), bytes([other] * 10))
        assert paired.difference == difference
        assert paired.high - paired.low > 0.3
        assert -1 <= paired.low <= difference <= paired.high <= 1


def test_the_wins_of_each_deal_are_those_of_the_first_player(results: list[SettingResult]) -> None:
    for result in results:
        setting = result.setting
        game = onirium.load(setting.game, **setting.options)
        keys = [derive_key(5, stream) for stream in ("deck", "seat 0", "seat 1", "seat 2")]
        bots = [make_bot(player, game) for player in setting.players]
        tallies = [
            play_games(game, bots, keys[: game.seats + 1], deal, 1, rotate=setting.rotate)
            for deal in range(result.tally.deals)
        ]
        assert list(result.deal_wins) == [tally.wins[0] for tally in tallies]
        assert result.games_per_deal == tallies[0].games


def test_settings_that_differ_in_one_parameter_are_compared(results: list[SettingResult]) -> None:
    compared = [(row.setting, row.baseline, row.parameter) for row in compare_settings(results)]
    assert compared == [
        *((1, 0, "readings"), (2, 0, "expansions"), (3, 1, "expansions"), (3, 2, "readings")),
        *((5, 4, "players"), (6, 4, "players"), (7, 4, "rotated"), (6, 5, "players")),
    ]
    for row in compare_settings(results):
        shares = [
            [won / results[index].games_per_deal for won in results[index].deal_wins]
            for index in (row.setting, row.baseline)
        ]
        deals = min(map(len, shares))
        assert row.paired == pytest.approx(estimate_slowly(shares[0][:deals], shares[1][:deals]))


def test_common_deals_are_paired(tmp_path: Path) -> None:
    grid = '[[grid]]\ngame = "onirim"\nplayers = "greedy"\n'
    text = f"games = 20\n{grid}{grid}options.readings = 'search'\ngames = 8"
    first, second = run_study(parse_config(text), tmp_path, workers=1)
    [row] = compare_settings([first, second])
    assert row.paired == estimate_difference(second.deal_wins, first.deal_wins[:8])
    assert (row.paired.deals, row.paired.differing_deals) == (8, 0)


def test_pairing_narrows_the_interval(readings: list[SettingResult]) -> None:
    equal, changed, _ = compare_settings(readings)
    assert (equal.paired.difference, equal.paired.differing_deals) == (0, 0)
    assert 0 < changed.paired.differing_deals < 10
    widths = [high - low for result in readings for low, high in win_rate_intervals(result.tally)]
    unpaired = (widths[0] ** 2 + widths[1] ** 2) ** 0.5
    for row, ratio in ((equal, 0.15), (changed, 0.25)):
        assert row.paired.high - row.paired.low < ratio * unpaired


def test_jobs_may_finish_in_any_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", 4)
    forward = run_study(parse_config(GRIDS), tmp_path / "forward", workers=1)

    def run_backwards(*arguments: object) -> Iterator[object]:
        yield from reversed(list(run_resumable(*arguments)))  # type: ignore[arg-type]

    monkeypatch.setattr(module, "run_resumable", run_backwards)
    backwards = run_study(parse_config(GRIDS), tmp_path / "backwards", workers=1)
    resumed = run_study(parse_config(GRIDS), tmp_path / "forward", workers=1)
    expected = [result.deal_wins for result in forward]
    assert all(expected)
    for other in (backwards, resumed):
        assert [result.deal_wins for result in other] == expected


def test_table_names_both_settings(results: list[SettingResult], tmp_path: Path) -> None:
    write_tables(build_tables(results), tmp_path, parquet=False)
    with (tmp_path / "differences.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["setting"], row["baseline"]) for row in rows[:4]] == [
        *(("2", "1"), ("3", "1"), ("4", "2"), ("4", "3"))
    ]
    for row, difference in zip(rows, compare_settings(results), strict=True):
        assert row["parameter"] in row
        expected = difference.paired
        columns = ("difference", "difference_low", "difference_high")
        assert [float(row[column]) for column in columns] == list(expected[2:])
        assert [int(row["deals"]), int(row["differing_deals"])] == list(expected[:2])


def test_report_lists_the_differences(readings: list[SettingResult]) -> None:
    html = render_report("study", readings, 1, [], "en").html
    assert "Compared with" in html
    assert "by chance in up to one comparison in twenty" in html
    row = "<td>reopened-goal</td><td>none</td><td>0.00</td><td>−1.37 … +1.37</td><td>0 / 200</td>"
    assert row in html
    assert "Compared with" not in render_report("study", readings[:1], 1, [], "en").html
