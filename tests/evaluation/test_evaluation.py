"""Tasks with held-out deals, their results, and the leaderboard."""

import json
from pathlib import Path

import msgspec
import pytest

from onirium.bots.onirim.position_key import OnirimPositionKey
from onirium.bots.search.exact_solver import ExactSolver
from onirium.cli.main import main
from onirium.i18n.catalog import LANGUAGES, Words, format_count
from onirium.studies.compute.checkpoint import CheckpointLog
from onirium.studies.evaluation.evaluate import CHECKPOINT_FILE, EvaluationResult, evaluate
from onirium.studies.evaluation.leaderboard import (
    REFERENCE_FILE,
    Leaderboard,
    LeaderboardError,
    add_results,
    describe_player,
    find_longer_result,
    read_leaderboard,
    write_leaderboard,
)
from onirium.studies.evaluation.tasks import (
    FIRST_HELD_OUT_SEED,
    STANDARD_GAMES,
    Task,
    TaskError,
    all_tasks,
    check_training_seed,
    find_task,
)
from onirium.studies.simulation.counts import Tally
from onirium.studies.simulation.simulate import SimulationConfig, draw_seed, simulate
from onirium.studies.statistics import wilson_interval


def result_of(task: str, player: str, wins: int, games: int = STANDARD_GAMES) -> EvaluationResult:
    """Return a made-up result: the player wins all games of a deal or none."""
    played = evaluate(find_task(task), "random", games=1, workers=1)
    [*players] = [
        msgspec.structs.replace(described, name=player)
        for described in played.provenance.players[:1]
    ]
    provenance = msgspec.structs.replace(played.provenance, players=players)
    low, high = wilson_interval(wins / played.games, games / played.games)
    return msgspec.structs.replace(
        played,
        player=player,
        games=games,
        deals=games // played.games,
        wins=wins,
        squared_wins=wins * played.games,
        win_rate=wins / games,
        win_rate_low=low,
        win_rate_high=high,
        provenance=provenance,
    )


def test_the_seeds_of_tasks_differ_and_are_held_out() -> None:
    seeds = [task.seed for task in all_tasks().values()]
    assert len(set(seeds)) == len(seeds) == 21
    assert min(seeds) >= FIRST_HELD_OUT_SEED
    assert all(draw_seed() < FIRST_HELD_OUT_SEED for _ in range(100))
    # A published task never changes; crc32 of the name, from the standard of zlib.
    assert find_task("onirim").seed == 2**32 + 4161084604
    for task in all_tasks().values():
        with pytest.raises(TaskError, match="held out"):
            check_training_seed(task.seed)
    check_training_seed(FIRST_HELD_OUT_SEED - 1)


@pytest.mark.parametrize(
    ("seed", "reason"),
    [
        (FIRST_HELD_OUT_SEED, "held out for evaluations"),
        (-1, "seed -1 is negative: train with 0 to 4294967295"),
    ],
)
def test_training_rejects_other_seeds(
    seed: int, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("scipy")
    with pytest.raises(SystemExit):
        main(["train", "onirim", "--seed", str(seed)])
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize("name", all_tasks())
def test_every_task_can_be_played(name: str) -> None:
    result = evaluate(find_task(name), "random", games=1, workers=1)
    seats = find_task(name).load_game().seats
    assert result.games == (seats if find_task(name).is_rotated() else 1)
    assert result.wins <= result.games


@pytest.mark.parametrize(
    "box", [1, 2, 3, 4, 6, *[pytest.param(n, marks=pytest.mark.long) for n in (5, 9)]]
)
def test_perfect_play_in_a_reduced_box_has_the_win_rate_of_its_task(box: int) -> None:
    game = find_task(f"onirim-box-{box}").load_game()
    assert (game.name, game.options) == ("onirim", {"box": box})
    optimum = ExactSolver(game, OnirimPositionKey()).value(game.new_state(), 10**6)
    assert find_task(f"onirim-box-{box}").optimum == pytest.approx(optimum, abs=1e-6)


def test_perfect_play_is_shown_where_it_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    for task, is_known in (("onirim-box-1", True), ("onirim", False)):
        with pytest.raises(SystemExit):
            main(["evaluate", "random", "--task", task, "--games", "1", "--language", "en"])
        shown = capsys.readouterr().out
        assert ("Perfect play" in shown) == ("45.83%" in shown) == is_known


def test_an_evaluation_is_the_simulation_of_its_deals() -> None:
    task = find_task("onirim-race")
    config = SimulationConfig(
        task.load_game(), ("greedy", "greedy"), 20, task.seed, rotate=True, workers=1
    )
    expected = simulate(config)
    result = evaluate(task, "greedy", games=20, workers=1)
    assert (result.wins, result.games, result.deals) == (expected.wins[0], 20, 10)
    assert [player.name for player in result.provenance.players] == ["greedy"]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_evaluation_is_resumed(
    workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Finished games are read from the folder, which other tasks may share."""
    monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", 4)
    task, games = find_task("nightmarium-2"), 10
    expected = evaluate(task, "greedy", games, workers=1)

    def interrupt(_finished: int) -> None:
        raise KeyboardInterrupt

    partial = evaluate(task, "greedy", games, workers, interrupt, tmp_path)
    assert partial.games == 4
    evaluate(find_task("onirim"), "random", 10, workers=1, folder=tmp_path)
    kept = (tmp_path / CHECKPOINT_FILE).read_bytes()
    resumed = evaluate(task, "greedy", games, workers, folder=tmp_path)
    assert resumed == expected
    assert (tmp_path / CHECKPOINT_FILE).read_bytes().startswith(kept)

    complete = (tmp_path / CHECKPOINT_FILE).read_bytes()
    assert evaluate(task, "greedy", games, workers=1, folder=str(tmp_path)) == expected
    assert (tmp_path / CHECKPOINT_FILE).read_bytes() == complete


def test_games_of_another_build_are_rejected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["evaluate", "random", "--task", "onirim", "--games", "3"]
    with CheckpointLog(tmp_path / CHECKPOINT_FILE, {"weights": "others"}, Tally):
        pass
    with pytest.raises(SystemExit) as status:
        main([*command, "--folder", str(tmp_path)])
    assert status.value.code == 2
    assert "weights others, here" in capsys.readouterr().err


@pytest.mark.parametrize("finished", [0, 7])
def test_an_interrupted_command_prints_how_to_resume(
    finished: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupt(task: Task, *_arguments: object) -> EvaluationResult:
        if not finished:
            raise KeyboardInterrupt
        return result_of(task.name, "random", 0, games=finished)

    monkeypatch.setattr("onirium.terminal.commands.evaluate.evaluate", interrupt)
    with pytest.raises((SystemExit, KeyboardInterrupt)):
        main(["evaluate", "random", "--folder", str(tmp_path), "--language", "en", "--json"])
    shown = capsys.readouterr()
    assert "the same command goes on from there" in " ".join(shown.err.split())
    partial = "Incomplete result: 7 of 2\N{NO-BREAK SPACE}000 games played."
    assert (partial in shown.err) == bool(finished)
    results = json.loads(shown.out)["results"] if shown.out else []
    assert [result["games"] for result in results] == [finished] * bool(finished)


def test_an_interrupted_task_leaves_the_results_of_finished_ones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt_second(task: Task, *_arguments: object) -> EvaluationResult:
        if task.name == "onirim-book":
            raise KeyboardInterrupt
        return result_of(task.name, "random", 0)

    monkeypatch.setattr("onirium.terminal.commands.evaluate.evaluate", interrupt_second)
    with pytest.raises((SystemExit, KeyboardInterrupt)):
        main(["evaluate", "random", "--task", "onirim", "--task", "onirim-book", "--json"])
    [result] = json.loads(capsys.readouterr().out)["results"]
    assert result["task"] == "onirim"


def test_a_leaderboard_ranks_the_results_of_a_task(tmp_path: Path) -> None:
    path = tmp_path / "leaderboard.json"
    board = read_leaderboard(path)
    assert board.results == []
    weak, strong = result_of("onirim", "weak", 10), result_of("onirim", "strong", 900)
    other = result_of("onirim-race", "weak", 2)
    board = add_results(board, [other, weak, strong, result_of("onirim", "weak", 20)])
    assert [(result.task, result.player, result.wins) for result in board.results] == [
        ("onirim", "strong", 900),
        ("onirim", "weak", 20),
        ("onirim-race", "weak", 2),
    ]
    write_leaderboard(path, board)
    assert read_leaderboard(path) == board


def test_a_shorter_result_replaces_that_of_another_program_only() -> None:
    long, short = (result_of("onirim", "random", 20, games) for games in (4000, 2000))
    board = add_results(Leaderboard(1, []), [long, short])
    assert board.results == [long]
    provenance = msgspec.structs.replace(short.provenance, program="other")
    changed = msgspec.structs.replace(short, provenance=provenance)
    assert add_results(board, [changed]).results == [changed]
    assert add_results(board, [result_of("onirim", "random", 30, 6000)]).results[0].wins == 30


def test_a_longer_result_is_found_if_it_would_be_replaced() -> None:
    long, short = (result_of("onirim", "random", 20, games) for games in (4000, 2000))
    provenance = msgspec.structs.replace(long.provenance, program="other")
    other = msgspec.structs.replace(long, provenance=provenance)
    assert find_longer_result(Leaderboard(1, [other]), short) is other
    assert find_longer_result(Leaderboard(1, [long]), short) is None
    equal = msgspec.structs.replace(other, games=2000, deals=2000)
    for field in ({"player": "quick"}, {"task": "onirim-book"}):
        board = Leaderboard(1, [equal, msgspec.structs.replace(other, **field)])
        assert find_longer_result(board, short) is None


@pytest.mark.parametrize(
    ("name", "simulations", "shown"),
    [("quick", 100, "quick@100"), ("quick@7", 7, "quick@7"), ("greedy", None, "greedy")],
)
def test_search_bots_are_named_with_their_simulations(
    name: str, simulations: int | None, shown: str
) -> None:
    result = result_of("onirim", name, 20)
    [player] = result.provenance.players
    players = [msgspec.structs.replace(player, simulations=simulations)]
    provenance = msgspec.structs.replace(result.provenance, players=players)
    assert describe_player(msgspec.structs.replace(result, provenance=provenance)) == shown


def test_results_without_wins_or_losses_are_valid(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    results = [result_of("onirim", "weak", 0), result_of("onirim", "strong", 2000)]
    write_leaderboard(path, Leaderboard(1, results))
    assert read_leaderboard(path).results == results


@pytest.mark.parametrize(
    ("task", "changes", "reason"),
    [
        ("onirim", {"seed": 1}, "seed 1 is not that of the task, 8456051900"),
        ("onirim", {"games": 1, "deals": 1}, "1 games are fewer than 2000"),
        ("onirim", {"games": 4000}, "4000 games are not 1 for each of 2000 deals"),
        ("onirim-race", {"deals": 2000}, "2000 games are not 2 for each of 2000 deals"),
        ("onirim", {"decisions_per_game": -0.5}, "decisions_per_game -0.5 is negative"),
        ("onirim", {"date": "yesterday"}, "date 'yesterday' is not a day as YYYY-MM-DD"),
        ("onirim", {"date": "2026-02-30"}, "date '2026-02-30' is not a day as YYYY-MM-DD"),
        ("onirim", {"wins": 2001}, "2001 wins in 2000 games are impossible"),
        ("onirim", {"win_rate": 0.99}, "win_rate 0.99 is not that of 1000 wins in 2000 games"),
        ("onirim-race", {"win_rate_low": 0.6}, r"win_rate 0.5 is outside its interval, \(0.6, "),
        ("onirim-race", {"win_rate_low": -3.0}, r"interval \(-3.0, .* is not one between 0 and 1"),
        ("onirim", {"squared_wins": 1002}, "squared_wins 1002 is impossible for 1000 wins in 2000"),
        ("onirim-race", {"squared_wins": 999}, "squared_wins 999 is impossible for 1000 wins"),
        ("onirim-race", {"squared_wins": 1999}, "squared_wins 1999 is impossible for 1000 wins"),
        ("onirim-race", {"squared_wins": 2002}, "squared_wins 2002 is impossible for 1000 wins"),
        ("onirim-race", {"squared_wins": 1998}, r"interval \(0.46.* is not that of 1000 wins"),
        ("onirim-race", {"win_rate_high": 0.54}, r"interval .* 0.54\) is not that of 1000 wins"),
        ("onirim", {"win_rate_low": 0.49}, r"interval \(0.49, .* is not that of 1000 wins in 2000"),
    ],
)
def test_results_that_contradict_themselves_are_rejected(
    task: str, changes: dict[str, float | str], reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "board.json"
    result = result_of(task, "weak", 1000)
    write_leaderboard(path, Leaderboard(1, [result]))
    assert read_leaderboard(path).results == [result]
    write_leaderboard(path, Leaderboard(1, [msgspec.structs.replace(result, **changes)]))
    with pytest.raises(LeaderboardError, match=f"'weak' on {task}: {reason}"):
        read_leaderboard(path)


def test_evaluations_at_the_same_time_share_a_leaderboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "leaderboard.json"
    own, other = result_of("onirim", "random", 0), result_of("onirim", "other", 10)

    def evaluate_while_another_finishes(*_arguments: object) -> EvaluationResult:
        write_leaderboard(path, Leaderboard(1, [other]))
        return own

    monkeypatch.setattr(
        "onirium.terminal.commands.evaluate.evaluate", evaluate_while_another_finishes
    )
    with pytest.raises(SystemExit) as status:
        main(["evaluate", "random", "--task", "onirim", "--leaderboard", str(path)])
    assert not status.value.code
    assert "other" in capsys.readouterr().out
    assert read_leaderboard(path).results == [other, own]


def test_a_leaderboard_rejects_short_evaluations() -> None:
    with pytest.raises(LeaderboardError, match="10 games are too few"):
        add_results(Leaderboard(1, []), [result_of("onirim", "weak", 1, games=10)])


@pytest.mark.parametrize("text", ["", "{}", '{"format": 2, "results": []}', '{"results": 1}'])
def test_invalid_leaderboards_are_rejected(text: str, tmp_path: Path) -> None:
    path = tmp_path / "leaderboard.json"
    path.write_text(text, "utf-8")
    with pytest.raises(LeaderboardError, match="not a leaderboard"):
        read_leaderboard(path)


@pytest.mark.parametrize(
    ("field", "reason"),
    [
        ("task", "unknown task 'other'; update onirium, or remove its results"),
        ("player", "the provenance of 'other' on onirim does not list the player"),
    ],
)
def test_a_leaderboard_of_another_build_is_rejected_before_any_game(
    field: str,
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    result = msgspec.structs.replace(result_of("onirim", "weak", 1), **{field: "other"})
    write_leaderboard(tmp_path / "board.json", Leaderboard(1, [result]))
    monkeypatch.setattr("onirium.terminal.commands.evaluate.evaluate", None)
    with pytest.raises(SystemExit) as status:
        main(["evaluate", "random", "--leaderboard", str(tmp_path / "board.json")])
    assert status.value.code == 2
    assert reason in capsys.readouterr().err


def test_reference_results_have_their_provenance() -> None:
    results = read_leaderboard(REFERENCE_FILE).results
    assert {result.task for result in results} == set(all_tasks())
    for result in results:
        task = find_task(result.task)
        assert result.seed == task.seed
        assert result.games >= STANDARD_GAMES
        assert result.win_rate == result.wins / result.games
        assert result.win_rate_low <= result.win_rate <= result.win_rate_high
        assert result.provenance.commit
        assert result.provenance.players[0].name == result.player


def test_an_interrupted_task_does_not_reach_the_leaderboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[str] = []

    def interrupt_second(task: Task, *_arguments: object) -> EvaluationResult:
        played.append(task.name)
        games = STANDARD_GAMES if len(played) == 1 else 7
        return result_of(task.name, "random", 0, games=games)

    monkeypatch.setattr("onirium.terminal.commands.evaluate.evaluate", interrupt_second)
    path = tmp_path / "leaderboard.json"
    tasks = ["onirim", "onirim-book", "onirim-towers"]
    words = [word for name in tasks for word in ("--task", name)]
    with pytest.raises(SystemExit):
        main(["evaluate", "random", *words, "--leaderboard", str(path)])
    assert played == tasks[:2]
    assert [result.task for result in read_leaderboard(path).results] == ["onirim"]
    assert "onirim-book" in capsys.readouterr().out


def test_the_command_ranks_a_player_among_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "leaderboard.json"
    others = [result_of("onirim", "weak", 10), result_of("onirim", "strong", 900)]
    write_leaderboard(path, add_results(Leaderboard(1, []), others))
    own = result_of("onirim", "random", 20)
    monkeypatch.setattr("onirium.terminal.commands.evaluate.evaluate", lambda *_: own)
    with pytest.raises(SystemExit):
        main(["evaluate", "random", "--task", "onirim", "--leaderboard", str(path)])
    shown = capsys.readouterr().out
    ranks = [shown.index(player) for player in ("strong", "random", "weak")]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("games", "program", "notices"), [(20000, "other", 1), (2000, "other", 0), (20000, None, 0)]
)
def test_a_notice_names_the_longer_result_that_is_replaced(
    games: int,
    program: str | None,
    notices: int,
    language: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "leaderboard.json"
    new, earlier = result_of("onirim", "random", 20), result_of("onirim", "random", 90, games)
    origin = msgspec.structs.replace(
        earlier.provenance, program=program or earlier.provenance.program
    )
    earlier = msgspec.structs.replace(earlier, provenance=origin)
    write_leaderboard(path, Leaderboard(1, [earlier]))
    monkeypatch.setattr("onirium.terminal.commands.evaluate.evaluate", lambda *_: new)
    command = ["evaluate", "random", "--task", "onirim", "--leaderboard", str(path)]
    with pytest.raises(SystemExit):
        main([*command, "--language", language, "--json"])
    shown = capsys.readouterr()
    assert [result["wins"] for result in json.loads(shown.out)["results"]] == [20]
    notice = Words(language).text(
        "evaluate.replaced",
        player="random",
        task="onirim",
        games=format_count(20000),
        new_games=format_count(2000),
    )
    assert " ".join(shown.err.split()).count(" ".join(notice.split())) == notices
    assert read_leaderboard(path).results == [earlier if program is None else new]


def test_short_evaluations_and_unknown_tasks_are_rejected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "leaderboard.json"
    write_leaderboard(path, add_results(Leaderboard(1, []), [result_of("onirim", "perfect", 2000)]))
    command = ["evaluate", "random", "--task", "onirim", "--games", "20", "--workers", "1"]
    with pytest.raises(SystemExit) as status:
        main([*command, "--leaderboard", str(path), "--language", "en"])
    assert status.value.code == 2
    assert "too few for a leaderboard" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([*command, "--json"])
    [result] = json.loads(capsys.readouterr().out)["results"]
    assert (result["task"], result["player"], result["wins"]) == ("onirim", "random", 0)
    with pytest.raises(SystemExit) as status:
        main(["evaluate", "random", "--task", "chess"])
    assert status.value.code == 2
    assert "unknown task 'chess'; tasks: onirim, onirim-book" in capsys.readouterr().err
