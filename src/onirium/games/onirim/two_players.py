"""O7 Two players: the draft, the reserves, the exchange, whose turn it is and who has won."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.games.onirim.actions import (
    DECLINE,
    OFFER_CARD,
    TAKE_CARD,
    labyrinth_card,
    labyrinth_number,
)
from onirium.games.onirim.components import (
    COLOUR_COUNT,
    FIRST_DOOR,
    KINDS,
    SHARED_SIZE,
    is_labyrinth,
)
from onirium.games.onirim.options import BY_CHANCE
from onirium.games.onirim.state import (
    DRAFT,
    EXCHANGE,
    LAY_OPEN,
    NONE,
    TAKE,
    TOSS,
    Table,
    announce,
    tell,
)


def set_up(table: Table) -> None:
    """O7.1 Eight labyrinth cards are laid open, of which the players take in turn."""
    table.first(DRAFT)
    table.first(LAY_OPEN)


def toss(table: Table) -> None:
    """O7.1 The first player is chosen by chance or named."""
    if table.options.first == BY_CHANCE:
        table.first(TOSS)
    else:
        table.mover = table.options.first


def begin(table: Table, seat: i64) -> None:
    """O7.1 Chance has chosen who takes the first card."""
    table.finish_step()
    table.mover = seat
    announce(table, "begin", "", "")


def lay_open(table: Table, card: i64) -> None:
    """O7.1 A labyrinth card is laid open; doors and dream cards go to limbo."""
    if not is_labyrinth(card):
        table.put_in_limbo(card, "deck")
        return
    table.hand[card] += 1
    table.hand_size += 1
    table.shared[card] += 1
    table.shared_size += 1
    tell(table, "deal", card, "deck", "shared")


def decide(table: Table, step: i64, action: i64) -> None:
    """O7.1, O7.4 Carry out the decision that waits."""
    if step == EXCHANGE:
        exchange(table, action)
    elif step == TAKE:
        take_in_exchange(table, labyrinth_card(action - TAKE_CARD))
    else:
        draft(table, labyrinth_card(action - TAKE_CARD))


def draft(table: Table, card: i64) -> None:
    """O7.1 Take one of the cards laid open; the last two are the shared reserve."""
    _take(table, card)
    if table.shared_size == SHARED_SIZE:
        table.finish_step()
    else:
        pass_turn(table)


def _take(table: Table, card: i64) -> None:
    """O12.2 What lay open both have seen."""
    table.shared[card] -= 1
    table.shared_size -= 1
    table.shown[card] += 1
    tell(table, "take", card, "shared", "hand")


def exchange(table: Table, action: i64) -> None:
    """O7.4 Offer a card of the personal reserve for one of the shared reserve, or leave it be."""
    table.finish_step()
    if action == DECLINE:
        announce(table, "decline", "", "")
        return
    card = labyrinth_card(action - OFFER_CARD)
    table.hand[card] -= 1
    table.hand_size -= 1
    if table.shown[card] > 0:
        table.shown[card] -= 1
    table.drawn = card
    table.first(TAKE)
    tell(table, "offer", card, "hand", "table")


def take_in_exchange(table: Table, card: i64) -> None:
    """O7.4 Take a card of the shared reserve, in which the one offered then lies."""
    table.finish_step()
    _take(table, card)
    offered = table.drawn
    table.drawn = NONE
    table.hand[offered] += 1
    table.hand_size += 1
    table.shared[offered] += 1
    table.shared_size += 1
    tell(table, "share", offered, "table", "shared")


def choices_into(table: Table, step: i64, actions: vec[i64]) -> i64:
    """O7.1, O7.4 What may be taken, or offered in exchange; nothing is exchanged for its equal."""
    if step == EXCHANGE:
        return _offers_into(table, actions)
    count: i64 = 0
    card: i64
    for card in range(KINDS):
        if table.shared[card] > 0 and card != table.drawn:
            actions[count] = TAKE_CARD + labyrinth_number(card)
            count += 1
    return count


def _offers_into(table: Table, actions: vec[i64]) -> i64:
    """O7.4 A personal card, if the shared reserve holds another kind; or nothing."""
    actions[0] = DECLINE
    count: i64 = 1
    card: i64
    for card in range(KINDS):
        if table.hand[card] > table.shared[card] and table.shared_size > i64(table.shared[card]):
            actions[count] = OFFER_CARD + labyrinth_number(card)
            count += 1
    return count


def has_taker(table: Table, door: i64) -> bool:
    """O7.7 A player does not take a door of a colour they already have."""
    return table.options.seats == 1 or table.doors[door - FIRST_DOOR] == 0


def pass_turn(table: Table) -> None:
    """O7.5 The partner moves: what lay beside comes before them."""
    table.mover = 1 - table.mover
    table.hand_size = table.shared_size
    kind: i64
    for kind in range(KINDS):
        personal = table.hand[kind] - table.shared[kind]
        table.hand[kind] = table.partner_hand[kind] + table.shared[kind]
        table.hand_size += i64(table.partner_hand[kind])
        table.partner_hand[kind] = personal
    table.shown, table.partner_shown = table.partner_shown, table.shown
    table.row, table.partner_row = table.partner_row, table.row
    table.doors, table.partner_doors = table.partner_doors, table.doors


def winners(table: Table) -> i64:
    """O7.6 Both together with four doors each; in a race whoever has four, the mover before all."""
    mine = _has_four(table.doors)
    theirs = _has_four(table.partner_doors)
    if not table.options.race:
        return table.options.everyone if mine and theirs else 0
    if mine:
        return 1 << table.mover
    if theirs:
        return 1 << (1 - table.mover)
    return 0


def _has_four(doors: vec[u8]) -> bool:
    """O7.6 Tell whether there is a door of each colour."""
    colour: i64
    for colour in range(COLOUR_COUNT):
        if doors[colour] == 0:
            return False
    return True


def sees_the_deck(table: Table) -> None:
    """O12.2 Who chooses among the cards of the deck knows the partner's reserve from then on."""
    if table.options.seats > 1:
        table.partner_shown = table.partner_hand[:]


def is_gone_from_the_deck(table: Table, card: i64) -> None:
    """O12.2 When the deck is seen to hold no card of a kind, those not seen are in the reserves."""
    if table.options.seats > 1:
        table.shown[card] = table.hand[card] - table.shared[card]
        table.partner_shown[card] = table.partner_hand[card]


def found(table: Table, colour: i64) -> i64:
    """O10.5 Return how many doors of a colour are found, those of both players together."""
    count = i64(table.doors[colour])
    if table.options.seats > 1:
        count += i64(table.partner_doors[colour])
    return count
