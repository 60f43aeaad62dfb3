"""Arguments and options that several commands share, and the conversion of their values."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from onirium.bots.base import MAX_SIMULATIONS
from onirium.cli.completion import complete_game, complete_language, complete_option
from onirium.core.game import Game, OptionError
from onirium.games.registry import load, names
from onirium.i18n.catalog import LANGUAGES, Words, check_language, system_language
from onirium.web.config.settings import MAX_BUDGET_MS

if TYPE_CHECKING:
    from onirium.studies.compute.processes import Executor


def _checked_language(language: str | None) -> str | None:
    """Return a language, which every command checks, whether or not its output has words.

    Raises:
        ValueError: if it is not supported.
    """
    if language is not None:
        check_language(language)
    return language


def checked_file(path: Path | None) -> Path | None:
    """Return the path of a file; an empty one would name the current folder.

    Raises:
        BadParameter: if it is empty.
    """
    if path is not None and not path.name:
        raise typer.BadParameter("expected the name of a file")
    return path


def checked_files(paths: list[Path]) -> list[Path]:
    """Return the paths of files.

    Raises:
        BadParameter: if one is empty.
    """
    for path in paths:
        checked_file(path)
    return paths


GameName: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="|".join(names()),
        help="Name of the game.",
        autocompletion=complete_game,
    ),
]
RecordFile: TypeAlias = Annotated[
    Path, typer.Argument(metavar="FILE", help="Record of a game.", callback=checked_file)
]
Options: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="Option of the game, see `onirium options GAME`; repeatable.",
        autocompletion=complete_option,
    ),
]
Language: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="|".join(LANGUAGES),
        help="Language of the output. Default: that of the system.",
        callback=_checked_language,
        autocompletion=complete_language,
    ),
]
Seed: TypeAlias = Annotated[
    int | None, typer.Option(help="Seed of the random number generator. Default: a random seed.")
]
Workers: TypeAlias = Annotated[
    int | None, typer.Option(min=1, help="Number of processes. Default: one per processor.")
]
Ray: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Run on a Ray cluster: `auto` on one of its machines, HOST:PORT elsewhere, "
        "`local` to start one here.",
    ),
]
BudgetMs: TypeAlias = Annotated[
    float | None,
    typer.Option(
        min=1,
        max=MAX_BUDGET_MS,
        help="Time limit of the bot `strong` for each decision, in milliseconds. Default: 100.",
    ),
]
Simulations: TypeAlias = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=MAX_SIMULATIONS,
        help="Search simulations per decision of `quick` and `strong`, instead of their own "
        "numbers; `strong@500` sets that of one player.",
    ),
]
AnalysisSimulations: TypeAlias = Annotated[
    int | None,
    typer.Option(
        min=0,
        max=MAX_SIMULATIONS,
        help="Search simulations per decision. Default: as many as `strong`.",
    ),
]
LuckRollouts: TypeAlias = Annotated[
    int,
    typer.Option(
        min=0,
        max=MAX_SIMULATIONS,
        help="With --adjust-luck and several seats: rollouts that value each chance outcome. They "
        "save more games, but take longer: useful with slow players.",
    ),
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def load_game(name: str, options: Sequence[str] | None, seats: Sequence[str] = ()) -> Game:
    """Return a game with options from the command line.

    Args:
        name: the name of the game.
        options: options in the form ``NAME=VALUE``.
        seats: occupants of the seats; several determine the option ``seats``.

    Raises:
        OptionError: if the game, an option or a value is unknown, or the form is wrong.
    """
    values: dict[str, str] = {}
    for option in options or ():
        key, equals, value = option.partition("=")
        if not equals:
            raise OptionError(f"option {option!r}: expected NAME=VALUE")
        if key in values:
            raise OptionError(
                f"option {key!r} is given twice; write several values as NAME=VALUE,VALUE"
            )
        values[key] = value
    if len(seats) > 1:
        values.setdefault("seats", str(len(seats)))
    return load(name, **values)


def load_words(language: str | None, game: str) -> Words:
    """Return the texts of a game in a language, by default that of the system."""
    return Words(language or system_language(), game)


def make_executor(workers: int | None, ray_address: str | None) -> "Executor | int | None":
    """Return the number of local processes, or a Ray cluster if an address is given.

    Raises:
        ValueError: if both are given, or Ray is not installed.
    """
    if ray_address is None:
        return workers
    if workers:
        raise ValueError("--ray uses all processors of the cluster: remove --workers")
    require_modules("a cluster", "ray", "ray")
    from onirium.studies.compute.ray import RayExecutor

    return RayExecutor(ray_address)


def require_modules(feature: str, extra: str, *modules: str) -> None:
    """Raise a ``ValueError`` that names the extra to install if a module is missing."""
    if not all(map(find_spec, modules)):
        raise ValueError(
            f"{feature} needs {' and '.join(modules)}: install onirium with its extra `{extra}`, "
            f"in a clone with: pip install '.[{extra}]'"
        )
