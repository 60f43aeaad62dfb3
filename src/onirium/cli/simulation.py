"""Options of the commands that simulate games, and their conversion into a simulation."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from onirium.cli.completion import complete_bot
from onirium.cli.parameters import load_game

if TYPE_CHECKING:
    from onirium.studies.compute.processes import Workers
    from onirium.studies.simulation.simulate import SimulationConfig

Seats: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PLAYER",
        help="Player of a seat, in order: a bot (`random`, `greedy`, `quick`, `strong`), "
        "`module:Class`, `state:module:Class`, `policy:module:name` or `engine:COMMAND`; "
        "repeatable. Default: `greedy` in every seat.",
        autocompletion=complete_bot,
    ),
]
GameCount: TypeAlias = Annotated[int, typer.Option(min=1, help="Number of games.")]
Rotate: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--rotate",
        help="Play each deal once with every rotation of the players. The number of games is "
        "rounded up to whole deals.",
    ),
]


def make_simulation(
    game: str,
    options: Sequence[str] | None,
    seats: Sequence[str] | None,
    games: int,
    seed: int | None,
    *,
    rotate: bool,
    simulations: int | None,
    workers: "Workers | None",
) -> "SimulationConfig":
    """Return the simulation that the options of a command request.

    Args:
        game: the name of the game.
        options: its options in the form ``NAME=VALUE``.
        seats: the player of each seat, by default ``greedy``.
        games: the number of games.
        seed: the seed, by default a random one.
        rotate: whether each deal is played with every rotation of the players.
        simulations: the search simulations per decision, by default those of each player.
        workers: the workers; by default a process for each processor.

    Raises:
        ValueError: if the game, an option or a player is unknown, or they cannot be combined.
    """
    from onirium.studies.players.registry import set_simulations
    from onirium.studies.simulation.simulate import SimulationConfig, draw_seed

    loaded = load_game(game, options, seats or ())
    return SimulationConfig(
        loaded,
        set_simulations(seats or ["greedy"] * loaded.seats, simulations),
        games,
        draw_seed() if seed is None else seed,
        rotate=rotate,
        workers=workers,
    )
