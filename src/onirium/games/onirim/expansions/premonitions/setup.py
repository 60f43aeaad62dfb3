"""O10.1 Setting up: some Premonitions lie face up, the others in a pile."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.onirim.components import FIRST_PREMONITION, PREMONITION_COUNT
from onirium.games.onirim.state import UNVEIL, Table, tell


def set_up(table: Table) -> None:
    """O10.1 All Premonitions are shuffled; four, or five or six, are laid face up."""
    table.pile = (1 << PREMONITION_COUNT) - 1
    unveil_some(table, table.options.face_up)


def unveil_some(table: Table, number: i64) -> None:
    """O10.1, O10.6 Turn up some of the pile, or what there is."""
    table.to_come = number
    table.first(UNVEIL)


def outcomes_into(table: Table, outcomes: vec[i64], weights: vec[i64]) -> i64:
    """O10.1 Write the Premonitions of the pile, of which each may come."""
    count: i64 = 0
    number: i64
    for number in range(PREMONITION_COUNT):
        if table.pile >> number & 1:
            outcomes[count] = FIRST_PREMONITION + number
            weights[count] = 1
            count += 1
    return count


def unveil(table: Table, number: i64) -> None:
    """O10.1 Turn up the next Premonition of the pile."""
    table.pile &= ~(1 << number)
    table.premonitions |= 1 << number
    table.to_come -= 1
    tell(table, "unveil", FIRST_PREMONITION + number, "pile", "premonitions")


def is_unveiled(table: Table) -> bool:
    """O10.1 Finish when enough lie face up or none is left; tell whether that is so."""
    if table.to_come > 0 and table.pile != 0:
        return False
    table.to_come = 0
    table.finish_step()
    return True
