"""What is seen of the formation where nobody is a rival: how far hand and deck can bring it."""

from typing import Final, final

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.onirim.features.seat_counts import Sight
from onirium.bots.onirim.heuristics.towers import run_from, size
from onirium.games.onirim.components import FIRST_TOWER, NIGHTMARE, TOWER_COUNT, TOWERS_PER_COLOUR
from onirium.games.onirim.expansions.towers.components import FORMATION_SIZE, can_touch
from onirium.games.onirim.expansions.towers.row import is_complete
from onirium.games.onirim.state import Board

CLOSED: Final[i64] = -1
"""An end of a row at which a run does not go on."""

UNSEEN: Final[i64] = -1
"""No towers stand, lie and are held like this."""

INPUTS: Final[i64] = 1820
"""So many inputs are passed over where there are no towers."""


@final
class Formation:
    """How far a tower row can be brought; it is only found out anew where towers have moved.

    Attributes:
        now: how many towers the longest run at an end of the row has, or four if it is complete.
        soon: how many it would have with towers of the hand.
        ways: how many towers of the deck, or of a partner, would make that one more.
        ever: how many it would have with any towers of all of these.
    """

    def __init__(self) -> None:
        self.now: i64 = 0
        self.soon: i64 = 0
        self.ways: i64 = 0
        self.ever: i64 = 0
        self._row = UNSEEN
        self._cards = UNSEEN

    def look(self, table: Board, sight: Sight) -> None:
        """Look at the row, and at the towers of hand and deck."""
        row: i64 = 0
        for tower in table.towers:
            row = row << 4 | (i64(tower) - FIRST_TOWER + 1)
        hand: i64 = 0
        deck: i64 = 0
        number: i64
        for number in range(TOWER_COUNT):
            hand |= i64(sight.hand[FIRST_TOWER + number] > 0) << number
            deck |= i64(_comes(table, sight, FIRST_TOWER + number)) << number
        cards = deck << TOWER_COUNT | hand
        if row != self._row or cards != self._cards:
            self._row = row
            self._cards = cards
            self._find_out(table, hand, deck)

    def _find_out(self, table: Board, hand: i64, deck: i64) -> None:
        self.ways = 0
        if is_complete(table):
            self.now = self.soon = self.ever = FORMATION_SIZE
            return
        self.now = _reach(table, 0)
        self.soon = _reach(table, hand)
        self.ever = _reach(table, hand | deck)
        number: i64
        for number in range(TOWER_COUNT):
            if deck >> number & 1 and _reach(table, hand | 1 << number) > self.soon:
                self.ways += 1


def write_formation(
    table: Board, sight: Sight, formation: Formation, writer: FeatureWriter
) -> None:
    """Write how near the formation is, beside what is in its way."""
    formation.look(table, sight)
    now, soon, ways = formation.now, formation.soon, min(formation.ways, 7)
    nightmares = sight.left[NIGHTMARE] + i64(table.limbo[NIGHTMARE])
    writer.one_hot((now * 5 + soon) * 8 + ways, 200)
    writer.one_hot((soon * 8 + ways) * 24 + min(sight.deck_size // 4, 23), 960)
    writer.one_hot((now * 5 + soon) * 11 + min(nightmares, 10), 275)
    writer.one_hot((soon * 8 + ways) * 9 + sight.to_find, 360)
    writer.one_hot(soon * 5 + formation.ever, 25)


def _comes(table: Board, sight: Sight, tower: i64) -> bool:
    """Tell whether a tower is still in the deck, or a partner's."""
    partners = table.options.seats > 1 and sight.partner_hand[tower] > 0
    return partners or sight.left[tower] > 0


def _reach(table: Board, cards: i64) -> i64:
    """Return how many towers a run at an end of the row may come to have with some others."""
    last: i64 = i64(len(table.towers)) - 1
    if last < 0:
        return _begun(cards)
    left = i64(table.towers[0]) - FIRST_TOWER
    right = i64(table.towers[last]) - FIRST_TOWER
    colours = run_from(table.towers, 0, 1)
    if size(colours) == last + 1:
        return _longest(colours, left, right, cards)
    return max(
        _longest(colours, left, CLOSED, cards),
        _longest(run_from(table.towers, last, -1), CLOSED, right, cards),
    )


def _begun(cards: i64) -> i64:
    """Return how many towers a run may come to have in an empty row."""
    best: i64 = 0
    number: i64
    for number in range(TOWER_COUNT):
        if cards >> number & 1 and best < FORMATION_SIZE:
            colour: i64 = 1 << number // TOWERS_PER_COLOUR
            best = max(best, _longest(colour, number, number, cards))
    return best


def _longest(colours: i64, left: i64, right: i64, cards: i64) -> i64:
    """Return how many towers a run may come to have.

    Args:
        colours: those of the run, as a set.
        left: the tower at its left end, or closed.
        right: the tower at its right end, or closed.
        cards: the towers that may be set there, as a set.
    """
    best = size(colours)
    number: i64
    for number in range(TOWER_COUNT):
        if best == FORMATION_SIZE:
            break
        colour: i64 = 1 << number // TOWERS_PER_COLOUR
        if cards >> number & 1 and not colours & colour:
            if left != CLOSED and can_touch(number, left):
                best = max(best, _longest(colours | colour, number, right, cards))
            if right != CLOSED and can_touch(right, number):
                best = max(best, _longest(colours | colour, left, number, cards))
    return best
