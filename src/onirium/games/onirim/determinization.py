"""O12 What a seat has not seen, and other worlds that it cannot tell from this one."""

from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from onirium.games.onirim.components import KEY, KINDS, ROOMS, SYMBOL_COUNT, is_labyrinth
from onirium.games.onirim.state import KEYS, NONE, Table

_NOTHING: Final = vec[i64]([0] * int(KINDS))


def hidden_reserve(table: Table, seat: i64) -> vec[i64]:
    """O12.3 Count the cards of the other player's personal reserve that a seat has not seen."""
    hidden = _NOTHING[:]
    kind: i64
    if table.options.seats > 1:
        for kind in range(KINDS):
            if seat == table.mover:
                hidden[kind] = i64(table.partner_hand[kind]) - i64(table.partner_shown[kind])
            else:
                shared = i64(table.shared[kind])
                hidden[kind] = i64(table.hand[kind]) - shared - i64(table.shown[kind])
    return hidden


def personal(table: Table) -> list[int]:
    """O7.2 Return the mover's hand by kind, without the shared reserve."""
    if table.options.seats == 1:
        return list(table.hand)
    return [int(held) - int(shared) for held, shared in zip(table.hand, table.shared, strict=True)]


def sees_looked(table: Table, seat: i64) -> bool:
    """O12.2 Tell whether a seat sees the cards that are being looked at."""
    return table.onlookers() >> seat & 1 == 1


def deal_anew(world: Table, seat: i64, random: Random) -> None:
    """Deal everything that a seat has not seen anew, each possible deal as likely as another."""
    if world.options.seats == 1:
        return
    world.deck.conceal(seat)
    if not sees_looked(world, seat):
        _hide(world, world.looked)
        _hide(world, world.arranged)
    _deal_reserve(world, seat, random)
    if not sees_looked(world, seat):
        world.looked = _deal_cards(world, i64(len(world.looked)), random)
        world.arranged = _deal_cards(world, i64(len(world.arranged)), random)
        _sort_looked(world)
    world.deck.redeal(random)


def _hide(world: Table, cards: vec[u8]) -> None:
    for card in cards:
        world.deck.add(i64(card), 1)


def _deal_cards(world: Table, size: i64, random: Random) -> vec[u8]:
    dealt = vec[u8]()
    _place: i64
    for _place in range(size):
        dealt = append(dealt, u8(world.deck.deal_unknown(random)))
    return dealt


def _sort_looked(world: Table) -> None:
    cards = world.looked
    world.looked = vec[u8]()
    for card in cards:
        world.take_up(i64(card))


def _deal_reserve(world: Table, seat: i64, random: Random) -> None:
    """Deal the other player's reserve, in which labyrinth cards only are held.

    While keys of the deck are chosen it holds one; a deal that leaves none there is not possible.
    """
    hidden = hidden_reserve(world, seat)
    size = _add_to_reserve(world, seat, hidden, -1)
    while True:
        dealt = _NOTHING[:]
        _number: i64
        for _number in range(size):
            kind = _labyrinth_card(world, random)
            world.deck.draw_unknown(kind)
            dealt[kind] += 1
        _add_to_reserve(world, seat, dealt, 1)
        if world.step() != KEYS or _deck_has_key(world):
            return
        _add_to_reserve(world, seat, dealt, -1)


def _add_to_reserve(world: Table, seat: i64, cards: vec[i64], sign: i64) -> i64:
    """Put cards into the other player's reserve, or back among the unknown; return their number."""
    size: i64 = 0
    kind: i64
    for kind in range(KINDS):
        size += cards[kind]
        if seat == world.mover:
            world.partner_hand[kind] = u8(i64(world.partner_hand[kind]) + sign * cards[kind])
        else:
            world.hand[kind] = u8(i64(world.hand[kind]) + sign * cards[kind])
        if sign < 0:
            world.deck.add(kind, cards[kind])
    return size


def _labyrinth_card(world: Table, random: Random) -> i64:
    """Return one of the unknown labyrinth cards, each as likely."""
    unknown = world.deck.unknown
    size: i64 = 0
    kind: i64
    for kind in range(KINDS):
        if is_labyrinth(kind):
            size += i64(unknown[kind])
    point = random.randrange(size)
    for kind in range(KINDS):
        if is_labyrinth(kind):
            if point < i64(unknown[kind]):
                return kind
            point -= i64(unknown[kind])
    return NONE


def _deck_has_key(world: Table) -> bool:
    key: i64
    for key in range(KEY, ROOMS, SYMBOL_COUNT):
        if world.deck.unknown[key] > 0:
            return True
    return False
