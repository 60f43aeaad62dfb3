"""Skill over several games: figures by hand, their intervals, and the command."""

import json
import math
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import msgspec
import pytest

from onirium.cli.main import main
from onirium.core.game import State
from onirium.i18n.catalog import LANGUAGES
from onirium.record import RecordError, write
from onirium.studies.analysis.skill import Estimate, GameSkill, measure_skill
from onirium.terminal.commands.skill import run
from tests.support.fake_advisor import use_fake_advisor
from tests.support.hush_records import full_record, hush_record

STUDENT_2, STUDENT_3 = 4.3027, 3.1824
"""Critical values of Student's distribution with two and three degrees of freedom, from a table."""

GAMES = [
    GameSkill(decisions=10, best_decisions=8, cost=0.5, luck=0.25, result=1.0),
    GameSkill(decisions=30, best_decisions=30, cost=0.1, luck=-0.5, result=0.0),
]


def test_figures_worked_out_by_hand() -> None:
    """The costs are 0.6 over 40 decisions; without luck the results are 0.75 and 0.5."""
    skill = measure_skill(GAMES)
    assert skill.error.mean == pytest.approx(0.015)
    assert skill.best_share.mean == 38 / 40
    assert skill.win_share.mean == 0.5
    assert skill.adjusted_win_share.mean == 0.625


def test_interval_of_a_mean_worked_out_by_hand() -> None:
    """The numbers 0.75, 0.5 and 0.625 have the standard deviation 0.125."""
    third = GameSkill(decisions=10, best_decisions=10, cost=0.0, luck=0.375, result=1.0)
    interval = measure_skill([*GAMES, third]).adjusted_win_share
    margin = STUDENT_2 * 0.125 / math.sqrt(3)
    assert interval.low == pytest.approx(0.625 - margin, abs=1e-5)
    assert interval.high == pytest.approx(0.625 + margin, abs=1e-5)


def test_interval_of_a_share_ends_at_0_and_1() -> None:
    skill = measure_skill(GAMES)
    for share in (skill.best_share, skill.adjusted_win_share):
        assert (share.low, share.high) == (0.0, 1.0)


def test_interval_of_the_error_worked_out_by_hand() -> None:
    """The mean of 80 decisions is 0.015, and the total of each of the four games 0.35 from it."""
    error = measure_skill(GAMES * 2).error
    factor = math.exp(STUDENT_3 * math.sqrt(4 * 0.35**2 * 4 / 3) / 80 / 0.015)
    assert error.low == pytest.approx(0.015 / factor, rel=1e-4)
    assert error.high == pytest.approx(0.015 * factor, rel=1e-4)


def test_interval_of_the_error_ends_at_1() -> None:
    """One of two games is flawless, so the standard error equals the mean."""
    flawless = msgspec.structs.replace(GAMES[0], cost=0.0)
    error = measure_skill([GAMES[0], flawless]).error
    assert error.high == 1.0


def test_games_for_a_repeatable_figure_worked_out_by_hand() -> None:
    """Each total of six games is 0.35 from the mean, so the standard error is 0.00783.

    The error 0.015 needs (0.00783 / 0.0015)² = 27.2 times as many games.
    """
    skill = measure_skill(GAMES * 3)
    assert skill.error.games_needed == 164
    assert skill.adjusted_win_share.games_needed == 5  # 6 x (0.0559 / 0.0625)²
    assert skill.best_share.games_needed == 1


def test_a_few_games_do_not_show_how_many_are_needed() -> None:
    """After two games with 70 and 88 % best decisions, one seemed to be enough."""
    skill = measure_skill(GAMES * 2)
    assert skill.error.low is not None
    assert (skill.error.games_needed, skill.best_share.games_needed) == (None, None)


def test_equal_shares_have_no_interval_although_their_mean_is_rounded() -> None:
    """13 of 23 best decisions and 26 of 46 are one share, but 23 times their mean is not 13."""
    games = [
        GameSkill(decisions=23 * n, best_decisions=13 * n, cost=0.1, luck=0.3, result=1.0)
        for n in (1, 2)
    ]
    share = measure_skill(games).best_share
    assert (share.low, share.high, share.games_needed) == (None, None, None)


def test_flawless_games_have_no_error() -> None:
    flawless = GameSkill(decisions=10, best_decisions=10, cost=0.0, luck=0.0, result=1.0)
    skill = measure_skill([flawless] * 2)
    assert skill.error == Estimate(mean=0.0)
    assert skill.best_share == Estimate(mean=1.0)


@pytest.mark.parametrize("games", [5, 10, 20])
@pytest.mark.parametrize("rate", [0.6, 0.8, 0.93])
def test_interval_of_won_games_covers_the_true_rate(rate: float, games: int) -> None:
    """Over all numbers of wins, by their binomial probabilities."""
    covered = 0.0
    for wins in range(games + 1):
        results = [float(game < wins) for game in range(games)]
        share = measure_skill(
            [msgspec.structs.replace(GAMES[0], result=result) for result in results]
        ).win_share
        assert share.low is not None
        assert share.high is not None
        if share.low <= rate <= share.high:
            covered += math.comb(games, wins) * rate**wins * (1 - rate) ** (games - wins)
    assert covered > 0.89


def test_intervals_of_twenty_games_of_a_fixed_player_cover_its_error() -> None:
    """A player as `greedy` was measured: one large error loses 47 % of the games.

    The figures of 20 games deviate from the true one by 23 %, as the number of lost games does; the
    interval has to say so.
    """
    rng = Random(3)
    true_error = (0.47 * 0.93 + 0.53 * 0.06) / 50
    errors, covered, blocks = [], 0, 1000
    for _ in range(blocks):
        games = []
        for _ in range(20):
            cost = rng.gauss(0.93, 0.02) if rng.random() < 0.47 else rng.uniform(0.0, 0.12)
            decisions = rng.randint(45, 55)
            games.append(
                GameSkill(decisions=decisions, best_decisions=0, cost=cost, luck=0, result=0)
            )
        error = measure_skill(games).error
        assert error.low is not None
        assert error.high is not None
        errors.append(error.mean)
        covered += error.low < true_error < error.high
    assert stdev(errors) / fmean(errors) == pytest.approx(0.87 * 0.499 / 0.47 / 20**0.5, rel=0.1)
    # Four standard errors of a share of 95 % of 1,000 blocks are 2.8 %.
    assert covered / blocks == pytest.approx(0.95, abs=0.028)


def test_single_game_has_no_intervals() -> None:
    skill = measure_skill(GAMES[:1])
    assert skill.error == Estimate(mean=0.05)
    assert skill.win_share == Estimate(mean=1.0)


def test_intervals_of_a_ratio_cover_it() -> None:
    """Long games have more errors for a decision: the games vary, not single decisions."""
    rng = Random(2)
    covered = 0
    for _ in range(400):
        games = []
        for _ in range(40):
            decisions = rng.choice([20, 60])
            cost = decisions * (0.01 if decisions == 20 else 0.03) * rng.uniform(0.5, 1.5)
            games.append(
                GameSkill(decisions=decisions, best_decisions=0, cost=cost, luck=0, result=0)
            )
        error = measure_skill(games).error
        assert error.low is not None
        assert error.high is not None
        covered += error.low < (20 * 0.01 + 60 * 0.03) / 80 < error.high
    assert 365 <= covered <= 395


def write_game(path: Path, first: int = 0) -> Path:
    """Write a finished game of Hush, with six decisions of each seat; the first one wins."""
    write(full_record(first), path)
    return path


def prefer_showing(state: State) -> list[float]:
    """Return 1/2 for playing a card and 3/4 for showing it."""
    return [0.5, 0.75, 0.0][: len(state.legal_actions())]


def test_command_measures_each_game(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_fake_advisor(prefer_showing, monkeypatch)
    paths = [write_game(home / f"{number}.json", number) for number in range(3)]
    run(paths, "en", last=2, simulations=0, workers=1, as_json=True)
    skill = json.loads(capsys.readouterr().out)
    assert [game["decisions"] for game in skill["games"]] == [6, 6]
    assert [game["result"] for game in skill["games"]] == [1.0, 1.0]
    assert math.isclose(skill["error"]["mean"], 0.25)
    assert skill["best_share"]["mean"] == 0.0


@pytest.mark.parametrize("language", LANGUAGES)
def test_command_prints_a_table_in_every_language(
    language: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_fake_advisor(prefer_showing, monkeypatch)
    monkeypatch.setenv("COLUMNS", "200")
    run([write_game(home / "one.json")], language, player=2, simulations=0, workers=1)
    shown = capsys.readouterr().out
    assert "one" in shown
    assert ("25.00%" if language == "en" else "25,00\xa0%") in shown
    assert "skill." not in shown


def test_unfinished_game_and_unknown_player_are_rejected(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_fake_advisor(prefer_showing, monkeypatch)
    path = home / "half.json"
    write(hush_record("shout", "hush", "murmur", "whisper"), path)
    with pytest.raises(RecordError, match=r"half\.json: the game is not finished"):
        run([path], "en", simulations=0, workers=1)
    with pytest.raises(RecordError, match=r"half\.json: no player 3; players: 1 to 2"):
        run([path], "en", player=3, simulations=0, workers=1)


def test_command_line_needs_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["skill"])
    assert end.value.code == 2
    assert "FILE" in capsys.readouterr().err
