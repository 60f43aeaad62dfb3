"""The folder of the games played in the terminal."""

from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from onirium.i18n.catalog import Words
from onirium.record import Record, RecordError, final_state, read, write


def saved_games_folder() -> Path:
    """Return the folder of the current user's saved games."""
    return user_data_path("onirium", appauthor=False) / "games"


def new_path(game: str) -> Path:
    """Return an unused path for a new game, named after the game and the current time."""
    now = datetime.now().astimezone()
    return saved_games_folder() / f"{game}-{now:%Y-%m-%d-%H%M%S-%f}.json"


def save(record: Record, path: Path) -> None:
    """Write a record, creating its folder.

    Raises:
        RecordError: if the file or folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError(f"{path.parent}: {error.strerror}") from None
    write(record, path)


def read_bytes(path: Path) -> bytes | None:
    """Return the content of a saved game, or None if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def latest_unfinished(game: str, words: Words) -> Path:
    """Return the path of the most recently saved unfinished game.

    Args:
        game: the name of the game.
        words: the texts of the game.

    Raises:
        RecordError: if there is none.
    """
    for path in saved_game_paths(game):
        if _is_unfinished(path):
            return path
    raise RecordError(words.text("wrong.resume", game=words.text("name")))


def saved_game_paths(game: str = "*") -> list[Path]:
    """Return the paths of the saved games of one game, or of all; the latest first."""
    paths = [path for path in saved_games_folder().glob(f"{game}-*.json") if path.is_file()]
    return sorted(paths, key=modification_time, reverse=True)


def modification_time(path: Path) -> float:
    """Return when a saved game was last changed; 0 if another process has deleted it."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _is_unfinished(path: Path) -> bool:
    try:
        return not final_state(read(path)).is_terminal()
    except RecordError:
        return False
