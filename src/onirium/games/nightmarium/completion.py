"""N5 A completed creature: victory, terror, then its abilities from head to legs."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium import terror
from onirium.games.nightmarium.components import ABILITY_OF, HEIGHT, MOST_COMPLETIONS, NO_ABILITY
from onirium.games.nightmarium.outcome import has_won, win
from onirium.games.nightmarium.state import (
    DEVOURER,
    EXECUTIONER,
    MOCKER,
    OVER,
    SCAVENGER,
    SINGER,
    WEEPER,
    Table,
    announce,
)

STEP_OF: Final = vec[i64]([SINGER, WEEPER, MOCKER, EXECUTIONER, SCAVENGER, DEVOURER])
"""The step with which each ability begins."""


def complete(table: Table, place: i64) -> None:
    """N5.1, N5.5 The mover's creature at a place is complete; it takes the place of any other.

    The abilities of another creature that were still to come are lost.
    """
    spot = table.spot(table.mover, place)
    if table.agenda != OVER:
        former = table.spot(table.mover, table.creature)
        announce(table, "cut", table.mover, source="creature", spot=former)
    announce(table, "complete", table.mover, target="creature", spot=spot)
    table.agenda = OVER
    table.creature = place
    table.completions += 1
    if has_won(table):
        win(table)
    elif table.completions == MOST_COMPLETIONS:
        announce(table, "enough", table.mover)
    else:
        _put_abilities_on_agenda(table, spot)
        terror.begin(table, spot)


def _put_abilities_on_agenda(table: Table, spot: i64) -> None:
    """N5.3 Head, torso, legs; a card without an ability is passed over."""
    height: i64
    for height in range(HEIGHT):
        ability = ABILITY_OF[i64(table.creatures[spot * HEIGHT + height])]
        if ability != NO_ABILITY:
            table.first(STEP_OF[ability])


def break_chain(table: Table) -> None:
    """N5.4 An ability has no target: neither it nor the later ones are played."""
    spot = table.spot(table.mover, table.creature)
    announce(table, "no target", table.mover, source="creature", spot=spot)
    table.agenda = OVER
