"""Commands that analyse games and compare bots."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from onirium.cli.completion import complete_bot
from onirium.cli.parameters import (
    AnalysisSimulations,
    AsJson,
    GameName,
    Language,
    LuckRollouts,
    Options,
    Ray,
    RecordFile,
    Seed,
    Simulations,
    Workers,
    checked_files,
    load_game,
    load_words,
    make_executor,
    require_modules,
)
from onirium.cli.simulation import GameCount, Rotate, Seats, make_simulation
from onirium.i18n.catalog import system_language

if TYPE_CHECKING:
    from onirium.studies.tournaments.sprt import GeneralizedSPRT


def analyse(
    record: RecordFile,
    player: Annotated[
        int | None,
        typer.Option(min=1, help="Number of the player to analyse. Default: all players."),
    ] = None,
    simulations: AnalysisSimulations = None,
    svg: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File for a chart of the win probabilities, as SVG."),
    ] = None,
    as_json: AsJson = False,
    workers: Workers = None,
    language: Language = None,
) -> None:
    """Analyse a recorded game: the cost of each decision, and the share of luck.

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


def skill(
    records: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="Records of finished games.", callback=checked_files),
    ],
    player: Annotated[int, typer.Option(min=1, help="Number of the player.")] = 1,
    last: Annotated[
        int | None,
        typer.Option(min=1, help="Number of finished games to use, from the end of the list."),
    ] = None,
    simulations: AnalysisSimulations = None,
    as_json: AsJson = False,
    workers: Workers = None,
    language: Language = None,
) -> None:
    """Measure the skill of a player: error per decision, best decisions, wins without luck.

    Example: onirium skill games/*.json --last 20
    """
    from onirium.terminal.commands.skill import run

    run(
        records,
        language or system_language(),
        player=player,
        last=last,
        simulations=simulations,
        workers=workers,
        as_json=as_json,
    )


def simulate(
    game: GameName,
    seat: Seats = None,
    games: GameCount = 1000,
    rotate: Rotate = False,
    option: Options = None,
    seed: Seed = None,
    workers: Workers = None,
    ray: Ray = None,
    simulations: Simulations = None,
    table: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="File for a table with a row for each game: .csv or .parquet."
        ),
    ] = None,
    adjust_luck: Annotated[
        bool,
        typer.Option(
            "--adjust-luck",
            help="Also print win rates adjusted for luck, more precise over many deals.",
        ),
    ] = False,
    luck_rollouts: LuckRollouts = 0,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Simulate many games between players and print statistics.

    Examples: onirium simulate onirim --seat greedy --games 20000 --seed 1;
    onirium simulate onirim -o mode=race --seat greedy --seat random --rotate
    """
    from onirium.terminal.commands.simulate import run

    if table is not None and table.suffix == ".parquet":
        require_modules("Parquet", "parquet", "pyarrow")
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
    run(
        replace(config, adjust_luck=adjust_luck, luck_rollouts=luck_rollouts),
        load_words(language, game),
        as_json=as_json,
        table=table,
    )


def study(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Study file (TOML).")],
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder of the results; a study already in it is resumed. "
            "Default: beside FILE, under its name.",
        ),
    ] = None,
    parquet: Annotated[
        bool, typer.Option("--parquet", help="Write tables as Parquet instead of CSV.")
    ] = False,
    workers: Workers = None,
    ray: Ray = None,
    simulations: Simulations = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Compare games, options and bots; writes tables and an HTML page with plots.

    Example: onirium study expansions.toml --workers 2
    """
    if parquet:
        require_modules("Parquet", "parquet", "pyarrow")
    from onirium.terminal.commands.study import run

    run(
        file,
        folder,
        language or system_language(),
        parquet=parquet,
        workers=make_executor(workers, ray),
        simulations=simulations,
        as_json=as_json,
    )


def tournament(
    game: GameName,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLAYER",
            help="Player of the tournament, as in `simulate`; repeatable. Ratings are relative to "
            "the first.",
            autocompletion=complete_bot,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Games of each lineup, rounded up to whole deals; with --until the maximum. "
            "Default: 1000, or 100000 with --until.",
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            metavar="LOW:HIGH",
            help="Stop a pairing early with a sequential probability ratio test: is the first "
            "player stronger by HIGH Elo points or by LOW? 20 is short for -20:20.",
        ),
    ] = None,
    alpha: Annotated[
        float | None,
        typer.Option(
            help="With --until: intended probability of accepting HIGH if LOW is true, below "
            "0.5. Default: 0.05."
        ),
    ] = None,
    beta: Annotated[
        float | None,
        typer.Option(
            help="With --until: intended probability of accepting LOW if HIGH is true, below "
            "0.5. Default: 0.05."
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder of the results, by default `tournament-GAME`; a tournament already in it "
            "is resumed.",
        ),
    ] = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(help="Seed of the deals.")] = 1,
    adjust_luck: Annotated[
        bool,
        typer.Option(
            "--adjust-luck",
            help="Also print pairings' shares adjusted for luck, more precise over many deals.",
        ),
    ] = False,
    luck_rollouts: LuckRollouts = 0,
    workers: Workers = None,
    ray: Ray = None,
    simulations: Simulations = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Play a round-robin between players, every deal from every seat, and rate them.

    Examples: onirium tournament nightmarium --seat strong --seat quick --seat greedy;
    onirium tournament onirim --seat quick --seat greedy --until 0:30 --folder here
    """
    from onirium.studies.players.registry import set_simulations
    from onirium.studies.tournaments.schedule import TournamentConfig
    from onirium.terminal.commands.tournament import run

    config = TournamentConfig(
        load_game(game, option),
        set_simulations(seat or (), simulations),
        games or (100_000 if until else 1000),
        seed,
        test=_parse_test(until, alpha, beta),
        adjust_luck=adjust_luck,
        luck_rollouts=luck_rollouts,
        workers=make_executor(workers, ray),
    )
    folder = folder or Path(f"tournament-{game}")
    run(config, folder, load_words(language, game), as_json=as_json)


def _parse_test(
    until: str | None, alpha: float | None, beta: float | None
) -> "GeneralizedSPRT | None":
    """Return the test that the options request, if any."""
    errors = {
        name: error for name, error in (("alpha", alpha), ("beta", beta)) if error is not None
    }
    if until is None:
        if errors:
            raise ValueError("--alpha and --beta belong to a test: add --until")
        return None
    from onirium.studies.tournaments.sprt import parse_sprt

    return parse_sprt(until, **errors)


def bounds(
    game: GameName,
    bot: Annotated[
        str,
        typer.Option(
            metavar="PLAYER",
            help="Player to compare with the bound, as in `simulate`.",
            autocompletion=complete_bot,
        ),
    ] = "strong",
    games: Annotated[int, typer.Option(min=1, help="Number of deals.")] = 100,
    width: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Maximum number of states that the search keeps at each depth. Default: 256.",
        ),
    ] = None,
    option: Options = None,
    seed: Seed = None,
    workers: Workers = None,
    simulations: Simulations = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Bound the win rate of a one-player game: prove which deals cannot be won.

    Example: onirium bounds onirim -o expansions=towers --games 100 --seed 1 --bot quick
    """
    from onirium.studies.analysis.solvability import DEFAULT_BEAM_WIDTH, SolvabilityConfig
    from onirium.studies.players.registry import set_simulations
    from onirium.studies.simulation.simulate import draw_seed
    from onirium.terminal.commands.bounds import run

    [player] = set_simulations([bot], simulations)
    config = SolvabilityConfig(
        load_game(game, option),
        player,
        games,
        draw_seed() if seed is None else seed,
        beam_width=width or DEFAULT_BEAM_WIDTH,
        workers=workers,
    )
    run(config, load_words(language, game), as_json=as_json)
