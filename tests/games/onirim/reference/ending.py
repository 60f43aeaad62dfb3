"""O6.1, O7.6, O9.2 Victory."""

from tests.games.onirim.reference.asking import Over
from tests.games.onirim.reference.cards import COLOURS, colour_of
from tests.games.onirim.reference.table import Table


def look_for_victory(table: Table) -> None:
    """O6.1, O7.6, O9.2 Checked after every found door and every change of the tower row."""
    if table.with_("towers") and not has_formation(table.towers):
        return
    if len(table.seats) == 1:
        if len(table.doors[0]) == 8:
            raise Over("won")
    elif table.options.mode == "together":
        if all(len(set(doors)) == 4 for doors in table.doors):
            raise Over("won")
    else:
        for seat in (table.mover, 1 - table.mover):
            if len(set(table.doors[seat])) == 4:
                raise Over(f"won by player {seat + 1}")


def has_formation(row: list[str]) -> bool:
    """O9.2 Return whether four adjacent towers have four different colours."""
    colours = [colour_of(tower) for tower in row]
    return any(set(colours[at : at + 4]) == set(COLOURS) for at in range(len(colours) - 3))
