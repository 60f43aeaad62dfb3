"""Shares of pairings adjusted for luck."""

import io
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import msgspec
import pytest

import onirium
from onirium.bots.registry import make_bot
from onirium.core import chance
from onirium.core.game import Game
from onirium.i18n.catalog import Words
from onirium.studies.compute.checkpoint import CheckpointError
from onirium.studies.luck.luck_meter import load_luck_meter
from onirium.studies.statistics import Z_95
from onirium.studies.tournaments import pairing
from onirium.studies.tournaments.adjusted_share import adjust_share
from onirium.studies.tournaments.pairing import LineupJob, run_lineup_job
from onirium.studies.tournaments.rating import estimate_share
from onirium.studies.tournaments.schedule import TournamentConfig
from onirium.studies.tournaments.sprt import DealPoints
from onirium.studies.tournaments.tournament import TournamentResult, run_tournament
from onirium.terminal.commands.tournament import show
from onirium.terminal.formatting import make_console
from tests.support.nightly import nightly

NIGHTMARIUM = onirium.load("nightmarium")


def play(game: Game, players: tuple[str, ...], path: Path, **options: object) -> TournamentResult:
    """Play 16 games of each lineup."""
    config = TournamentConfig(game, players, 16, workers=1, **options)  # type: ignore[arg-type]
    return run_tournament(config, path)


def without_times(result: TournamentResult) -> TournamentResult:
    """Return a result without the measured times."""
    standings = [
        msgspec.structs.replace(standing, ms_per_decision=0.0) for standing in result.standings
    ]
    return msgspec.structs.replace(result, standings=standings)


@pytest.mark.parametrize("idle_share", [0.0, 0.4])
def test_adjusted_share_has_the_same_mean_and_a_true_smaller_error(idle_share: float) -> None:
    """Up to three games a deal, of luck and skill.

    By hand: the variance of a result is 0.6 x 0.4 = 0.24, of which luck explains 0.7² / 12.
    """
    rng = Random(1)
    estimates = []
    for _ in range(300):
        deals, luck = [], []
        for _ in range(200):
            games = [rng.uniform(-0.35, 0.35) for _ in range(3) if rng.random() >= idle_share]
            ours = sum(rng.random() < 0.6 + advantage for advantage in games)
            deals.append(DealPoints(ours, len(games) - ours))
            luck.append({1: sum(games), 2: rng.gauss(0, 0.1)})
        adjusted = adjust_share(deals, luck)
        assert adjusted is not None
        estimates.append((estimate_share(deals)[0], adjusted))
    errors = [(adjusted.high - adjusted.low) / 2 / Z_95 for _, adjusted in estimates]
    spread = stdev(adjusted.share for _, adjusted in estimates)
    assert fmean(adjusted.share for _, adjusted in estimates) == pytest.approx(0.6, abs=0.005)
    assert fmean(errors) == pytest.approx(spread, rel=0.1)
    ratio = fmean(adjusted.variance_ratio for _, adjusted in estimates)
    assert ratio == pytest.approx(0.24 / (0.24 - 0.49 / 12), abs=0.02)
    assert spread < stdev(plain for plain, _ in estimates)


def test_without_luck_the_share_is_the_plain_one() -> None:
    deals = [DealPoints(2, 0), DealPoints(0, 2), DealPoints(1, 0), DealPoints(2, 1)] * 100
    Random(1).shuffle(deals)
    adjusted = adjust_share(deals, [{}] * 400)
    assert adjusted is not None
    assert adjusted.share == pytest.approx(5 / 8)
    assert adjusted.variance_ratio == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize("deals", [[], [DealPoints(1, 1)] * 3, [DealPoints(0, 0)] * 50])
def test_few_deals_and_deals_without_points_have_no_adjusted_share(deals: list[DealPoints]) -> None:
    assert adjust_share(deals, [{}] * len(deals)) is None


def test_luck_of_a_deal_belongs_to_the_entry_that_sat_there() -> None:
    """A slow loop with the documented random streams measures the same luck."""
    names, seed = ("greedy", "random"), 5
    job = LineupJob(NIGHTMARIUM.name, NIGHTMARIUM.options, names, seed, 2, 2, adjust_luck=True)
    meter = load_luck_meter(NIGHTMARIUM)
    for deal, entries in enumerate(run_lineup_job(job).luck, start=2):
        expected: list[dict[int, float]] = [{}, {}]
        for turn in range(2):
            deck = chance.Random(chance.derive_key(seed, "deck") + deal)
            rngs = [
                chance.Random(chance.derive_key(seed, f"{name} {index}") + deal)
                for index, name in enumerate(names)
            ]
            bots = [make_bot(name, NIGHTMARIUM) for name in names]
            state = NIGHTMARIUM.new_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcome, step = state.sample(deck), state.current_step()
                    for seat, value in enumerate(meter.measure(state, outcome)):
                        by_step = expected[(seat + turn) % 2]
                        by_step[step] = by_step.get(step, 0.0) + value
                    state.apply_unchecked(outcome)
                else:
                    index = (state.current_player() + turn) % 2
                    state.apply_unchecked(bots[index].choose(state, rngs[index]))
        assert entries == [pytest.approx(by_step) for by_step in expected]


@pytest.mark.parametrize(
    ("game", "players"),
    [
        (NIGHTMARIUM, ("greedy", "random")),
        (onirium.load("onirim"), ("greedy", "random")),
        *nightly(
            (onirium.load("nightmarium", seats=3), ("greedy", "random", "quick@1", "quick@2")),
            (onirium.load("onirim", seats=2), ("greedy", "random")),
        ),
    ],
)
def test_the_games_are_the_same_with_and_without_measuring_luck(
    game: Game, players: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = play(game, players, tmp_path / "plain")
    measured = play(game, players, tmp_path / "measured", adjust_luck=True)
    assert all(paired.adjusted is not None for paired in measured.pairings)
    unadjusted = [msgspec.structs.replace(paired, adjusted=None) for paired in measured.pairings]
    assert unadjusted == plain.pairings
    monkeypatch.setattr(pairing, "GAMES_PER_JOB", 3)
    monkeypatch.setattr(pairing, "SLOW_GAMES_PER_JOB", 3)
    split = play(game, players, tmp_path / "split", adjust_luck=True)
    assert without_times(split) == without_times(measured)
    assert without_times(
        play(game, players, tmp_path / "split", adjust_luck=True)
    ) == without_times(measured)


def test_games_without_luck_are_not_mixed_with_others(tmp_path: Path) -> None:
    play(NIGHTMARIUM, ("greedy", "random"), tmp_path / "k")
    with pytest.raises(CheckpointError, match="adjust_luck False, here True"):
        play(NIGHTMARIUM, ("greedy", "random"), tmp_path / "k", adjust_luck=True)


def test_the_terminal_prints_both_shares(tmp_path: Path) -> None:
    result = play(NIGHTMARIUM, ("greedy", "random"), tmp_path / "k", adjust_luck=True)
    output = io.StringIO()
    show(result, Words("en", "nightmarium"), make_console(file=output, width=80))
    lines = [line.split() for line in output.getvalue().splitlines()]
    [plain, adjusted] = [line for line in lines if line[:3] == ["greedy", "–", "random"]]
    paired = result.pairings[0]
    assert paired.adjusted is not None
    assert plain[4] == f"{paired.share:.1%}"
    assert adjusted[3] == f"{paired.adjusted.share:.2%}"
    assert adjusted[-1] == f"{paired.adjusted.variance_ratio:.2f}"
