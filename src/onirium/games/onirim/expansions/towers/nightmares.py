"""O9.6, O9.7 What a Nightmare does to the towers."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from onirium.games.onirim.actions import SAVE_TOWERS, TOPPLE_TOWER
from onirium.games.onirim.components import FIRST_TOWER
from onirium.games.onirim.nightmares import put_away
from onirium.games.onirim.outcome import look_for_victory
from onirium.games.onirim.state import NONE, Table, tell


def topple(table: Table, action: i64) -> None:
    """O9.6, O9.7 One tower is discarded, or all are saved and the Nightmare goes to limbo."""
    table.finish_step()
    if action == SAVE_TOWERS:
        card = table.drawn
        table.drawn = NONE
        table.limbo[card] += 1
        table.limbo_size += 1
        tell(table, "save", card, "table", "limbo")
        return
    tower = action - TOPPLE_TOWER + FIRST_TOWER
    _take_out(table, tower)
    table.put_on_discard(tower)
    tell(table, "topple", tower, "towers", "discard")
    put_away(table, "settle")
    look_for_victory(table)


def _take_out(table: Table, tower: i64) -> None:
    standing = vec[u8]()
    for other in table.towers:
        if i64(other) != tower:
            standing = append(standing, other)
    table.towers = standing
