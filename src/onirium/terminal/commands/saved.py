"""A list of the games saved in the terminal."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from onirium.i18n.catalog import Words
from onirium.match.match import HUMAN
from onirium.presentation.presenter import presenter_for
from onirium.record import RecordError, final_state, read
from onirium.terminal.console import Console, printable
from onirium.terminal.saved_games import modification_time, saved_game_paths, saved_games_folder

COMMANDS: Final = {
    "resume": "onirium play GAME --resume",
    "record": "onirium play GAME --record FILE",
    "delete": "onirium saved --delete NAME",
}


def list_games(language: str) -> None:
    """Print name, time and state of each saved game, the latest first."""
    words, console = Words(language), Console({})
    paths = saved_game_paths()
    if not paths:
        console.print(words.text("saved.none", folder=saved_games_folder()))
        return
    for path in paths:
        console.print(printable(path.stem), "bold")
        for line in _describe(path, language):
            console.print(f"  {line}", indent=2)
    console.print()
    console.print(words.text("saved.commands", folder=saved_games_folder(), **COMMANDS))


def delete_games(names: Sequence[str], language: str) -> None:
    """Delete saved games.

    Args:
        names: their names, as ``list_games`` prints them.
        language: the language of the output.

    Raises:
        RecordError: if a name belongs to no saved game; no game is deleted then.
    """
    words = Words(language)
    paths = {path.stem: path for path in saved_game_paths()}
    if unknown := [name for name in names if name not in paths]:
        name, command = repr(unknown[0]), "`onirium saved`"
        raise RecordError(words.text("saved.unknown", name=name, command=command))
    console = Console({})
    for name in dict.fromkeys(names):
        paths[name].unlink()
        console.print(words.text("saved.deleted", name=printable(name)))


def _describe(path: Path, language: str) -> Iterator[str]:
    """Yield the players and the state of a saved game."""
    time = datetime.fromtimestamp(modification_time(path)).astimezone()
    try:
        record = read(path)
        state = final_state(record)
    except RecordError as error:
        yield printable(str(error))
        return
    words = Words(language, record.game)
    seats = [words.text("saved.human") if seat == HUMAN else seat for seat in record.seats]
    yield f"{words.text('name')}, {time:%Y-%m-%d %H:%M}: {', '.join(seats)}"
    if state.is_terminal():
        seat = record.seats.index(HUMAN) if HUMAN in record.seats else 0
        yield presenter_for(record.game).describe_ending(state.view(seat), words)
    else:
        yield words.count("saved.unfinished", len(record.actions))
