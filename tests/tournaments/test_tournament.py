"""Tournaments: fair tables, one result whoever plays it and however often it is interrupted."""

import io
import itertools
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console as RichConsole

import onirium
from onirium.bots.registry import Bot, UnknownBot, check_bot, make_bot
from onirium.core.chance import Random, derive_key
from onirium.core.game import State
from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.studies.compute.checkpoint import CheckpointError
from onirium.studies.tournaments import pairing
from onirium.studies.tournaments import tournament as study
from onirium.studies.tournaments.pairing import (
    LineupJob,
    LineupJobResult,
    deal_points,
    list_lineups,
    run_lineup_job,
)
from onirium.studies.tournaments.sprt import GeneralizedSPRT, Verdict
from onirium.studies.tournaments.standings_chart import LEFT, RIGHT, draw
from onirium.studies.tournaments.tournament import TournamentResult, run_tournament
from onirium.terminal.commands import tournament as terminal
from tests.support.high_card_game import DRAW, KEEP, Cut, CutState

RACE = onirium.load("onirim", seats=2, mode="race")
ALONE = onirium.load("onirim")
TOGETHER = onirium.load("onirim", seats=2)


class Drawer(Bot):
    """Draws another card if its own is below a limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.noted: list[tuple[int, tuple[int, ...]]] = []

    def choose(self, state: State, _: Random) -> int:
        assert isinstance(state, CutState)
        self.noted.append((state.decided, tuple(state.cards)))
        return DRAW if state.cards[state.decided] < self._limit else KEEP


LIMITS = {"wise": 5, "timid": 2, "keeper": 0, "rash": 10}


@pytest.fixture(autouse=True)
def _cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tests' own players play the tests' own game."""
    monkeypatch.setitem(registry._MODULES, "cut", "tests.support.high_card_game")

    def make(name: str, game: onirium.Game, budget_ms: float | None) -> Bot:
        return Drawer(LIMITS[name]) if name in LIMITS else make_bot(name, game, budget_ms)

    def check_ours_too(name: str, game: onirium.Game) -> None:
        if name not in LIMITS:
            check_bot(name, game)

    monkeypatch.setattr(pairing, "make_bot", make)
    monkeypatch.setattr(study, "check_bot", check_ours_too)


def cut(seats: int) -> onirium.Game:
    return Cut({"seats": seats})  # type: ignore[abstract]


def known(found: TournamentResult) -> dict[str, Any]:
    """Return what was found, without what clocks say."""
    value: dict[str, Any] = msgspec.to_builtins(found)
    for standing in value["standings"]:
        del standing["ms_per_decision"]
    return value


@pytest.mark.parametrize(
    ("seats", "players", "tables"),
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
def test_all_meet_all_at_tables_as_mixed_as_can_be(
    seats: int, players: str, tables: list[str]
) -> None:
    assert sorted("".join(table) for table in list_lineups(cut(seats), list(players))) == tables


def test_where_nobody_is_a_rival_each_has_a_table_of_its_own() -> None:
    assert list_lineups(ALONE, ["quick", "greedy"]) == [("greedy",), ("quick",)]
    assert list_lineups(TOGETHER, ["random", "greedy"]) == [("greedy",) * 2, ("random",) * 2]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_deal_is_played_by_everybody_from_every_seat(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    keepers = {name: Drawer(0) for name in "abcd"[:seats]}
    monkeypatch.setattr(pairing, "make_bot", lambda name, *_: keepers[name])
    deals = 12
    table = tuple(keepers)
    played = run_lineup_job(LineupJob("cut", {"seats": seats}, table, 1, None, 3, deals))
    assert len(played.returns) == deals
    for keeper in keepers.values():
        sat = [seat for seat, _ in keeper.noted]
        by_deal = [sat[first : first + seats] for first in range(0, len(sat), seats)]
        assert len(by_deal) == deals
        assert all(sorted(places) == list(range(seats)) for places in by_deal)
    cards = [hand for _, hand in keepers["a"].noted]
    for first in range(0, deals * seats, seats):
        assert len(set(cards[first : first + seats])) == 1
    assert len(set(cards)) > deals / 2


def test_from_deal_to_deal_others_sit_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four players each follows each other one in a third of the deals."""
    keepers = {name: Drawer(0) for name in "abcd"}
    monkeypatch.setattr(pairing, "make_bot", lambda name, *_: keepers[name])
    run_lineup_job(LineupJob("cut", {"seats": 4}, tuple("abcd"), 1, None, 0, 12))
    follows = Counter[str]()
    for deal in range(12):
        order = sorted(keepers, key=lambda name: keepers[name].noted[4 * deal][0])
        follows.update(one + other for one, other in itertools.pairwise([*order, order[0]]))
    assert len(follows) == 12
    assert set(follows.values()) == {4}


def test_a_deal_depends_on_its_number_alone() -> None:
    def play(first: int, deals: int) -> list[list[float]]:
        piece = LineupJob("cut", {"seats": 3}, ("keeper", "random", "wise"), 7, None, first, deals)
        return run_lineup_job(piece).returns

    assert play(0, 20) == play(0, 7) + play(7, 13)
    assert play(0, 20) != play(20, 20)


def test_games_can_be_played_again_one_by_one() -> None:
    """A slow loop over the contract, with the documented streams, wins the same games."""
    names = ("greedy", "random")
    piece = LineupJob(RACE.name, RACE.options, names, 3, None, 4, 3)
    for deal, returns in enumerate(run_lineup_job(piece).returns, start=4):
        won = [0.0, 0.0]
        for turn in range(2):
            deck = Random(derive_key(3, "deck") + deal)
            dice = [
                Random(derive_key(3, f"{name} {place}") + deal) for place, name in enumerate(names)
            ]
            players = [make_bot(name, RACE) for name in names]
            state = RACE.new_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_unchecked(state.sample(deck))
                else:
                    place = (state.current_player() + turn) % 2
                    state.apply_unchecked(players[place].choose(state, dice[place]))
            for seat, result in enumerate(state.returns()):
                won[(seat + turn) % 2] += result
        assert returns == won


@pytest.mark.parametrize(
    ("table", "returns", "points"),
    [
        (("a", "b"), [2, 0], {"a": 2, "b": 0}),
        (("a", "b"), [1, 0], {"a": 1.5, "b": 0.5}),
        (("a", "b"), [0, 0], {"a": 1, "b": 1}),
        (("a", "b", "b"), [1, 1, 1], {"a": 1, "b": 2}),
        (("a", "b", "b"), [0, 0, 1.5], {"a": 0.5, "b": 2.5}),
    ],
)
def test_games_that_nobody_wins_are_shared_by_all_seats(
    table: tuple[str, ...], returns: list[float], points: dict[str, float]
) -> None:
    assert deal_points(cut(len(table)), table, returns) == points


def test_the_points_of_all_are_the_games_of_all(tmp_path: Path) -> None:
    found = run_tournament(
        cut(3), ["wise", "rash", "timid", "keeper"], 50, tmp_path / "k", workers=1
    )
    assert found.games == 4 * 17 * 3
    assert sum(standing.points for standing in found.standings) == pytest.approx(found.games)
    assert [standing.games for standing in found.standings] == [3 * 17 * 3] * 4
    assert found.standings[0].player == "wise"
    assert [pairing.deals for pairing in found.pairings] == [17] * 6
    by_hand = sum(
        deal_points(cut(3), table, returns)["wise"]
        for table in found.lineups
        if "wise" in table
        for returns in run_lineup_job(LineupJob("cut", {"seats": 3}, table, 1, None, 0, 17)).returns
    )
    assert found.standings[0].points == pytest.approx(by_hand)


def test_ratings_are_relative_to_the_player_named_first(tmp_path: Path) -> None:
    names = ["keeper", "wise", "rash"]
    found = run_tournament(cut(2), names, 2000, tmp_path / "k", workers=1)
    elo = {standing.player: standing.elo for standing in found.standings}
    assert elo["keeper"] == 0 < elo["wise"]
    assert [standing.elo for standing in found.standings] == sorted(elo.values(), reverse=True)
    turned = run_tournament(cut(2), names[::-1], 2000, tmp_path / "k", workers=1)
    for standing in turned.standings:
        assert standing.elo == pytest.approx(elo[standing.player] - elo["rash"], abs=0.01)


def test_players_who_play_for_themselves_are_compared_deal_by_deal(tmp_path: Path) -> None:
    found = run_tournament(ALONE, ["greedy", "random"], 40, tmp_path / "k", workers=1)
    won = {
        name: [
            returns[0]
            for returns in run_lineup_job(LineupJob("onirim", {}, (name,), 1, None, 0, 40)).returns
        ]
        for name in ("greedy", "random")
    }
    points = {standing.player: standing.points for standing in found.standings}
    assert points == {name: sum(wins) for name, wins in won.items()}
    better = sum(a > b for a, b in zip(*won.values(), strict=True))
    worse = sum(a < b for a, b in zip(*won.values(), strict=True))
    [pairing] = found.pairings
    more = (better - worse) / 2
    assert more > 1
    assert (pairing.points, pairing.against) == (
        20 + (better - worse) / 2,
        20 - (better - worse) / 2,
    )


def test_a_team_of_one_kind_plays_together(tmp_path: Path) -> None:
    found = run_tournament(TOGETHER, ["greedy", "random"], 3, tmp_path / "k", workers=1)
    assert (found.games, found.games_per_deal) == (6, 1)
    assert [standing.games for standing in found.standings] == [3, 3]


TEST = GeneralizedSPRT(-60, 60)
FOUR = ["wise", "timid", "keeper", "rash"]


@pytest.mark.parametrize("seats", [2, 3])
def test_nothing_that_is_found_depends_on_the_size_of_pieces(
    seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = []
    for size in (500, 6, 21):
        monkeypatch.setattr(pairing, "GAMES_PER_JOB", size)
        path = tmp_path / f"{size}"
        results.append(known(run_tournament(cut(seats), FOUR, 200, path, test=TEST, workers=1)))
    assert results[0] == results[1] == results[2]
    found = results[0]
    assert {pairing["finding"] for pairing in found["pairings"]} >= {"upper"}
    assert len({pairing["deals"] for pairing in found["pairings"]}) > 2


def test_the_result_is_the_same_for_any_number_of_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "GAMES_PER_JOB", 4)
    results = [
        known(
            run_tournament(
                *(RACE, ["random", "greedy"], 20, tmp_path / f"{workers}"),
                test=GeneralizedSPRT(-200, 200),
                workers=workers,
            )
        )
        for workers in (1, 2)
    ]
    assert results[0] == results[1]
    assert results[0]["pairings"][0]["finding"] == "lower"


def interrupted_after(pieces: int) -> Callable[[int, int], None]:
    """Return what interrupts when so many pieces are finished."""
    left = itertools.count(pieces - 1, -1)

    def tell(_done: int, _total: int) -> None:
        if next(left) == 0:
            raise KeyboardInterrupt

    return tell


def noting(monkeypatch: pytest.MonkeyPatch) -> list[LineupJob]:
    """Return the pieces that are played from now on."""
    played: list[LineupJob] = []

    def play(piece: LineupJob) -> LineupJobResult:
        played.append(piece)
        return run_lineup_job(piece)

    monkeypatch.setattr(study, "run_lineup_job", play)
    return played


@pytest.mark.parametrize("test", [None, TEST])
def test_an_interrupted_tournament_goes_on_where_it_was(
    test: GeneralizedSPRT | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "GAMES_PER_JOB", 10)
    terms: dict[str, Any] = {"test": test, "workers": 1, "seed": 5}
    whole = run_tournament(cut(2), FOUR, 60, tmp_path / "whole", **terms)
    path = tmp_path / "parts"
    for pieces in (8, 9):
        breaks_off = interrupted_after(pieces)
        part = run_tournament(cut(2), FOUR, 60, path, on_progress=breaks_off, **terms)
        assert not part.finished
        assert 0 < part.games < whole.games
    # A process killed in the middle of a line leaves a part of it.
    with path.open("a") as file:
        file.write('{"key":"0 ke')
    kept = len(path.read_text().splitlines()) - 1
    played = noting(monkeypatch)
    assert known(run_tournament(cut(2), FOUR, 60, path, **terms)) == known(whole)
    everything = len((tmp_path / "whole").read_text().splitlines())
    assert len(played) == everything - kept
    played.clear()
    assert known(run_tournament(cut(2), FOUR, 60, path, **terms)) == known(whole)
    assert not played


def test_an_interrupt_before_all_have_met_ends_it_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "k"
    with pytest.raises(KeyboardInterrupt):
        run_tournament(cut(2), FOUR, 20, path, workers=1, on_progress=interrupted_after(2))
    assert len(path.read_text().splitlines()) == 3


def test_more_games_and_more_players_are_played_beside_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "k"
    few = run_tournament(cut(2), FOUR[:2], 20, path, workers=1)
    played = noting(monkeypatch)
    more = run_tournament(cut(2), FOUR[:3], 50, path, workers=1)
    assert {(piece.lineup, piece.first, piece.deals) for piece in played} == {
        (("timid", "wise"), 10, 15),
        (("keeper", "wise"), 0, 25),
        (("keeper", "timid"), 0, 25),
    }
    assert known(more) == known(run_tournament(cut(2), FOUR[:3], 50, tmp_path / "new", workers=1))
    assert known(run_tournament(cut(2), FOUR[:2], 20, path, workers=1)) == known(few)


def test_a_pairing_ends_when_the_test_has_found_something(tmp_path: Path) -> None:
    found = run_tournament(cut(2), FOUR, 4000, tmp_path / "k", test=TEST, workers=1)
    low, high = TEST.limits()
    assert found.finished
    for pair in found.pairings:
        assert pair.ratio is not None
        if pair.finding is Verdict.OPEN:
            assert pair.deals == 2000
            assert low < pair.ratio < high
        else:
            assert pair.deals < 2000
            assert not low < pair.ratio < high
            assert (pair.share > 0.5) == (pair.finding is Verdict.UPPER)
    assert found.games == 2 * sum(pair.deals for pair in found.pairings)


def test_deals_after_a_finding_do_not_count(tmp_path: Path) -> None:
    """What is on the disk already when a test is asked for is looked at deal by deal."""
    path = tmp_path / "k"
    run_tournament(cut(2), ["wise", "rash"], 1000, path, workers=1)
    later = run_tournament(cut(2), ["wise", "rash"], 1000, path, test=TEST, workers=1)
    fresh = run_tournament(cut(2), ["wise", "rash"], 1000, tmp_path / "new", test=TEST, workers=1)
    assert known(later) == known(fresh)
    assert later.games < 1000


def test_progress_says_how_much_there_will_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "GAMES_PER_JOB", 10)
    told: list[tuple[int, int]] = []
    run_tournament(
        *(cut(2), FOUR[:3], 40, tmp_path / "k"),
        workers=1,
        on_progress=lambda done, total: told.append((done, total)),
    )
    assert told == [(done, 120) for done in range(10, 121, 10)]
    told.clear()
    found = run_tournament(
        *(cut(2), ["wise", "rash"], 10_000, tmp_path / "l"),
        test=TEST,
        workers=1,
        on_progress=lambda done, total: told.append((done, total)),
    )
    assert all(10 <= done <= total <= 10_000 for done, total in told)
    assert told[-1][0] - 10 < found.games <= told[-1][0] == told[-1][1]


@pytest.mark.parametrize(
    ("game", "seats", "options", "reason"),
    [
        (RACE, ["greedy"], {}, "needs two players or more; there are: random, greedy"),
        (RACE, [], {}, "needs two players or more"),
        (RACE, ["greedy", "random", "greedy"], {}, "greedy is named 2 times"),
        (RACE, ["greedy", "random"], {"games": 0}, "0 games cannot be played"),
        (RACE, ["greedy", "random"], {"workers": 0}, "0 workers cannot work"),
    ],
)
def test_what_cannot_be_is_refused(
    game: onirium.Game,
    seats: list[str],
    options: dict[str, int],
    reason: str,
    tmp_path: Path,
) -> None:
    terms: dict[str, Any] = {"games": 10, "path": tmp_path / "k"} | options
    with pytest.raises(ValueError, match=reason):
        run_tournament(game, seats, **terms)


def test_an_unknown_player_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(UnknownBot, match="'clever'; available: random, greedy"):
        run_tournament(RACE, ["greedy", "clever"], 10, tmp_path / "k")
    assert not (tmp_path / "k").exists()


@pytest.mark.parametrize(
    ("game", "terms"),
    [(cut(3), {}), (cut(2), {"seed": 2}), (cut(2), {"budget_ms": 5.0})],
)
def test_another_tournament_is_not_mixed_in(
    game: onirium.Game, terms: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "k"
    run_tournament(cut(2), FOUR[:2], 10, path, workers=1)
    before = path.read_bytes()
    with pytest.raises(CheckpointError, match="move it away"):
        run_tournament(game, FOUR[:2], 10, path, workers=1, **terms)
    assert path.read_bytes() == before


def shown(folder: Path, language: str = "en", **changed: Any) -> list[str]:
    """Return the lines that a tournament shows."""
    page = io.StringIO()
    terms: dict[str, Any] = {"seed": 1, "test": None, "workers": 1, "budget_ms": None}
    terms |= {"as_json": False, "console": RichConsole(file=page, width=100)} | changed
    terminal.run(RACE, ["greedy", "random"], 10, folder, Words(language, "onirim"), **terms)
    return page.getvalue().splitlines()


def test_standings_and_pairings_are_shown(tmp_path: Path) -> None:
    lines = [line.split() for line in shown(tmp_path)]
    assert ["Games", "10"] in lines
    [greedy] = [line for line in lines if line[:2] == ["greedy", "0"]]
    assert greedy[3] == "10"
    [random] = [line for line in lines if line[:1] == ["random"]]
    assert random[1].startswith("−")
    [pairing] = [line for line in lines if line[:3] == ["greedy", "–", "random"]]
    assert pairing[3] == "5"
    assert pairing[4] == greedy[2]


def test_a_finding_is_shown_in_points(tmp_path: Path) -> None:
    lines = shown(tmp_path, test=GeneralizedSPRT(-150, 150))
    assert any("−150 or +150 Elo; errors 0.05 and 0.05" in line for line in lines)
    [pairing] = [line for line in lines if line.startswith("greedy – random")]
    assert pairing.rstrip().endswith(("at least +150", "open"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_said_and_drawn_in_every_language(language: str, tmp_path: Path) -> None:
    said = " ".join(shown(tmp_path, language, test=TEST))
    assert str(tmp_path) in said
    picture = (tmp_path / "standings.svg").read_text("utf-8")
    for text in (said, picture):
        assert "tournament." not in text
    names = re.findall('class="name"[^>]*>([^<]+)<', picture)
    assert names == ["greedy", "random", "greedy – random"]
    assert picture.count("<circle") == 3
    intervals = re.findall('class="interval" x1="([^"]+)" y1="[^"]+" x2="([^"]+)"', picture)
    assert len(intervals) == 3
    assert all(LEFT <= float(start) <= float(end) <= RIGHT for start, end in intervals)


def test_an_interval_without_an_end_is_an_arrow(tmp_path: Path) -> None:
    found = run_tournament(cut(2), ["wise", "rash"], 2, tmp_path / "k", workers=1)
    beaten = msgspec.structs.replace(found.standings[1], elo_low=None)
    found = msgspec.structs.replace(found, standings=[found.standings[0], beaten])
    picture = draw(found, Words("en", "onirim"))
    assert picture.count("<polygon") == 1 + (found.standings[0].elo_high is None)


def test_the_result_lies_beside_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown(tmp_path, as_json=True)
    printed = capsys.readouterr().out
    assert printed == (tmp_path / "result.json").read_text("utf-8")
    value = json.loads(printed)
    assert (value["seats"], value["games"], value["finished"]) == (["greedy", "random"], 10, True)
    assert msgspec.json.decode(printed, type=TournamentResult).games == 10


def test_an_interrupt_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: LineupJob) -> LineupJobResult:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(study, "run_lineup_job", interrupted)
        said = " ".join(" ".join(shown(tmp_path)).split())
    assert "the same command goes on from there" in said
    assert not (tmp_path / "result.json").exists()
    assert any(line.startswith("greedy – random") for line in shown(tmp_path))


def test_a_result_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "result.json").mkdir()
    with pytest.raises(CheckpointError, match=r"result\.json: not written"):
        shown(tmp_path)


def begun(folder: Path, games: int) -> subprocess.Popen[bytes]:
    """Return a process of its own that holds a tournament."""
    words = ["tournament", "onirim", "--seat", "greedy", "--seat", "random", "--workers", "2"]
    words += ["--games", f"{games}", "--folder", str(folder)]
    command = [sys.executable, "-c", "from onirium.cli.main import main; main()", *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def pieces_in(folder: Path) -> int:
    """Return how many pieces are kept in a folder."""
    path = folder / "games.jsonl"
    return path.read_text("utf-8").count("\n") - 1 if path.exists() else 0


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="processes are ended in another way there")
def test_a_process_that_is_killed_loses_no_finished_piece(tmp_path: Path) -> None:
    """Killed as soon as something is on the disk, and begun again: nothing is different."""
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    process = begun(killed, games=100_000)
    while pieces_in(killed) < 2:
        assert process.poll() is None
        time.sleep(0.01)
    assert process.poll() is None
    process.kill()
    process.wait()
    for folder in (killed, whole):
        assert begun(folder, games=5000).wait(timeout=240) == 0
    assert pieces_in(killed) >= pieces_in(whole) == 20
    results = [
        msgspec.json.decode((folder / "result.json").read_bytes(), type=TournamentResult)
        for folder in (killed, whole)
    ]
    assert known(results[0]) == known(results[1])
    assert results[0].games == 10_000
