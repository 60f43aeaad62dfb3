"""Commands that play and show single games in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from onirium.cli.completion import complete_game, complete_occupant
from onirium.cli.parameters import (
    BudgetMs,
    GameName,
    Language,
    Options,
    RecordFile,
    Seed,
    checked_file,
    load_game,
    load_words,
)
from onirium.core.game import OptionError
from onirium.games.registry import names
from onirium.i18n.catalog import system_language


def play(
    game: GameName,
    option: Options = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OCCUPANT",
            help="Occupant of a seat, in order: `human` or a bot (`random`, `greedy`, `quick`, "
            "`strong`); repeatable. Default: human in every seat, taking turns at one keyboard.",
            autocompletion=complete_occupant,
        ),
    ] = None,
    language: Language = None,
    seed: Seed = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume the latest unfinished game.")
    ] = False,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Resume the game in this record.", callback=checked_file),
    ] = None,
    step: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="With --record: start a new game from the position before this step; "
            "the record is not modified.",
        ),
    ] = None,
    budget_ms: BudgetMs = None,
) -> None:
    """Play a game in the terminal.

    Examples: onirium play onirim --language de; onirium play onirim --resume;
    onirium play onirim --seat human --seat greedy;
    onirium play onirim --record my-game.json --step 40
    """
    from onirium.terminal.commands.play import play as run
    from onirium.terminal.saved_games import latest_unfinished

    if (resume or record) and (option or seat):
        raise OptionError("a resumed game keeps its options and seats: remove -o and --seat")
    if resume and record:
        raise OptionError("--resume or --record, not both")
    if step and not record:
        raise OptionError("--step needs a record: add --record FILE")
    loaded, words = load_game(game, option, seat or ()), load_words(language, game)
    if resume:
        record = latest_unfinished(loaded.name, words)
    are_saved = run(
        loaded,
        words,
        seats=seat or (),
        seed=seed,
        resume=record,
        step=step,
        budget_ms=budget_ms,
    )
    if not are_saved:
        raise typer.Exit(1)


def replay(
    record: RecordFile,
    step: Annotated[bool, typer.Option("--step", help="Pause after each step.")] = False,
    player: Annotated[
        int, typer.Option(min=1, help="Number of the player whose view is shown.")
    ] = 1,
    language: Language = None,
) -> None:
    """Narrate a recorded game.

    Example: onirium replay my-game.json --step
    """
    from onirium.terminal.commands.replay import replay as run

    run(record, language or system_language(), player=player, step_by_step=step)


def options(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="|".join(names()),
            help="Name of the game. Default: an overview of all games.",
            autocompletion=complete_game,
        ),
    ] = None,
    language: Language = None,
) -> None:
    """List the options of a game, for use with -o.

    Example: onirium options onirim
    """
    from onirium.terminal.commands.options import list_games, run

    if game is None:
        list_games()
    else:
        run(game, language or system_language())


def saved(
    delete: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Delete the saved game of this name; repeatable."),
    ] = None,
    language: Language = None,
) -> None:
    """List the saved games of the terminal, the latest first, or delete some of them.

    Examples: onirium saved; onirium saved --delete onirim-2026-11-25-203000-123456
    """
    from onirium.terminal.commands.saved import delete_games, list_games

    if delete:
        delete_games(delete, language or system_language())
    else:
        list_games(language or system_language())
