"""Reads records for commands about one of their players."""

from pathlib import Path

from onirium.record import Record, RecordError, load_game, read


def read_record(path: Path, player: int | None) -> Record:
    """Return a record that has a player.

    Args:
        path: the file of the record.
        player: number of the player, counted from 1; None for all players.

    Raises:
        RecordError: if the record cannot be read, or has no such player.
    """
    record = read(path)
    seats = load_game(record).seats
    if player is not None and not 1 <= player <= seats:
        raise RecordError(f"{path}: no player {player}; players: 1 to {seats}")
    return record
