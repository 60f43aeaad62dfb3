"""N5.2 Terror: a creature of one legion makes every opponent discard."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium.actions import DISCARD_CARD
from onirium.games.nightmarium.components import LEGION_OF, LEGIONS, MOST_LOST
from onirium.games.nightmarium.state import NONE, TERROR, Table, announce, tell


def begin(table: Table, spot: i64) -> None:
    """N5.2 If all three cards are of one legion, the player on the left is the first to discard."""
    legion = table.legion_at(spot)
    if legion == NONE:
        return
    if table.log is not None:
        announce(table, f"terror {LEGIONS[int(legion)]}", table.mover)
    table.victim = table.left_of(table.mover)
    table.first(TERROR)


def legion_of_terror(table: Table) -> i64:
    """Return the legion of the creature that is complete."""
    return table.legion_at(table.spot(table.mover, table.creature))


def discards_into(table: Table, actions: vec[i64]) -> i64:
    """N5.2 A card of the legion; any card, if the victim holds none or has discarded another."""
    hands = table.hands
    legion = legion_of_terror(table)
    must = table.lost == 0 and _holds(table, legion)
    count: i64 = 0
    before: i64 = NONE
    place: i64
    for place in range(hands.begin(table.victim), hands.end(table.victim)):
        card = i64(hands.cards[place])
        if card != before and (not must or LEGION_OF[card] == legion):
            actions[count] = DISCARD_CARD + card
            count += 1
        before = card
    return count


def _holds(table: Table, legion: i64) -> bool:
    hands = table.hands
    place: i64
    for place in range(hands.begin(table.victim), hands.end(table.victim)):
        if LEGION_OF[i64(hands.cards[place])] == legion:
            return True
    return False


def goes_by_itself(table: Table) -> bool:
    """N5.2 Go on with the terror as far as nothing is to be chosen; tell whether it went on.

    A victim with several cards is asked even if only one may be discarded: not to ask would tell
    the others of the hand.
    """
    if table.victim == table.mover:
        table.victim = NONE
        table.finish_step()
    elif table.hands.sizes[table.victim] == 0:
        _next_victim(table)
    elif table.hands.sizes[table.victim] == 1:
        discard(table, i64(table.hands.cards[table.hands.begin(table.victim)]))
    else:
        return False
    return True


def discard(table: Table, card: i64) -> None:
    """N5.2 The victim discards one card of the legion, or two others."""
    victim = table.victim
    table.hands.take(victim, card)
    table.put_on_discard(card)
    tell(table, "discard", victim, card, "hand", "discard")
    table.lost += 1
    if table.lost == MOST_LOST or LEGION_OF[card] == legion_of_terror(table):
        _next_victim(table)


def _next_victim(table: Table) -> None:
    table.victim = table.left_of(table.victim)
    table.lost = 0
