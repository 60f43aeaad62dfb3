"""Where the games played in the terminal lie."""

from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from onirium.record import Record, RecordError, final_state, read, write


def folder() -> Path:
    """Return the folder in which games are kept: one for each user of this computer."""
    return user_data_path("onirium", appauthor=False) / "games"


def new_path(game: str) -> Path:
    """Return where a game that begins now is to be kept."""
    moment = datetime.now().astimezone()
    return folder() / f"{game}-{moment:%Y-%m-%d-%H%M%S-%f}.json"


def save(record: Record, path: Path) -> None:
    """Keep a game.

    Raises:
        RecordError: if that is not possible, naming the place and the reason.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError(f"{path.parent}: {error.strerror}") from None
    write(record, path)


def latest_unfinished(game: str) -> Path | None:
    """Return the game that was left last, if one was left before its end."""
    for path in sorted(folder().glob(f"{game}-*.json"), key=_last_change, reverse=True):
        if _is_unfinished(path):
            return path
    return None


def _last_change(path: Path) -> float:
    return path.stat().st_mtime


def _is_unfinished(path: Path) -> bool:
    try:
        return not final_state(read(path)).is_terminal()
    except RecordError:
        return False
