"""Tournaments: fair lineups, and the same result for any workers and interruptions."""

import io
import itertools
import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

import onirium
from onirium.bots.registry import Bot, UnknownBot, check_bot, make_bot
from onirium.core.chance import Random, derive_key
from onirium.core.game import State
from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.studies.compute.checkpoint import CheckpointError
from onirium.studies.output import OutputError
from onirium.studies.tournaments import pairing, schedule
from onirium.studies.tournaments import tournament as module
from onirium.studies.tournaments.pairing import (
    LineupJob,
    LineupJobResult,
    deal_points,
    list_lineups,
    run_lineup_job,
)
from onirium.studies.tournaments.schedule import Pairing, TournamentConfig
from onirium.studies.tournaments.sprt import DealPoints, GeneralizedSPRT, Verdict
from onirium.studies.tournaments.standings_chart import AXIS_LEFT_PX, AXIS_RIGHT_PX, draw_standings
from onirium.studies.tournaments.tournament import TournamentResult, run_tournament
from onirium.terminal.commands import tournament as terminal
from onirium.terminal.formatting import make_console
from tests.support.high_card_game import DRAW, KEEP, Cut, CutState

RACE = onirium.load("onirim", seats=2, mode="race")
SOLITAIRE = onirium.load("onirim")
COOPERATIVE = onirium.load("onirim", seats=2)


class LimitBot(Bot):
    """Draws another card if its own is below a limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.history: list[tuple[int, tuple[int, ...]]] = []

    def choose(self, state: State, _: Random) -> int:
        assert isinstance(state, CutState)
        self.history.append((state.decided, tuple(state.cards)))
        return DRAW if state.cards[state.decided] < self._limit else KEEP


LIMITS = {"wise": 5, "timid": 2, "keeper": 0, "rash": 10}


@pytest.fixture(autouse=True)
def _high_card_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the game and the bots of the tests."""
    monkeypatch.setitem(registry._MODULES, "cut", "tests.support.high_card_game")

    def make_any_bot(name: str, game: onirium.Game) -> Bot:
        return LimitBot(LIMITS[name]) if name in LIMITS else make_bot(name, game)

    def check_any_bot(name: str, game: onirium.Game) -> None:
        if name not in LIMITS:
            check_bot(name, game)

    monkeypatch.setattr(pairing, "make_player", make_any_bot)
    monkeypatch.setattr(schedule, "check_player", check_any_bot)


def high_card(seats: int) -> onirium.Game:
    return Cut({"seats": seats})  # type: ignore[abstract]


def play(
    game: onirium.Game,
    players: Sequence[str],
    games: int,
    path: Path,
    on_progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> TournamentResult:
    """Play a tournament, in this process unless the options have other workers."""
    config = TournamentConfig(game, tuple(players), games, **({"workers": 1} | options))
    return run_tournament(config, path, on_progress)


def without_times(result: TournamentResult) -> dict[str, Any]:
    """Return a result without the measured times."""
    value: dict[str, Any] = msgspec.to_builtins(result)
    for standing in value["standings"]:
        del standing["ms_per_decision"]
    return value


@pytest.mark.parametrize(
    ("seats", "players", "lineups"),
    [
        (2, "ab", ["ab"]),
        (2, "cab", ["ab", "ac", "bc"]),
        (3, "ab", ["aab", "abb"]),
        (3, "abc", ["abc"]),
        (3, "abcd", ["abc", "abd", "acd", "bcd"]),
        (4, "ab", ["aabb"]),
        (5, "abc", ["aabbc", "aabcc", "abbcc"]),
        (5, "abcd", ["aabcd", "abbcd", "abccd", "abcdd"]),
    ],
)
def test_lineups_have_as_many_different_players_as_possible(
    seats: int, players: str, lineups: list[str]
) -> None:
    names = ["".join(lineup) for lineup in list_lineups(high_card(seats), list(players))]
    assert sorted(names) == lineups


def test_each_player_has_its_own_lineup_without_competition() -> None:
    assert list_lineups(SOLITAIRE, ["quick", "greedy"]) == [("greedy",), ("quick",)]
    assert list_lineups(COOPERATIVE, ["random", "greedy"]) == [("greedy",) * 2, ("random",) * 2]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_deal_is_played_by_every_player_from_every_seat(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = {name: LimitBot(0) for name in "abcd"[:seats]}
    monkeypatch.setattr(pairing, "make_player", lambda name, *_: bots[name])
    deals = 12
    lineup = tuple(bots)
    result = run_lineup_job(LineupJob("cut", {"seats": seats}, lineup, 1, 3, deals))
    assert len(result.returns) == deals
    for bot in bots.values():
        bot_seats = [seat for seat, _ in bot.history]
        by_deal = [bot_seats[first : first + seats] for first in range(0, len(bot_seats), seats)]
        assert len(by_deal) == deals
        assert all(sorted(deal_seats) == list(range(seats)) for deal_seats in by_deal)
    cards = [hand for _, hand in bots["a"].history]
    for first in range(0, deals * seats, seats):
        assert len(set(cards[first : first + seats])) == 1
    assert len(set(cards)) > deals / 2


def test_seating_order_alternates_between_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of four players follows every other one in a third of the deals."""
    bots = {name: LimitBot(0) for name in "abcd"}
    monkeypatch.setattr(pairing, "make_player", lambda name, *_: bots[name])
    run_lineup_job(LineupJob("cut", {"seats": 4}, tuple("abcd"), 1, 0, 12))
    follows = Counter[str]()
    for deal in range(12):
        order = sorted(bots, key=lambda name: bots[name].history[4 * deal][0])
        follows.update(one + other for one, other in itertools.pairwise([*order, order[0]]))
    assert len(follows) == 12
    assert set(follows.values()) == {4}


def test_deal_depends_on_its_index_alone() -> None:
    def returns(first: int, deals: int) -> list[list[float]]:
        job = LineupJob("cut", {"seats": 3}, ("keeper", "random", "wise"), 7, first, deals)
        return run_lineup_job(job).returns

    assert returns(0, 20) == returns(0, 7) + returns(7, 13)
    assert returns(0, 20) != returns(20, 20)


def test_games_match_a_loop_over_the_contract() -> None:
    """A slow loop with the documented random streams wins the same games."""
    names = ("greedy", "random")
    job = LineupJob(RACE.name, RACE.options, names, 3, 4, 3)
    for deal, returns in enumerate(run_lineup_job(job).returns, start=4):
        won = [0.0, 0.0]
        for turn in range(2):
            deck = Random(derive_key(3, "deck") + deal)
            rngs = [
                Random(derive_key(3, f"{name} {index}") + deal) for index, name in enumerate(names)
            ]
            bots = [make_bot(name, RACE) for name in names]
            state = RACE.new_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_unchecked(state.sample(deck))
                else:
                    index = (state.current_player() + turn) % 2
                    state.apply_unchecked(bots[index].choose(state, rngs[index]))
            for seat, result in enumerate(state.returns()):
                won[(seat + turn) % 2] += result
        assert returns == won


@pytest.mark.parametrize(
    ("lineup", "returns", "points"),
    [
        (("a", "b"), [2, 0], {"a": 2, "b": 0}),
        (("a", "b"), [1, 0], {"a": 1.5, "b": 0.5}),
        (("a", "b"), [0, 0], {"a": 1, "b": 1}),
        (("a", "b", "b"), [1, 1, 1], {"a": 1, "b": 2}),
        (("a", "b", "b"), [0, 0, 1.5], {"a": 0.5, "b": 2.5}),
    ],
)
def test_point_of_a_drawn_game_is_shared_by_all_seats(
    lineup: tuple[str, ...], returns: list[float], points: dict[str, float]
) -> None:
    assert deal_points(high_card(len(lineup)), lineup, returns) == points


def test_points_sum_to_the_number_of_games(tmp_path: Path) -> None:
    result = play(high_card(3), ["wise", "rash", "timid", "keeper"], 50, tmp_path / "k")
    assert result.games == 4 * 17 * 3
    assert sum(standing.points for standing in result.standings) == pytest.approx(result.games)
    assert [standing.games for standing in result.standings] == [3 * 17 * 3] * 4
    assert result.standings[0].player == "wise"
    assert [pairing.deals for pairing in result.pairings] == [17] * 6
    by_hand = sum(
        deal_points(high_card(3), lineup, returns)["wise"]
        for lineup in result.lineups
        if "wise" in lineup
        for returns in run_lineup_job(LineupJob("cut", {"seats": 3}, lineup, 1, 0, 17)).returns
    )
    assert result.standings[0].points == pytest.approx(by_hand)


def test_points_of_a_pairing_are_those_of_a_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By hand: one deal of three games for each lineup; `rash` decides ten times in 10 ms."""
    results = {
        ("rash", "rash", "wise"): LineupJobResult([[1, 1, 1]], [4, 2, 0], [0.002, 0.004, 0.0]),
        ("rash", "wise", "wise"): LineupJobResult([[2, 1, 0]], [4, 0, 0], [0.004, 0.0, 0.0]),
    }
    monkeypatch.setattr(module, "run_lineup_job", lambda job: results[job.lineup])
    result = play(high_card(3), ["wise", "rash"], 3, tmp_path / "k")
    [paired] = result.pairings
    assert (paired.points, paired.points_against) == (1 + 1 / 2, 2 / 2 + 2)
    rash, wise = result.standings
    assert (rash.player, rash.games, rash.points) == ("rash", 9, 4)
    assert (wise.player, wise.games, wise.points) == ("wise", 9, 2)
    assert rash.ms_per_decision == pytest.approx(1.0)
    assert wise.ms_per_decision == 0


def test_ratings_are_relative_to_the_first_player(tmp_path: Path) -> None:
    names = ["keeper", "wise", "rash"]
    result = play(high_card(2), names, 2000, tmp_path / "k")
    elo = {standing.player: standing.elo for standing in result.standings}
    assert elo["keeper"] == 0 < elo["wise"]
    assert [standing.elo for standing in result.standings] == sorted(elo.values(), reverse=True)
    reversed_ = play(high_card(2), names[::-1], 2000, tmp_path / "k")
    for standing in reversed_.standings:
        assert standing.elo == pytest.approx(elo[standing.player] - elo["rash"], abs=0.01)


def test_players_without_competition_are_compared_deal_by_deal(tmp_path: Path) -> None:
    result = play(SOLITAIRE, ["greedy", "random"], 40, tmp_path / "k")
    won = {
        name: [
            returns[0]
            for returns in run_lineup_job(LineupJob("onirim", {}, (name,), 1, 0, 40)).returns
        ]
        for name in ("greedy", "random")
    }
    points = {standing.player: standing.points for standing in result.standings}
    assert points == {name: sum(wins) for name, wins in won.items()}
    better = sum(a > b for a, b in zip(*won.values(), strict=True))
    worse = sum(a < b for a, b in zip(*won.values(), strict=True))
    [pairing] = result.pairings
    advantage = (better - worse) / 2
    assert advantage > 1
    assert (pairing.points, pairing.points_against) == (
        20 + advantage,
        20 - advantage,
    )


def test_ratings_without_competition_are_those_of_the_deals_won(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By hand: with a drawn pseudo-deal, `random` has 1.5 of 5 points, and 400 lg(3 / 7) Elo."""
    returns: dict[tuple[str, ...], list[list[float]]] = {
        ("greedy",): [[1], [1], [0], [1]],
        ("random",): [[0], [0], [0], [1]],
    }
    monkeypatch.setattr(
        module, "run_lineup_job", lambda job: LineupJobResult(returns[job.lineup], [1], [0.0])
    )
    greedy, random = play(SOLITAIRE, ["greedy", "random"], 4, tmp_path / "k").standings
    assert (greedy.elo, random.player) == (0, "random")
    assert random.elo == pytest.approx(400 * math.log10(3 / 7), abs=1e-3)


def test_cooperative_lineup_has_one_bot_in_all_seats(tmp_path: Path) -> None:
    result = play(COOPERATIVE, ["greedy", "random"], 3, tmp_path / "k")
    assert (result.games, result.games_per_deal) == (6, 1)
    assert [standing.games for standing in result.standings] == [3, 3]


TEST = GeneralizedSPRT(-60, 60)
FOUR = ["wise", "timid", "keeper", "rash"]


@pytest.mark.parametrize("seats", [2, 3])
def test_result_does_not_depend_on_the_size_of_jobs(
    seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = []
    for size in (500, 6, 21):
        monkeypatch.setattr(pairing, "GAMES_PER_JOB", size)
        path = tmp_path / f"{size}"
        results.append(without_times(play(high_card(seats), FOUR, 200, path, test=TEST)))
    assert results[0] == results[1] == results[2]
    result = results[0]
    assert {pairing["verdict"] for pairing in result["pairings"]} >= {"upper"}
    assert len({pairing["deals"] for pairing in result["pairings"]}) > 2


def test_result_is_the_same_for_any_number_of_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "GAMES_PER_JOB", 4)
    results = [
        without_times(
            play(
                RACE,
                ["random", "greedy"],
                20,
                tmp_path / f"{workers}",
                test=GeneralizedSPRT(-200, 200),
                workers=workers,
            )
        )
        for workers in (1, 2)
    ]
    assert results[0] == results[1]
    assert results[0]["pairings"][0]["verdict"] == "lower"


def interrupt_after(jobs: int) -> Callable[[int, int], None]:
    """Return a progress callback that interrupts after a number of jobs."""
    remaining = itertools.count(jobs - 1, -1)

    def interrupt(_finished: int, _total: int) -> None:
        if next(remaining) == 0:
            raise KeyboardInterrupt

    return interrupt


def record_jobs(monkeypatch: pytest.MonkeyPatch) -> list[LineupJob]:
    """Return a list to which every further job is added."""
    jobs: list[LineupJob] = []

    def run_and_record(job: LineupJob) -> LineupJobResult:
        jobs.append(job)
        return run_lineup_job(job)

    monkeypatch.setattr(module, "run_lineup_job", run_and_record)
    return jobs


@pytest.mark.parametrize("test", [None, TEST])
def test_interrupted_tournament_resumes_from_its_checkpoint(
    test: GeneralizedSPRT | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "GAMES_PER_JOB", 10)
    options: dict[str, Any] = {"test": test, "seed": 5}
    uninterrupted = play(high_card(2), FOUR, 60, tmp_path / "uninterrupted", **options)
    path = tmp_path / "parts"
    for jobs in (8, 9):
        part = play(high_card(2), FOUR, 60, path, interrupt_after(jobs), **options)
        assert not part.finished
        assert 0 < part.games < uninterrupted.games
    # A process killed while writing leaves an incomplete line.
    with path.open("a") as file:
        file.write('{"key":"0 ke')
    finished = len(path.read_text().splitlines()) - 1
    played = record_jobs(monkeypatch)
    assert without_times(play(high_card(2), FOUR, 60, path, **options)) == without_times(
        uninterrupted
    )
    all_lines = len((tmp_path / "uninterrupted").read_text().splitlines())
    assert len(played) == all_lines - finished
    played.clear()
    assert without_times(play(high_card(2), FOUR, 60, path, **options)) == without_times(
        uninterrupted
    )
    assert not played


def test_interrupt_while_deals_are_counted_leaves_whole_deals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def add_interrupted(counted: Pairing, points: DealPoints) -> None:
        add(counted, points)
        if len(counted.deals) == 11:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(pairing, "GAMES_PER_JOB", 10)
    add = Pairing.add_deal
    monkeypatch.setattr(Pairing, "add_deal", add_interrupted)
    part = play(high_card(2), FOUR[:2], 60, tmp_path / "games.jsonl")
    assert (part.finished, part.pairings[0].deals) == (False, 15)


def test_interrupt_before_every_pairing_has_a_deal_is_raised(tmp_path: Path) -> None:
    path = tmp_path / "k"
    with pytest.raises(KeyboardInterrupt):
        play(high_card(2), FOUR, 20, path, on_progress=interrupt_after(2))
    assert len(path.read_text().splitlines()) == 3


def test_extended_tournament_reuses_finished_jobs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "k"
    few = play(high_card(2), FOUR[:2], 20, path)
    played = record_jobs(monkeypatch)
    more = play(high_card(2), FOUR[:3], 50, path)
    assert {(job.lineup, job.first, job.deals) for job in played} == {
        (("timid", "wise"), 10, 15),
        (("keeper", "wise"), 0, 25),
        (("keeper", "timid"), 0, 25),
    }
    assert without_times(more) == without_times(play(high_card(2), FOUR[:3], 50, tmp_path / "new"))
    assert without_times(play(high_card(2), FOUR[:2], 20, path)) == without_times(few)


def test_pairing_ends_at_the_verdict_of_the_test(tmp_path: Path) -> None:
    result = play(high_card(2), FOUR, 4000, tmp_path / "k", test=TEST)
    low, high = TEST.thresholds()
    assert result.finished
    for paired in result.pairings:
        assert paired.log_likelihood_ratio is not None
        if paired.verdict is Verdict.OPEN:
            assert paired.deals == 2000
            assert low < paired.log_likelihood_ratio < high
        else:
            assert paired.deals < 2000
            assert not low < paired.log_likelihood_ratio < high
            assert (paired.share > 0.5) == (paired.verdict is Verdict.UPPER)
    assert result.games == 2 * sum(paired.deals for paired in result.pairings)


def test_deals_after_the_verdict_do_not_count(tmp_path: Path) -> None:
    """A test that is added later examines the deals of the checkpoint in their order."""
    path = tmp_path / "k"
    play(high_card(2), ["wise", "rash"], 1000, path)
    later = play(high_card(2), ["wise", "rash"], 1000, path, test=TEST)
    fresh = play(high_card(2), ["wise", "rash"], 1000, tmp_path / "new", test=TEST)
    assert without_times(later) == without_times(fresh)
    assert later.games < 1000


def test_progress_has_the_expected_number_of_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "GAMES_PER_JOB", 10)
    reported: list[tuple[int, int]] = []
    play(
        high_card(2),
        FOUR[:3],
        40,
        tmp_path / "k",
        on_progress=lambda done, total: reported.append((done, total)),
    )
    assert reported == [(done, 120) for done in range(10, 121, 10)]
    reported.clear()
    result = play(
        high_card(2),
        ["wise", "rash"],
        10_000,
        tmp_path / "l",
        test=TEST,
        on_progress=lambda done, total: reported.append((done, total)),
    )
    assert all(10 <= done <= total <= 10_000 for done, total in reported)
    assert reported[-1][0] - 10 < result.games <= reported[-1][0] == reported[-1][1]


def test_expected_deals_extrapolate_the_test_to_its_threshold() -> None:
    low, high = TEST.thresholds()
    pairing = Pairing(("a", "b"), [], 2, TEST)
    pairing.deals = [DealPoints(1, 1)] * 10
    expected = []
    for ratio in (high / 2, low / 4, high / 100, 0.0):
        pairing.log_likelihood_ratio = ratio
        expected.append(pairing.expected_deals(100))
    assert expected == [20, 40, 100, 100]
    pairing.verdict = Verdict.UPPER
    assert pairing.expected_deals(100) == 10
    assert Pairing(("a", "b"), [], 2, None).expected_deals(100) == 100


@pytest.mark.parametrize(
    ("game", "players", "options", "reason"),
    [
        (RACE, ["greedy"], {}, "needs at least two players; available: random, greedy"),
        (RACE, [], {}, "needs at least two players"),
        (RACE, ["greedy", "random", "greedy"], {}, "greedy is listed 2 times"),
        (RACE, ["greedy", "random"], {"games": 0}, "games: 0 is not between 1 and"),
        (RACE, ["greedy", "random"], {"workers": 0}, "workers must be at least 1, not 0"),
        (RACE, ["greedy", "random"], {"luck_rollouts": 8}, "add --adjust-luck"),
    ],
)
def test_invalid_config_is_rejected(
    game: onirium.Game,
    players: list[str],
    options: dict[str, int],
    reason: str,
    tmp_path: Path,
) -> None:
    arguments: dict[str, Any] = {"games": 10, "path": tmp_path / "k"} | options
    with pytest.raises(ValueError, match=reason):
        play(game, players, **arguments)


def test_unknown_bot_is_rejected_with_the_available_ones(tmp_path: Path) -> None:
    with pytest.raises(UnknownBot, match="'clever'; available: random, greedy"):
        play(RACE, ["greedy", "clever"], 10, tmp_path / "k")
    assert not (tmp_path / "k").exists()


@pytest.mark.parametrize(
    ("game", "options"),
    [(high_card(3), {}), (high_card(2), {"seed": 2})],
)
def test_checkpoint_of_another_tournament_is_rejected(
    game: onirium.Game, options: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "k"
    play(high_card(2), FOUR[:2], 10, path)
    before = path.read_bytes()
    with pytest.raises(CheckpointError, match="move the file away"):
        play(game, FOUR[:2], 10, path, **options)
    assert path.read_bytes() == before


def run_command(
    folder: Path,
    language: str = "en",
    test: GeneralizedSPRT | None = None,
    *,
    as_json: bool = False,
) -> list[str]:
    """Run the command and return its output, line by line, also if it is interrupted."""
    output = io.StringIO()
    config = TournamentConfig(RACE, ("greedy", "random"), 10, test=test, workers=1)
    console = make_console(file=output, width=100)
    with suppress(KeyboardInterrupt):
        terminal.run(config, folder, Words(language, "onirim"), as_json=as_json, console=console)
    return output.getvalue().splitlines()


def test_there_are_no_more_processes_than_jobs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def resolve(_workers: object, job_count: int) -> int:
        counts.append(job_count)
        return 1

    counts: list[int] = []
    monkeypatch.setattr(module, "resolve_executor", resolve)
    monkeypatch.setattr(pairing, "GAMES_PER_JOB", 4)
    config = TournamentConfig(onirium.load("nightmarium"), ("greedy", "random"), 10)
    run_tournament(config, tmp_path / "games.jsonl")
    # Five deals of two games each, in jobs of two deals.
    assert counts == [3]
    assert count_jobs(tmp_path) == 3


def test_terminal_prints_standings_and_pairings(tmp_path: Path) -> None:
    lines = [line.split() for line in run_command(tmp_path)]
    assert ["Games", "10"] in lines
    [greedy] = [line for line in lines if line[:2] == ["greedy", "0"]]
    assert greedy[3] == "10"
    [random] = [line for line in lines if line[:1] == ["random"]]
    low, elo, high = (int(random[place].replace("−", "-")) for place in (2, 1, 4))
    assert low < elo < 0 < high
    [pairing] = [line for line in lines if line[:3] == ["greedy", "–", "random"]]
    assert pairing[3] == "5"
    assert pairing[4] == greedy[2]
    # A random decision takes less than a microsecond in the compiled build.
    assert re.fullmatch(r"\d+\.\d{4}", random[-1])


def test_terminal_prints_the_test_in_elo(tmp_path: Path) -> None:
    lines = run_command(tmp_path, test=GeneralizedSPRT(-150, 0.4))
    assert any("−150 or +0.4 Elo; errors 0.05 and 0.05" in line for line in lines)


@pytest.mark.parametrize("test", [None, TEST], ids=["fixed", "sequential"])
def test_terminal_states_that_intervals_do_not_hold_after_a_test(
    test: GeneralizedSPRT | None, tmp_path: Path
) -> None:
    output = " ".join(run_command(tmp_path, test=test))
    assert ("hold only for a fixed number of games" in output) == (test is not None)


@pytest.mark.parametrize(
    ("limits", "verdict"),
    [
        ((-150, 150.5), "open"),
        ((-600, -300.25), "at least −300.25"),
        ((300.5, 600), "not above +300.5"),
    ],
)
def test_terminal_prints_the_verdict_in_elo(
    limits: tuple[float, float], verdict: str, tmp_path: Path
) -> None:
    lines = run_command(tmp_path, test=GeneralizedSPRT(*limits))
    [pairing] = [line for line in lines if line.startswith("greedy – random")]
    assert pairing.rstrip().endswith(verdict)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_and_chart_exist_in_every_language(language: str, tmp_path: Path) -> None:
    output = " ".join(run_command(tmp_path, language, test=TEST))
    assert str(tmp_path) in output
    svg = (tmp_path / "standings.svg").read_text("utf-8")
    for text in (output, svg):
        assert "tournament." not in text
    names = re.findall('class="name"[^>]*>([^<]+)<', svg)
    assert names == ["greedy", "random", "greedy – random"]
    assert svg.count("<circle") == 3
    intervals = re.findall('class="interval" x1="([^"]+)" y1="[^"]+" x2="([^"]+)"', svg)
    assert len(intervals) == 3
    assert all(
        AXIS_LEFT_PX <= float(start) <= float(end) <= AXIS_RIGHT_PX for start, end in intervals
    )


def test_chart_shows_values_and_intervals_at_their_places(tmp_path: Path) -> None:
    """By hand: the axis of shares runs from 300 to 736 px, and a quarter of it is 109 px."""
    result = play(high_card(2), ["wise", "rash"], 2, tmp_path / "k")
    paired = msgspec.structs.replace(result.pairings[0], share=0.25, share_low=0.0, share_high=0.5)
    result = msgspec.structs.replace(result, pairings=[paired])
    svg = draw_standings(result, Words("en", "onirim"))
    dots = re.findall('class="dot" cx="([^"]+)"', svg)
    intervals = re.findall('class="interval" x1="([^"]+)" y1="[^"]+" x2="([^"]+)"', svg)
    equal_ratings, equal_shares = re.findall('class="even" x1="([^"]+)"', svg)
    assert (dots[-1], intervals[-1], equal_shares) == ("409.0", ("300.0", "518.0"), "518.0")
    names = [standing.player for standing in result.standings]
    assert dots[names.index("wise")] == equal_ratings, "ratings are relative to the first player"


def test_chart_has_the_numbers_of_its_language(tmp_path: Path) -> None:
    result = play(high_card(2), ["wise", "rash"], 2, tmp_path / "k")
    paired = msgspec.structs.replace(result.pairings[0], share=0.25)
    result = msgspec.structs.replace(result, pairings=[paired])
    svg = draw_standings(result, Words("de", "onirim"))
    assert ">25,0\N{NO-BREAK SPACE}%<" in svg
    assert ">75\N{NO-BREAK SPACE}%<" in svg


def test_infinite_end_of_an_interval_is_an_arrow(tmp_path: Path) -> None:
    result = play(high_card(2), ["wise", "rash"], 2, tmp_path / "k")
    beaten = msgspec.structs.replace(result.standings[1], elo_low=None)
    result = msgspec.structs.replace(result, standings=[result.standings[0], beaten])
    svg = draw_standings(result, Words("en", "onirim"))
    assert svg.count("<polygon") == 1 + (result.standings[0].elo_high is None)


def test_result_is_written_next_to_the_checkpoint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_command(tmp_path, as_json=True)
    printed = capsys.readouterr().out
    assert printed == (tmp_path / "result.json").read_text("utf-8")
    value = json.loads(printed)
    assert (value["players"], value["games"], value["finished"]) == (["greedy", "random"], 10, True)
    assert msgspec.json.decode(printed, type=TournamentResult).games == 10


def test_interrupted_command_prints_how_to_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(_: LineupJob) -> LineupJobResult:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(module, "run_lineup_job", interrupt)
        assert not run_command(tmp_path)
    shown = capsys.readouterr()
    assert "the same command goes on from there" in " ".join(shown.err.split())
    assert not shown.out
    assert not (tmp_path / "result.json").exists()
    assert any(line.startswith("greedy – random") for line in run_command(tmp_path))


def test_result_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "result.json").mkdir()
    with pytest.raises(OutputError, match=r"result\.json: cannot be written"):
        run_command(tmp_path)


def start_process(folder: Path, games: int) -> subprocess.Popen[bytes]:
    """Start a tournament in a process of its own."""
    arguments = ["tournament", "onirim", "--seat", "greedy", "--seat", "random", "--workers", "2"]
    arguments += ["--games", f"{games}", "--folder", str(folder)]
    command = [sys.executable, "-m", "onirium", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def count_jobs(folder: Path) -> int:
    """Return the number of finished jobs in the checkpoint of a folder."""
    path = folder / "games.jsonl"
    return path.read_text("utf-8").count("\n") - 1 if path.exists() else 0


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_killed_process_keeps_finished_jobs(tmp_path: Path) -> None:
    """A tournament killed after its first jobs and started again has the same result."""
    killed, uninterrupted = tmp_path / "killed", tmp_path / "uninterrupted"
    process = start_process(killed, games=100_000)
    while count_jobs(killed) < 2:
        assert process.poll() is None
        time.sleep(0.01)
    assert process.poll() is None
    process.kill()
    process.wait()
    for folder in (killed, uninterrupted):
        assert start_process(folder, games=5000).wait(timeout=240) == 0
    assert count_jobs(killed) >= count_jobs(uninterrupted) == 20
    results = [
        msgspec.json.decode((folder / "result.json").read_bytes(), type=TournamentResult)
        for folder in (killed, uninterrupted)
    ]
    assert without_times(results[0]) == without_times(results[1])
    assert results[0].games == 10_000
