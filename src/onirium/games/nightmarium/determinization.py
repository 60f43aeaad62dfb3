"""N8 What a seat has not seen, and other worlds that it cannot tell from this one."""

from typing import Final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.core.deck import Deck
from onirium.core.game import action_buffer
from onirium.games.nightmarium.components import KIND_COUNT
from onirium.games.nightmarium.hands import KNOWN, Hands
from onirium.games.nightmarium.legal_actions import legal_actions_into
from onirium.games.nightmarium.state import MOCKER, Board

_NO_CARDS: Final = vec[u8](bytes(KIND_COUNT))
_SCRATCH: Final = action_buffer()


def count_drawn_decks(board: Board) -> int:
    """N8.3 Count the decks of which hands hold cards not known to all, and the present one."""
    oldest: i64 = 0
    for deck in board.hands.decks:
        if i64(deck) != KNOWN:
            oldest = max(oldest, i64(deck))
    return 1 + int(oldest)


def unseen_cards(board: Board, seat: int, deck: int) -> vec[u8]:
    """N8.3 Count by kind the cards of a deck that a seat has not seen.

    Args:
        board: the board.
        seat: who looks.
        deck: 0 for the present deck, in which some of them still are, 1 for the one before, ...
    """
    counts = board.deck.unknown[:] if deck == 0 else _NO_CARDS[:]
    hands = board.hands
    for other in range(board.options.seats):
        if other == seat:
            continue
        for place in range(hands.begin(other), hands.end(other)):
            if i64(hands.decks[place]) == deck:
                counts[i64(hands.cards[place])] += 1
    return counts


def resample_hidden(world: Board, seat: i64, random: Random) -> None:
    """N8.2, N8.3 Deal what a seat has not seen anew, each possible deal as likely as another.

    Each hand keeps as many cards of each deck as it has. While the Mocker waits for a card, its
    player's hand holds one that can be placed; a deal without one is not possible.
    """
    decks = [Deck(unseen_cards(world, seat, deck)) for deck in range(count_drawn_decks(world))]
    while True:
        _deal_hands(world, seat, [Deck(deck.unknown[:]) for deck in decks], random)
        if world.current_step() != MOCKER or legal_actions_into(world, _SCRATCH) > 0:
            return


def _deal_hands(world: Board, seat: i64, decks: list[Deck], random: Random) -> None:
    """Give each other hand as many cards of each deck as it has; the rest stays in the deck.

    Deck by deck: what the hands hold, and so lie in order by, must not decide which dice are whose.
    """
    old = world.hands
    new = Hands(world.options.seats)
    hidden: i64 = len(decks)
    other: i64
    deck: i64
    place: i64
    for other in range(world.options.seats):
        for deck in range(hidden + 1):
            for place in range(old.begin(other), old.end(other)):
                card, label = i64(old.cards[place]), i64(old.decks[place])
                if other == seat or label == KNOWN:
                    if deck == hidden:
                        new.put(other, card, label)
                elif label == deck:
                    new.put(other, decks[deck].deal_unknown(random), deck)
    world.hands = new
    world.deck = decks[0]
