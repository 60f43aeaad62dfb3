"""The commands ``evaluate`` and ``dataset``: scores on held-out deals, and recorded games.

The tasks and their deals are fixed in ``studies/evaluation``, so that scores of different players
and dates are comparable.
"""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from onirium.cli.completion import complete_bot, complete_task
from onirium.cli.parameters import (
    AsJson,
    GameName,
    Language,
    Options,
    Ray,
    Seed,
    Simulations,
    Workers,
    load_words,
    make_executor,
    require_modules,
)
from onirium.cli.simulation import GameCount, Rotate, Seats, make_simulation
from onirium.i18n.catalog import Words, system_language

if TYPE_CHECKING:
    from onirium.studies.simulation.simulate import SimulationConfig


def evaluate(
    player: Annotated[
        str,
        typer.Argument(
            metavar="PLAYER",
            help="A bot or an external player, as in `simulate`.",
            autocompletion=complete_bot,
        ),
    ],
    task: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Task, such as `onirim` or `nightmarium-3`; repeatable. Default: all tasks.",
            autocompletion=complete_task,
        ),
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="Games of each task. Default: 2000, the standard.")
    ] = None,
    leaderboard: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Leaderboard file to which the results are added; its other results are "
            "shown instead of the reference results.",
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder for finished games; an evaluation already in it is resumed.",
        ),
    ] = None,
    workers: Workers = None,
    ray: Ray = None,
    simulations: Simulations = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Evaluate a player on tasks with held-out deals, beside reference results.

    Examples: onirium evaluate quick --task onirim;
    onirium evaluate mymodule:MyPlayer --leaderboard board.json
    """
    from onirium.studies.evaluation.tasks import STANDARD_GAMES, all_tasks, find_task
    from onirium.studies.players.registry import set_simulations
    from onirium.terminal.commands.evaluate import run

    [player] = set_simulations([player], simulations)
    run(
        player,
        [find_task(name) for name in dict.fromkeys(task or all_tasks())],
        games or STANDARD_GAMES,
        Words(language or system_language()),
        leaderboard=leaderboard,
        folder=folder,
        workers=make_executor(workers, ray),
        as_json=as_json,
    )


def dataset(
    game: GameName,
    folder: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Folder of the data set, new or empty.")
    ],
    minari: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="Add the games to the local data sets of Minari too, under an id such as "
            "`onirim/quick-v0`; one player.",
        ),
    ] = None,
    seat: Seats = None,
    games: GameCount = 1000,
    rotate: Rotate = False,
    option: Options = None,
    seed: Seed = None,
    workers: Workers = None,
    ray: Ray = None,
    simulations: Simulations = None,
    language: Language = None,
) -> None:
    """Record the games of a simulation as a data set: records, Parquet tables and a card.

    Example: onirium dataset onirim --seat quick --games 1000 --seed 1 --folder onirim-quick
    """
    require_modules("a data set", "parquet", "pyarrow")
    from onirium.studies.evaluation.tasks import check_training_seed
    from onirium.terminal.commands.dataset import run

    config = make_simulation(
        game,
        option,
        seat,
        games,
        seed,
        rotate=rotate,
        simulations=simulations,
        workers=make_executor(workers, ray),
    )
    check_training_seed(config.seed)
    if minari is not None:
        require_modules("Minari", "minari", "minari", "pyarrow", "PIL")
        from onirium.envs.minari import check_dataset

        check_dataset(minari, config.game)
    played = run(config, folder, load_words(language, game))
    if minari is not None:
        _add_to_minari(minari, replace(config, games=played), folder)


def _add_to_minari(dataset_id: str, config: "SimulationConfig", folder: Path) -> None:
    """Add the games of a written data set to the local data sets of Minari."""
    from onirium.envs.minari import create_minari_dataset
    from onirium.studies.datasets.card import format_command
    from onirium.studies.datasets.writer import read_records

    create_minari_dataset(
        dataset_id,
        config.game,
        read_records(folder),
        algorithm_name=config.players[0],
        description=format_command(config),
    )
