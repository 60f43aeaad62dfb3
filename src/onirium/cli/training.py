"""The command that trains the networks."""

import os
from pathlib import Path
from typing import Annotated

import typer

from onirium.cli.completion import complete_game
from onirium.cli.parameters import Language, Workers, require_modules
from onirium.games.registry import names
from onirium.i18n.catalog import system_language


def train(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help=f"Name of the game: {', '.join(names())}. Default: all.",
            autocompletion=complete_game,
        ),
    ] = None,
    network: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NETWORK", help="Networks of the game, such as `alone`. Default: all."
        ),
    ] = None,
    folder: Annotated[
        Path,
        typer.Option(
            metavar="FOLDER",
            help="Folder of the checkpoints; a training already in it is resumed.",
        ),
    ] = Path("training"),
    seed: Annotated[int, typer.Option(help="Seed of the games and of the initial weights.")] = 1,
    workers: Workers = None,
    language: Language = None,
) -> None:
    """Train the networks of `quick` and `strong` from scratch; takes hours, can be interrupted.

    Examples: onirium train; onirium train onirim alone --folder here --workers 2
    """
    require_modules("training", "train", "numpy", "scipy")
    # The order of floating-point additions, and so the weights, would depend on the thread count.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    from onirium.studies.evaluation.tasks import check_training_seed
    from onirium.terminal.commands.train import run

    check_training_seed(seed)

    run(game, network or (), folder, language or system_language(), seed=seed, workers=workers)
