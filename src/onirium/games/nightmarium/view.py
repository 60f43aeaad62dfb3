"""N8 The view of a seat as typed structures."""

import msgspec

from onirium.core.view import View


class CreatureView(msgspec.Struct, frozen=True, gc=False):
    """N4 A creature, finished or not.

    Attributes:
        number: its player and slot, such as ``2.3``.
        legs: its lowest card.
        torso: its middle card, or empty.
        head: its top card, or empty.
    """

    number: str
    legs: str
    torso: str
    head: str


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """N8.1 The public information about a player.

    Attributes:
        size: the number of cards in hand.
        known: the publicly known ones.
        hidden: the number of the others from each deck, the present deck first.
        complete: the number of complete creatures.
        creatures: the creatures, by slot.
    """

    size: int
    known: list[str]
    hidden: list[int]
    complete: int
    creatures: list[CreatureView]


class DeckView(msgspec.Struct, frozen=True, gc=False):
    """N8.3 The deck.

    Attributes:
        size: the number of cards.
        unseen: for each deck, the present one first, the number of unseen cards by kind. They are
            in the deck or in the hands of others, those of previous decks in hands only.
    """

    size: int
    unseen: list[dict[str, int]]


class NightmariumView(View, frozen=True, kw_only=True):
    """The view of a seat.

    Attributes:
        readings: the readings of the rules in force (N10).
        goal: the number of complete creatures that wins.
        mover: the seat whose turn it is.
        actions: the number of actions left in the turn.
        legion: the legion that binds the second action, or empty.
        turns: the number of completed turns.
        hand: the cards in hand.
        players: the public information about each player, by seat.
        discard: the discard pile, by kind.
        revealed: the cards revealed by a Singer and not yet placed or discarded.
        deck: the deck.
        creature: the creature whose abilities are being played, or empty.
        abilities: its pending abilities.
        exchanged: the number of cards exchanged so far.
        victim: the seat that discards for terror, or -1.
        outcome: ``won by player 2`` (or another), ``draw``, or empty.
    """

    readings: list[str]
    goal: int
    mover: int
    actions: int
    legion: str
    turns: int
    hand: list[str]
    players: list[PlayerView]
    discard: dict[str, int]
    revealed: list[str]
    deck: DeckView
    creature: str
    abilities: list[str]
    exchanged: int
    victim: int
    outcome: str
