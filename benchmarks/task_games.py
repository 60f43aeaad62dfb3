"""Plays deals of a task, keeps a row for each game, and compares two players on them.

``python benchmarks/task_games.py play FILE [--task NAME] --player PLAYER --deals FIRST:END[:STEP]``
plays a range of deals, like that of Python, and appends each game to FILE, which it continues. A
game depends on its deal alone, so several machines can share the deals of a task, with a file each.
``--minutes M`` starts no game after M minutes; those that were started are finished, so that long
games are not lost.

``python benchmarks/task_games.py compare FILE ...`` prints win rates and differences as Markdown:
unadjusted, and adjusted for luck.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import inf, sqrt
from pathlib import Path
from statistics import fmean, variance
from typing import NamedTuple

import msgspec

from onirium.studies.compute.checkpoint import CheckpointLog
from onirium.studies.compute.processes import resolve_executor, run_as_completed
from onirium.studies.evaluation.tasks import Task, find_task
from onirium.studies.luck.control_variates import (
    FOLD_COUNT,
    RESULT_VARIABLE,
    ControlSums,
    fit,
)
from onirium.studies.players.registry import describe_players
from onirium.studies.provenance import Provenance, describe_provenance
from onirium.studies.simulation.simulate import (
    SimulationConfig,
    SimulationJob,
    make_job,
    run_simulation_job,
)
from onirium.studies.statistics import Z_95

LUCK_DIGITS = 6
"""Digits of luck that are kept: far below its errors."""


class PlayedGame(msgspec.Struct, frozen=True):
    """A game: its number of decisions, whether it was won, the luck of each step, its duration."""

    decisions: int
    won: bool
    luck: dict[int, float]
    seconds: float


class Fingerprint(msgspec.Struct, frozen=True):
    """The first line of a file: everything on which its games depend, and where they were played.

    Each file has one machine, so that a result can name it.
    """

    task: str
    player: str
    provenance: Provenance


class Job(NamedTuple):
    """A deal to play unless it is too late, on the monotonic clock of the machine."""

    simulation: SimulationJob
    last_start_s: float


class Games(NamedTuple):
    """The games of a player from some files, by deal."""

    player: str
    provenances: list[Provenance]
    played: dict[int, PlayedGame]


def play(job: Job) -> PlayedGame | None:
    """Play a deal; runs in a worker process."""
    if time.monotonic() > job.last_start_s:
        return None
    started = time.perf_counter()
    tally = run_simulation_job(job.simulation)
    seconds = time.perf_counter() - started
    [player_folds] = tally.luck
    luck = player_folds[job.simulation.first % FOLD_COUNT].sums
    return PlayedGame(
        decisions=sum(tally.actions),
        won=tally.wins[0] == 1,
        luck={
            step: round(value, LUCK_DIGITS)
            for step, value in luck.items()
            if step != RESULT_VARIABLE
        },
        seconds=round(seconds, 3),
    )


def play_deals(arguments: argparse.Namespace) -> None:
    """Play the deals that a file lacks."""
    last_start_s = time.monotonic() + 60 * arguments.minutes
    task, player = find_task(arguments.task), arguments.player
    game = task.load_game()
    if game.seats > 1:
        raise SystemExit("only tasks of one player are supported")
    config = SimulationConfig(game, (player,), 1, task.seed, adjust_luck=True)
    provenance = describe_provenance(describe_players((player,), game))
    fingerprint = msgspec.to_builtins(Fingerprint(task.name, player, provenance))
    with CheckpointLog(arguments.file, fingerprint, PlayedGame) as log:
        deals = [
            deal
            for deal in range(*map(int, arguments.deals.split(":")))
            if str(deal) not in log.results
        ]
        jobs = [Job(make_job(config)._replace(first=deal), last_start_s) for deal in deals]
        workers = resolve_executor(arguments.workers, len(jobs))
        for index, played in run_as_completed(play, jobs, workers):
            if played is not None:
                log.append(str(deals[index]), played)
        print(f"{len(log.results)} games in {arguments.file}")


def read_games(paths: Iterable[Path]) -> tuple[Task, list[Games]]:
    """Return the task of some files, and the games of each of their players."""
    tasks: set[str] = set()
    builds: set[tuple[str, str, str]] = set()
    players: dict[str, Games] = {}
    for path in paths:
        first, *lines = path.read_bytes().splitlines()
        header = msgspec.json.decode(first, type=Fingerprint)
        provenance = header.provenance
        tasks.add(header.task)
        builds.add((provenance.rules, provenance.program, provenance.weights))
        games = players.setdefault(header.player, Games(header.player, [], {}))
        games.provenances.append(provenance)
        for line in lines:
            row = msgspec.json.decode(line)
            games.played[int(row["key"])] = msgspec.convert(
                row["result"], PlayedGame, str_keys=True
            )
    if len(tasks) > 1 or len(builds) > 1:
        raise SystemExit("the files belong to different tasks or builds")
    return find_task(tasks.pop()), list(players.values())


def without_luck(games: Games) -> dict[int, float]:
    """Return the result of each deal without its luck; coefficients are those of other deals."""
    folds = [ControlSums() for _ in range(FOLD_COUNT)]
    for deal, game in games.played.items():
        folds[deal % FOLD_COUNT].add_deal({RESULT_VARIABLE: float(game.won), **game.luck})
    coefficients = []
    for fold in folds:
        others = ControlSums()
        for other in folds:
            if other is not fold:
                others.add(other)
        coefficients.append(fit(others))
    return {
        deal: game.won - weighted_luck(game, coefficients[deal % FOLD_COUNT])
        for deal, game in games.played.items()
    }


def weighted_luck(game: PlayedGame, coefficients: Mapping[int, float]) -> float:
    """Return the luck of a game, each step multiplied by its coefficient."""
    return sum(value * coefficients.get(step, 0.0) for step, value in game.luck.items())


class Estimate(NamedTuple):
    """A mean with its standard error."""

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{100 * self.mean:.2f} ± {100 * Z_95 * self.error:.2f}"


def estimate_mean(values: Iterable[float]) -> Estimate:
    """Return the mean of independent values."""
    values = list(values)
    return Estimate(fmean(values), sqrt(variance(values) / len(values)))


def estimate_difference(one: Mapping[int, float], other: Mapping[int, float]) -> Estimate:
    """Return the difference of two means over deals some of which are common.

    The results of the other player on the common deals less its mean over all are a control
    variate of the first. Its coefficient is that of least squares, fitted on other deals.
    """
    common = sorted(one.keys() & other.keys())
    other_mean = fmean(other.values())
    slopes = [
        slope([(other[deal], one[deal]) for deal in common if deal % FOLD_COUNT != fold])
        for fold in range(FOLD_COUNT)
    ]
    weight = fmean(slopes)
    adjusted = {
        deal: value
        - (slopes[deal % FOLD_COUNT] * (other[deal] - other_mean) if deal in other else 0.0)
        for deal, value in one.items()
    }
    # The deals of the other player count with its mean too, so the parts are not independent.
    share = len(common) / len(one)
    parts: defaultdict[int, float] = defaultdict(float)
    for deal, value in one.items():
        parts[deal] += value / len(one)
    for deal, value in other.items():
        parts[deal] -= (1 - weight * share) * value / len(other)
        if deal in one:
            parts[deal] -= weight * value / len(one)
    only = [group for group in split(parts, one, other) if len(group) > 1]
    error = sqrt(sum(variance(group) * len(group) for group in only))
    return Estimate(fmean(adjusted.values()) - other_mean, error)


def split(
    values: Mapping[int, float], one: Mapping[int, float], other: Mapping[int, float]
) -> Iterator[list[float]]:
    """Yield the values of the deals in both, only in the first, and only in the other."""
    yield [value for deal, value in values.items() if deal in one and deal in other]
    yield [value for deal, value in values.items() if deal not in other]
    yield [value for deal, value in values.items() if deal not in one]


def slope(points: Iterable[tuple[float, float]]) -> float:
    """Return the slope of the regression line through some points, 0 without any."""
    sums = ControlSums()
    for x, y in points:
        sums.add_deal({0: x, RESULT_VARIABLE: y})
    return fit(sums).get(0, 0.0)


def compare(arguments: argparse.Namespace) -> None:
    """Print win rates and differences, in points, with 95 % intervals."""
    _, players = read_games(arguments.file)
    results = {games.player: plain_results(games) for games in players}
    adjusted = {games.player: without_luck(games) for games in players}
    print("| players | deals | common | unadjusted | adjusted |\n|---|---|---|---|---|")
    for player, values in results.items():
        own, fair = estimate_mean(values.values()), estimate_mean(adjusted[player].values())
        print(f"| `{player}` | {len(values):,} | | {own} | {fair} |")
    for one, other in combinations(sorted(results, key=lambda player: len(results[player])), 2):
        print(
            f"| `{one}` − `{other}` | | {len(results[one].keys() & results[other].keys()):,} "
            f"| {estimate_difference(results[one], results[other])} "
            f"| {estimate_difference(adjusted[one], adjusted[other])} |"
        )


def plain_results(games: Games) -> dict[int, float]:
    """Return 1 for each deal that was won and 0 for the others."""
    return {deal: float(game.won) for deal, game in games.played.items()}


def main() -> None:
    """Run a command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(required=True)
    player = commands.add_parser("play")
    player.set_defaults(run=play_deals)
    player.add_argument("file", type=Path)
    player.add_argument("--task", default="onirim")
    player.add_argument("--player", required=True)
    player.add_argument("--deals", required=True, metavar="FIRST:END[:STEP]")
    player.add_argument("--minutes", type=float, default=inf)
    player.add_argument("--workers", type=int)
    comparison = commands.add_parser("compare")
    comparison.set_defaults(run=compare)
    comparison.add_argument("file", type=Path, nargs="+")
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
