"""Measures whether actions other than the best one lose as much as hints and analyses show.

``python -m benchmarks.action_costs FOLDER`` reads the samples that ``python -m tools.calibrate
play-actions FOLDER`` has written, and prints a Markdown table with a row for each kind of game: the
mean estimated cost of an action before and after the cost factors reduce it, and the actual one, in
points with half a 95 % interval; and over the tenths of the costs the largest difference to the
actual one. Factors are cross-validated: those of each tenth of the games are fitted to the other
nine.
"""

import argparse
from pathlib import Path

import onirium
from onirium.bots.calibration import calibration_path, read_calibration_file
from onirium.bots.search_registry import search_config_for
from onirium.core.formatting import format_game
from onirium.core.game import Game
from onirium.studies.calibration.action_samples import ACTION_SUFFIX, read_action_samples
from onirium.studies.calibration.costs import ScoredAction, cross_validate_costs, score_actions
from onirium.studies.calibration.fit import ReliabilityBin, ScoredEstimate, reliability
from onirium.studies.calibration.kinds import kind_name, list_kinds
from onirium.studies.statistics import Z_95

COLUMNS = (
    *("game", "games", "actions", "estimated cost", "calibrated", "actual"),
    *("largest of a tenth", "calibrated"),
)


def compare(game: Game, path: Path) -> str:
    """Return the cells of a kind of game."""
    name = search_config_for(game.name).calibration_name(game)
    calibration = read_calibration_file(calibration_path(game.name)).calibrations[name]
    actions = score_actions(read_action_samples(path), calibration)
    before = [score(action, action.loss) for action in actions]
    after = [score(*pair) for pair in cross_validate_costs(actions, calibration)]
    [mean_before], [mean_after] = reliability(before, 1), reliability(after, 1)
    largest_before, largest_after = (
        max(reliability(costs), key=error) for costs in (before, after)
    )
    return " | ".join(
        [
            f"{len({action.number for action in actions}):,}",
            f"{len(actions):,}",
            f"{100 * mean_before.estimated:.1f}",
            f"{100 * mean_after.estimated:.1f}",
            f"{100 * mean_after.won:.1f} ± {100 * Z_95 * mean_after.error:.1f}",
            *(
                f"{100 * error(each):.1f} ± {100 * Z_95 * each.error:.1f}"
                for each in (largest_before, largest_after)
            ),
        ]
    )


def score(action: ScoredAction, cost: float) -> ScoredEstimate:
    """Return a cost as an estimate of the actual cost."""
    actual = action.best - action.result
    return ScoredEstimate(action.number, action.progress, cost, actual, actual)


def error(tenth: ReliabilityBin) -> float:
    """Return the absolute difference of the mean cost to the actual one."""
    return abs(tenth.estimated - tenth.won)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="folder of the samples")
    folder = parser.parse_args().folder
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    for game_name, options in list_kinds():
        game = onirium.load(game_name, **options)
        path = folder / f"{kind_name(game)}{ACTION_SUFFIX}"
        if path.exists():
            print(f"| {format_game(game_name, game.options)} | {compare(game, path)} |", flush=True)


if __name__ == "__main__":
    main()
