"""The command line: one thin command for each thing that Onirium can do."""

import os
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from onirium.cli.serve_options import settings_command
from onirium.core.build import is_compiled
from onirium.core.game import Game, OptionError
from onirium.games.registry import load, names
from onirium.i18n.catalog import Words, system_language

if TYPE_CHECKING:
    from onirium.studies.compute.processes import Executor

app = typer.Typer(pretty_exceptions_enable=False)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"The game: {', '.join(names())}.")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="One of those that `onirium options GAME` lists; repeatable.",
    ),
]
Language = Annotated[
    str | None, typer.Option(metavar="en|ru|de", help="The language; otherwise the system's.")
]
Seed = Annotated[
    int | None, typer.Option(help="A number that makes chance repeatable; otherwise drawn.")
]
Workers = Annotated[
    int | None, typer.Option(min=1, help="How many processes; otherwise all processors.")
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Work on a Ray cluster instead: `auto` on a machine of it, HOST:PORT elsewhere, "
        "`local` for one that is started here.",
    ),
]
BudgetMs = Annotated[
    float | None,
    typer.Option(
        min=1,
        help="For how many milliseconds the player `strong` thinks about a decision at most; "
        "otherwise 100.",
    ),
]
DataDir = Annotated[
    Path | None,
    typer.Option(
        metavar="DIRECTORY",
        help="Directory of the database. Default: the user data directory of the system.",
    ),
]
Config = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A file of settings, in TOML; see docs/hosting.md."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@app.callback(invoke_without_command=True)
def onirium(context: typer.Context) -> None:
    """Two card games about dreams: to play, to host and to study.

    Without a command both games open in the browser, like `onirium serve --browser`.
    """
    if context.invoked_subcommand is None:
        serve(browser=True)


@app.command()
@settings_command
def serve(flags: Mapping[str, object], config: Path | None) -> None:
    """Serve both games to browsers; by default only on this computer.

    Flags override environment variables such as ONIRIUM_SERVE_PORT, which override the file of
    settings (docs/hosting.md).

    Examples: onirium serve --port 8000; onirium serve --lan; onirium serve --config onirium.toml
    """
    from onirium.web.config.settings import load_settings
    from onirium.web.server import serve as run

    settings = load_settings(flags, os.environ, config)
    run(partial(print, flush=True), settings, settings.language or system_language())


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    data_dir: DataDir = None,
    config: Config = None,
) -> None:
    """Copy the database to a file, also while a server is using it.

    Example: onirium backup /mnt/backups/onirium-monday.db
    """
    from onirium.storage.backup import back_up

    print(f"{file}: {back_up(_database(data_dir, config), file)} tables")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `backup` has made.")],
    data_dir: DataDir = None,
    config: Config = None,
) -> None:
    """Take a copy of the database as the database; no server may be using it.

    What was there before is kept beside it.

    Example: onirium restore /mnt/backups/onirium-monday.db
    """
    from onirium.storage.backup import restore as run

    database = _database(data_dir, config)
    tables, former = run(file, database)
    print(f"{database}: {tables} tables")
    if former:
        print(f"{former}: what was there before")


@app.command()
def play(
    game: GameName,
    option: Options = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            help="Who plays a seat, in order: human or a computer player; repeatable. "
            "Otherwise people play all of them, at one keyboard."
        ),
    ] = None,
    language: Language = None,
    seed: Seed = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the game left last.")
    ] = False,
    record: Annotated[Path | None, typer.Option(help="Go on with the game in this record.")] = None,
    step: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="With --record: go another way from this step on, in a game of its own; "
            "the record stays as it is.",
        ),
    ] = None,
    budget_ms: BudgetMs = None,
) -> None:
    """Play a game here, in the terminal.

    Examples: onirium play onirim --language de; onirium play onirim --resume;
    onirium play onirim -o seats=2 --seat human --seat greedy;
    onirium play onirim --record my-game.json --step 40
    """
    from onirium.terminal.commands.play import play as run

    if (resume or record) and (option or seat):
        raise OptionError("a game that goes on keeps its options and seats: leave -o, --seat away")
    if step and not record:
        raise OptionError("which game goes another way from that step? add --record FILE")
    run(
        _game(game, option),
        _words(language, game),
        seats=seat or (),
        seed=seed,
        resume=record or resume,
        step=step,
        budget_ms=budget_ms,
    )


@app.command()
def replay(
    record: RecordFile,
    step: Annotated[bool, typer.Option("--step", help="One step after the other.")] = False,
    player: Annotated[int, typer.Option(min=1, help="Through whose eyes, if several play.")] = 1,
    language: Language = None,
) -> None:
    """Tell the story of a recorded game.

    Example: onirium replay my-game.json --step
    """
    from onirium.terminal.commands.replay import replay as run

    run(record, language or system_language(), player=player, step_by_step=step)


@app.command()
def analyse(
    record: RecordFile,
    player: Annotated[
        int | None, typer.Option(min=1, help="Whose decisions; otherwise everybody's.")
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option(
            min=0, help="Search simulations for each decision; by default as many as of `strong`."
        ),
    ] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw the curves into this file.")] = None,
    as_json: AsJson = False,
    workers: Workers = None,
    language: Language = None,
) -> None:
    """Judge the decisions of a recorded game: what each cost, and how much was luck.

    Examples: onirium analyse my-game.json --svg my-game.svg; onirium analyse my-game.json --json
    """
    from onirium.terminal.commands.analyse import run

    run(
        record,
        language or system_language(),
        simulations=simulations,
        player=player,
        workers=workers,
        svg=svg,
        as_json=as_json,
    )


@app.command()
def simulate(
    game: GameName,
    seat: Annotated[
        list[str] | None,
        typer.Option(help="The computer player of a seat, in order; repeatable."),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    rotate: Annotated[
        bool,
        typer.Option(
            "--rotate",
            help="Play each deal once for each player, who all move one seat on after each game. "
            "Games are rounded up to whole deals.",
        ),
    ] = False,
    option: Options = None,
    seed: Seed = None,
    workers: Workers = None,
    ray: Ray = None,
    budget_ms: BudgetMs = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Let computer players play many games and sum up what happened.

    Examples: onirium simulate onirim --seat greedy --games 20000 --seed 1;
    onirium simulate onirim -o seats=2 -o mode=race --seat greedy --seat random --rotate
    """
    from onirium.studies.simulation.simulate import SimulationConfig, draw_seed
    from onirium.terminal.commands.simulate import run

    chosen = _game(game, option)
    config = SimulationConfig(
        chosen,
        tuple(seat or ["greedy"] * chosen.seats),
        games,
        draw_seed() if seed is None else seed,
        rotate=rotate,
        budget_ms=budget_ms,
        workers=_executor(workers, ray),
    )
    run(config, _words(language, game), as_json=as_json)


@app.command()
def study(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The study: a TOML file.")],
    folder: Annotated[
        Path | None,
        typer.Option(
            help="Where everything is kept; otherwise beside the file, under its name. "
            "What is there is gone on with."
        ),
    ] = None,
    parquet: Annotated[
        bool, typer.Option("--parquet", help="Write the tables as Parquet rather than CSV.")
    ] = False,
    workers: Workers = None,
    ray: Ray = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Compare games, options and players: tables, and a page of pictures.

    Example: onirium study expansions.toml --workers 2
    """
    if parquet:
        _require("Parquet", "parquet", "pyarrow")
    from onirium.terminal.commands.study import run

    run(
        file,
        folder,
        language or system_language(),
        parquet=parquet,
        workers=_executor(workers, ray),
        as_json=as_json,
    )


@app.command()
def tournament(
    game: GameName,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            help="A computer player who takes part; repeatable. Ratings are relative to the first."
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="How many games at each table, rounded up to whole deals; otherwise 1000, "
            "with --until 100000.",
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            metavar="LOW:HIGH",
            help="End a pairing before that, once it is clear whether the first player is stronger "
            "by HIGH Elo points rather than by LOW; 20 is short for -20:20.",
        ),
    ] = None,
    alpha: Annotated[
        float, typer.Option(help="How often HIGH may be found though LOW holds.")
    ] = 0.05,
    beta: Annotated[
        float, typer.Option(help="How often LOW may be found though HIGH holds.")
    ] = 0.05,
    folder: Annotated[
        Path, typer.Option(help="Where everything is kept. What is there is gone on with.")
    ] = Path("tournament"),
    option: Options = None,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    workers: Workers = None,
    ray: Ray = None,
    budget_ms: BudgetMs = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Let computer players play each other, every deal from every seat, and rate them.

    Examples: onirium tournament nightmarium --seat strong --seat quick --seat greedy;
    onirium tournament onirim --seat quick --seat greedy --until 0:30 --folder here
    """
    from onirium.studies.tournaments.schedule import TournamentConfig
    from onirium.studies.tournaments.sprt import parse_sprt
    from onirium.terminal.commands.tournament import run

    config = TournamentConfig(
        _game(game, option),
        tuple(seat or ()),
        games or (100_000 if until else 1000),
        seed,
        test=parse_sprt(until, alpha, beta) if until else None,
        budget_ms=budget_ms,
        workers=_executor(workers, ray),
    )
    run(config, folder, _words(language, game), as_json=as_json)


@app.command()
def bounds(
    game: GameName,
    player: Annotated[str, typer.Option(help="The computer player to compare with.")] = "strong",
    games: Annotated[int, typer.Option(min=1, help="How many deals.")] = 100,
    width: Annotated[
        int | None,
        typer.Option(
            min=1, help="How many lines of a deal are followed at once at most; otherwise hundreds."
        ),
    ] = None,
    option: Options = None,
    seed: Seed = None,
    workers: Workers = None,
    budget_ms: BudgetMs = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Find out how winnable a game for one player is: how many deals nobody could win.

    Example: onirium bounds onirim -o expansions=towers --games 100 --seed 1 --player quick
    """
    from onirium.studies.analysis.solvability import DEFAULT_BEAM_WIDTH, SolvabilityConfig
    from onirium.studies.simulation.simulate import draw_seed
    from onirium.terminal.commands.bounds import run

    config = SolvabilityConfig(
        _game(game, option),
        player,
        games,
        draw_seed() if seed is None else seed,
        beam_width=width or DEFAULT_BEAM_WIDTH,
        budget_ms=budget_ms,
        workers=workers,
    )
    run(config, _words(language, game), as_json=as_json)


@app.command()
def train(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help=f"The game: {', '.join(names())}; otherwise all."),
    ] = None,
    network: Annotated[
        list[str] | None,
        typer.Argument(metavar="NETWORK", help="Some of its networks; otherwise all."),
    ] = None,
    folder: Annotated[
        Path, typer.Option(help="Where everything is kept. What is there is gone on with.")
    ] = Path("training"),
    seed: Annotated[int, typer.Option(help="The same seed learns the same.")] = 1,
    workers: Workers = None,
    language: Language = None,
) -> None:
    """Learn what `quick` and `strong` know, from nothing. It takes hours, and can be interrupted.

    Examples: onirium train; onirium train onirim alone --folder here --workers 2
    """
    _require("training", "train", "numpy", "scipy")
    # Several threads would add numbers up in an order that depends on how many they are.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    from onirium.terminal.commands.train import run

    run(game, network or (), folder, language or system_language(), seed=seed, workers=workers)


@app.command()
def options(game: GameName, language: Language = None) -> None:
    """List the options of a game: what can be chosen with -o.

    Example: onirium options onirim
    """
    from onirium.terminal.commands.options import run

    run(game, language or system_language())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; what people get wrong is answered in one line.

    Args:
        arguments: the words after ``onirium``; by default those of this process.
    """
    try:
        _say_if_plain()
        app(list(sys.argv[1:] if arguments is None else arguments), prog_name="onirium")
    except ValueError as error:
        print(f"onirium: {error}", file=sys.stderr)
        sys.exit(2)


def _game(name: str, options: Sequence[str] | None) -> Game:
    given: dict[str, Any] = {}
    for option in options or ():
        key, equals, value = option.partition("=")
        if not equals:
            raise OptionError(f"option {option!r}: write it as NAME=VALUE")
        if key in given:
            raise OptionError(
                f"option {key!r} is given twice; write several values as NAME=VALUE,VALUE"
            )
        given[key] = value
    return load(name, **given)


def _executor(workers: int | None, address: str | None) -> "Executor | int | None":
    """Return who does the work: so many processes, or the machines of a cluster."""
    if address is None:
        return workers
    if workers:
        raise ValueError("a Ray cluster works with all its processors: leave --workers away")
    _require("a cluster", "ray", "ray")
    from onirium.studies.compute.ray import RayExecutor

    return RayExecutor(address)


def _database(data_dir: Path | None, config: Path | None) -> Path:
    """Return the file where `serve` keeps games with the same settings."""
    from onirium.web.config.settings import load_settings

    settings = load_settings({"data_dir": data_dir and str(data_dir)}, os.environ, config)
    if settings.database_url:
        raise ValueError("what is not kept in a file is copied by its own means, with pg_dump")
    return settings.database_path


def _require(what: str, extra: str, *modules: str) -> None:
    """Make sure that modules are there which only some installations have."""
    if not all(map(find_spec, modules)):
        raise ValueError(
            f"{what} needs {' and '.join(modules)}: install onirium with its extra `{extra}`, "
            f"in a clone with: pip install '.[{extra}]'"
        )


def _words(language: str | None, game: str) -> Words:
    return Words(language or system_language(), game)


def _say_if_plain() -> None:
    if not is_compiled():
        print("onirium: the rules run as plain Python here, correct but slower", file=sys.stderr)
