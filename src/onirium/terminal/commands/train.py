"""Training in the terminal: prints each iteration and writes weights and statistics."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from onirium.bots.search_registry import weights_path
from onirium.core.files import replace_file
from onirium.core.formatting import format_game
from onirium.games.registry import load
from onirium.i18n.catalog import Words, format_count
from onirium.i18n.numbers import format_number
from onirium.studies.output import make_folder
from onirium.studies.training.curriculum import Curriculum, Scenario
from onirium.studies.training.loop import Iteration, Training, TrainingError
from onirium.studies.training.registry import curricula
from onirium.terminal.console import Console
from onirium.terminal.formatting import progress_bar, quote_argument

CSV_COLUMNS = ("iteration", "games", "decisions", "loss", "seconds")
"""Columns of the table of iterations; one with the win rate of each scenario follows."""

ESTIMATE_WINDOW_S = 3600.0
"""Iterations take minutes: the remaining time is estimated from the last hour."""


def run(
    game: str | None,
    networks: Sequence[str],
    folder: Path,
    language: str,
    *,
    seed: int,
    workers: int | None = None,
    console: Console | None = None,
) -> None:
    """Train networks one after the other, showing progress on standard error.

    An interrupt loses the current iteration and nothing else; the same call resumes the training.

    Args:
        game: name of the game; None for all games.
        networks: networks of the game; empty for all of them.
        folder: folder of checkpoints, weights and tables.
        language: the language of the output.
        seed: seed of the games and of the initial weights.
        workers: number of self-play processes; one per processor by default.
        console: the console; a new one on the terminal by default.

    Raises:
        KeyboardInterrupt: if it is interrupted.
        OptionError: if the game is unknown.
        UnknownNetwork: if a network is unknown.
        OutputError: if the folder cannot be created, or a checkpoint cannot be written.
        TrainingError: if weights or a table cannot be written, or a checkpoint is damaged or
            belongs to another training.
    """
    console = console or Console({})
    selected = curricula(game, networks)
    try:
        make_folder(folder)
        for curriculum in selected:
            training = Training(curriculum, folder, seed, workers)
            _train(training, curriculum, folder, Words(language, curriculum.game), console)
    except KeyboardInterrupt:
        names = [name for name in (game, *networks) if name]
        options = ["--folder", quote_argument(str(folder)), "--seed", str(seed)]
        options += ["--workers", str(workers)] if workers else []
        command = " ".join(["onirium train", *names, *options])
        console.print(Words(language).text("train.interrupted", command=command))
        raise
    except OSError as error:
        raise TrainingError(f"{folder}: cannot be written: {error.strerror}") from None


def _train(
    training: Training, curriculum: Curriculum, folder: Path, words: Words, console: Console
) -> None:
    """Train a network to the end, writing weights and table after each iteration."""
    weights_file = folder / f"{curriculum.game}-{curriculum.network}.weights"
    title = words.text("train.network", game=words.text("name"), network=curriculum.network)
    console.print(title, "bold")
    for number, scenario in enumerate(describe_scenarios(curriculum), start=1):
        console.print(f"{number:>3}  {scenario}", indent=5)
    with progress_bar(title, estimate_window_s=ESTIMATE_WINDOW_S) as update:
        if training.iterations:
            console.print(words.count("train.resumed", len(training.iterations)))
            _write_outputs(training, curriculum, weights_file)
        update(len(training.iterations), training.total_iterations)
        for iteration in training.run():
            _write_outputs(training, curriculum, weights_file)
            console.print(_describe_iteration(iteration, training.total_iterations, words))
            update(iteration.number, training.total_iterations)
    installed = weights_path(curriculum.game, curriculum.network)
    console.print(words.text("train.kept", path=weights_file, own=installed))
    console.print()


def describe_scenarios(curriculum: Curriculum) -> list[str]:
    """Return each scenario in the syntax of the command line."""
    return [_describe_scenario(curriculum.game, scenario) for scenario in curriculum.scenarios]


def _describe_scenario(game: str, scenario: Scenario) -> str:
    opponents = {"opponents": scenario.opponents} if scenario.opponents else {}
    return format_game(game, {**load(game, **scenario.options).options, **opponents})


def _describe_iteration(iteration: Iteration, total: int, words: Words) -> str:
    return words.text(
        "train.iteration",
        number=iteration.number,
        iterations=total,
        won=" ".join(f"{rate:.0%}".removesuffix("%").rjust(2) for rate in iteration.win_rates),
        loss=format_number(iteration.loss, ".4f", words.language),
        decisions=format_count(iteration.decisions),
        seconds=f"{iteration.seconds:.0f}",
    )


def _write_outputs(training: Training, curriculum: Curriculum, weights_file: Path) -> None:
    """Write the weights, and the table of iterations beside them."""
    training.write(weights_file)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow([*CSV_COLUMNS, *describe_scenarios(curriculum)])
    for iteration in training.iterations:
        row = [iteration.number, iteration.games, iteration.decisions, f"{iteration.loss:.5f}"]
        win_rates = [f"{rate:.5f}" for rate in iteration.win_rates]
        table.writerow([*row, f"{iteration.seconds:.1f}", *win_rates])
    replace_file(weights_file.with_suffix(".csv"), text.getvalue().encode())
