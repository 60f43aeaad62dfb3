"""Training in the terminal: what each round brought, and where lies what was learned."""

import csv
import os
from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from onirium.bots.search_registry import weights_path
from onirium.games.registry import load
from onirium.i18n.catalog import Words
from onirium.studies.training.curriculum import Curriculum, Scenario
from onirium.studies.training.loop import Iteration, Training, TrainingError
from onirium.studies.training.registry import curricula
from onirium.terminal.console import Console
from onirium.terminal.formatting import format_count, format_game, progress_bar

OF_A_ROUND = ("round", "games", "decisions", "loss", "seconds")
"""The headings of what is kept of each round; those of the kinds of games follow."""


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

    Whoever interrupts it loses the round that is on and no more: the same call goes on from there.

    Args:
        game: the game; otherwise all.
        networks: some of its networks; otherwise all.
        folder: where everything is kept.
        language: in which language.
        seed: of the games and of the first weights.
        workers: how many processes play; otherwise all processors.
        console: the console; a new one on the terminal by default.

    Raises:
        OptionError, UnknownNetwork: if there is no such game or network.
        TrainingError: if the folder cannot be used, or holds another training.
    """
    console = console or Console({})
    chosen = curricula(game, networks)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for curriculum in chosen:
            training = Training(curriculum, folder, seed, workers or os.cpu_count() or 1)
            _train(training, curriculum, folder, Words(language, curriculum.game), console)
    except KeyboardInterrupt:
        named = [name for name in (game, *networks) if name]
        options = ["--folder", quote(str(folder)), "--seed", str(seed)]
        options += ["--workers", str(workers)] if workers else []
        command = " ".join(["onirium train", *named, *options])
        console.print(Words(language).text("train.interrupted", command=command))
    except OSError as error:
        raise TrainingError(f"{folder}: cannot be written: {error.strerror}") from None


def _train(
    training: Training, curriculum: Curriculum, folder: Path, words: Words, console: Console
) -> None:
    """Train a network to the end; all that was learned is in the folder after each round."""
    kept = folder / f"{curriculum.game}-{curriculum.network}.weights"
    title = words.text("train.network", game=words.text("name"), network=curriculum.network)
    console.print(title, "bold")
    for number, kind in enumerate(kinds(curriculum), start=1):
        console.print(f"{number:>3}  {kind}", indent=5)
    with progress_bar(title, estimate_window_s=ROUNDS_REMEMBERED) as tell:
        if training.iterations:
            console.print(words.count("train.resumed", len(training.iterations)))
            _keep(training, curriculum, kept)
        tell(len(training.iterations), training.total_iterations)
        for over in training.run():
            _keep(training, curriculum, kept)
            console.print(_line(over, training.total_iterations, words))
            tell(over.number, training.total_iterations)
    own = weights_path(curriculum.game, curriculum.network)
    console.print(words.text("train.kept", path=kept, own=own))
    console.print()


ROUNDS_REMEMBERED = 3600.0
"""Rounds take minutes: the time left follows from those of the last hour."""


def kinds(curriculum: Curriculum) -> list[str]:
    """Return what is played in each lesson, as it is given on the command line."""
    return [_kind(curriculum.game, lesson) for lesson in curriculum.scenarios]


def _kind(game: str, lesson: Scenario) -> str:
    opponents = {"opponents": lesson.opponents} if lesson.opponents else {}
    return format_game(game, {**load(game, **lesson.options).options, **opponents})


def _line(over: Iteration, last: int, words: Words) -> str:
    return words.text(
        "train.round",
        number=over.number,
        rounds=last,
        won=" ".join(f"{share:.0%}".removesuffix("%").rjust(2) for share in over.win_rates),
        loss=f"{over.loss:.4f}",
        decisions=format_count(over.decisions),
        seconds=f"{over.seconds:.0f}",
    )


def _keep(training: Training, curriculum: Curriculum, kept: Path) -> None:
    """Write the weights, and a table of the rounds beside them."""
    training.write(kept)
    with kept.with_suffix(".csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow([*OF_A_ROUND, *kinds(curriculum)])
        for over in training.iterations:
            row = [over.number, over.games, over.decisions, f"{over.loss:.5f}"]
            shares = [f"{share:.5f}" for share in over.win_rates]
            table.writerow([*row, f"{over.seconds:.1f}", *shares])
