"""O9.3, O9.5 A tower is played or discarded."""

from librt.vecs import append, extend, vec
from mypy_extensions import i64, u8

from onirium.games.onirim.actions import BUILD_LEFT, BUILD_RIGHT
from onirium.games.onirim.components import FIRST_TOWER, LOWEST_TOWER, TOWERS_OF_EACH_COLOUR
from onirium.games.onirim.outcome import look_for_victory
from onirium.games.onirim.state import ARRANGE, LOOK, Table, tell


def build(table: Table, action: i64) -> None:
    """O9.3 Play a tower to one end of the row, which may win (O9.2)."""
    if action < BUILD_RIGHT:
        tower = action - BUILD_LEFT + FIRST_TOWER
        source = table.take(tower)
        table.towers = extend(vec[u8]([u8(tower)]), table.towers)
        tell(table, "build left", tower, source, "towers")
    else:
        tower = action - BUILD_RIGHT + FIRST_TOWER
        source = table.take(tower)
        table.towers = append(table.towers, u8(tower))
        tell(table, "build right", tower, source, "towers")
    look_for_victory(table)


def look_ahead(table: Table, tower: i64) -> None:
    """O9.5 Look at as many cards as the number of the tower says, and return them all."""
    table.to_come = LOWEST_TOWER + (tower - FIRST_TOWER) % TOWERS_OF_EACH_COLOUR
    table.first(ARRANGE)
    table.first(LOOK)
