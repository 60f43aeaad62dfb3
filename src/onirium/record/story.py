"""What happened in a game, told in words."""

from collections.abc import Iterable
from itertools import groupby

from onirium.kernel.events import Event
from onirium.kernel.game import Game
from onirium.words import Words


def tell(events: Iterable[Event], seat: int, words: Words, game: Game) -> list[str]:
    """Return sentences of what happened, as a seat learns of it.

    Cards that go the same way one after the other share a sentence. With several seats each
    sentence says first whose doing it is.

    Args:
        events: what happened, in order.
        seat: who is told.
        words: the words of the game.
        game: the game, which knows its cards.

    >>> import onirium
    >>> game = onirium.load("onirim")
    >>> drawn = [Event("draw", 0, (card,), "deck", "hand") for card in (0, 4)]
    >>> tell(drawn, 0, Words("en", "onirim"), game)
    ['Drawn: red sun, blue moon']
    """
    learnt = (event.seen_by(seat) for event in events)
    return [_sentence(list(alike), words, game) for _, alike in groupby(learnt, _movement)]


def _movement(event: Event) -> tuple[str, int, str, str]:
    return (event.kind, event.seat, event.source, event.target)


def _sentence(events: list[Event], words: Words, game: Game) -> str:
    key = f"event.{events[0].kind} {events[0].source}".strip()
    cards = [card for event in events for card in event.cards]
    sentence = words.text(key, cards=_cards(cards, words, game))
    if game.seats == 1:
        return sentence
    player = words.text("player", number=events[0].seat + 1)
    return words.text("story.player", player=player, sentence=sentence)


def _cards(cards: list[int | None], words: Words, game: Game) -> str:
    """Name the cards in order; those that may not be known are counted at the end."""
    names = [words.text(f"card.{game.card_name(card)}") for card in cards if card is not None]
    hidden = cards.count(None)
    return ", ".join([*names, words.count("cards", hidden)] if hidden else names)
