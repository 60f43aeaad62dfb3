"""N8 What a seat may see of a board of Nightmarium, as typed structures."""

import msgspec

from onirium.core.view import View


class CreatureView(msgspec.Struct, frozen=True):
    """N4 A creature, finished or not.

    Attributes:
        number: its player and its place before them, ``2.3``.
        legs: the card that is its legs.
        torso: the card that is its torso, or empty.
        head: the card that is its head, or empty.
    """

    number: str
    legs: str
    torso: str
    head: str


class PlayerView(msgspec.Struct, frozen=True):
    """N8.1 What everybody sees of a player.

    Attributes:
        size: how many cards are in the player's hand.
        known: those of them that everybody has seen.
        hidden: how many others come from each deck, the present one first.
        complete: how many complete creatures the player has.
        creatures: the player's creatures, by place.
    """

    size: int
    known: list[str]
    hidden: list[int]
    complete: int
    creatures: list[CreatureView]


class DeckView(msgspec.Struct, frozen=True):
    """N8.3 The deck.

    Attributes:
        size: the number of cards.
        unseen: for each deck, the present one first, how many cards of each kind the seat has not
            seen: they are in the deck or in the others' hands, those of former decks in hands only.
    """

    size: int
    unseen: list[dict[str, int]]


class NightmariumView(View, frozen=True, kw_only=True):
    """Everything a player of Nightmarium sees.

    Attributes:
        goal: how many complete creatures win.
        mover: whose turn it is.
        actions: how many actions of the turn are not yet begun.
        legion: the legion that binds the second action, or empty.
        turns: how many turns are over.
        hand: the cards in hand.
        players: what everybody sees of each player, by seat.
        discard: the discard pile, by kind.
        revealed: the cards that a Singer has revealed and that are not settled.
        deck: the deck.
        creature: the creature whose abilities are being played, or empty.
        abilities: those of its abilities that are still to come.
        exchanged: how many cards were exchanged so far.
        victim: the seat that discards for terror, or -1.
        outcome: how the game has ended: ``won by player 2``, ``draw``, or empty.
    """

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
