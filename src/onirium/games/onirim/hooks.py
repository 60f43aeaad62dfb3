"""The moments of a game at which the expansions join in: the one list, in the order of a turn."""

from mypy_extensions import i64

from onirium.games.onirim.components import FIRST_DOOR, NIGHTMARE
from onirium.games.onirim.expansions.book import doors as book_doors
from onirium.games.onirim.expansions.book import setup as book_setup
from onirium.games.onirim.expansions.book import spells
from onirium.games.onirim.expansions.premonitions import setup as premonitions_setup
from onirium.games.onirim.expansions.towers import row
from onirium.games.onirim.state import CAST, EXCHANGE, STRIKE, TOPPLE, Table


def set_up(table: Table) -> None:
    """O8.1, O10.1 Before the first card is dealt: the relics are laid out."""
    if table.options.premonitions:
        premonitions_setup.set_up(table)
    if table.options.book:
        book_setup.set_up(table)


def card_discarded(table: Table) -> None:
    """O7.4 Of two players the mover may exchange a card, before what the discard brings."""
    if table.options.seats > 1:
        table.first(EXCHANGE)


def before_draw(table: Table) -> bool:
    """O8.6 Before each draw of phase 2 spells may be cast; tell whether one can be."""
    if not table.options.book or not spells.can_cast(table):
        return False
    table.first(CAST)
    return True


def fits(table: Table, door: i64) -> bool:
    """O8.2 A door is to be laid out: it must match the next goal."""
    return not table.options.book or book_doors.matches(table, door - FIRST_DOOR)


def may_fit(table: Table, door: i64) -> bool:
    """O8.2, O8.6 A door is drawn: it matches, or Parallel Planning could make it match."""
    return fits(table, door) or spells.planning_helps(table, door - FIRST_DOOR)


def door_laid_out(table: Table) -> None:
    """O8.2 A door is laid out: its goal is turned down."""
    if table.options.book:
        book_doors.turn_down(table)


def door_found(table: Table) -> None:
    """O10.2 A door was found and did not win: Premonitions may strike."""
    if table.options.premonitions:
        table.first(STRIKE)


def door_lost(table: Table, colour: i64) -> None:
    """O8.3 A found door is lost: its goal is turned face up again."""
    if table.options.book:
        book_doors.turn_up(table, colour)


def nightmare_settled(table: Table) -> bool:
    """O9.6 A Nightmare has been settled: a tower may fall; tell whether one must be chosen."""
    if not table.options.towers or table.drawn != NIGHTMARE:
        return False
    if not row.is_touched(table):
        return False
    table.finish_step()
    table.first(TOPPLE)
    return True


def towers_stand(table: Table) -> bool:
    """O9.2 All doors are found: the towers must stand as well."""
    return not table.options.towers or row.is_complete(table)
