"""What happened in a game, told in words."""

from collections.abc import Iterable
from itertools import groupby

from onirium.kernel.events import Event, name_and_number
from onirium.kernel.game import Game
from onirium.words import Words


def tell(events: Iterable[Event], seat: int, words: Words, game: Game) -> list[str]:
    """Return sentences of what happened, as a seat learns of it.

    Cards that go the same way one after the other share a sentence; if several seats take turns in
    it, each has its own. With several seats a sentence says first whose doing it is. Its words are
    found by what happened and the name of the pile that the cards left. The numbers of that pile
    and of the one they went to are put in where the words have a place for them.

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
    return [
        _sentence(shared, words, game)
        for _, alike in groupby(learnt, _way)
        for shared in _by_seat(alike)
    ]


def said_of(seat: int, sentence: str, words: Words, game: Game) -> str:
    """Return a sentence that says, with several seats, first whose doing it tells of."""
    if game.seats == 1:
        return sentence
    player = words.text("player", number=seat + 1)
    return words.text("story.player", player=player, sentence=sentence)


def _way(event: Event) -> tuple[str, str, str]:
    return (event.kind, event.source, event.target)


def _by_seat(events: Iterable[Event]) -> list[list[Event]]:
    shares: dict[int, list[Event]] = {}
    for event in events:
        shares.setdefault(event.seat, []).append(event)
    return list(shares.values())


def _sentence(events: list[Event], words: Words, game: Game) -> str:
    first = events[0]
    pile, source = name_and_number(first.source)
    _, target = name_and_number(first.target)
    cards = _cards([card for event in events for card in event.cards], words, game)
    key = f"event.{first.kind} {pile}".strip()
    sentence = words.text(key, cards=cards, source=source, target=target)
    return said_of(first.seat, sentence, words, game)


def _cards(cards: list[int | None], words: Words, game: Game) -> str:
    """Name the cards in order; those that may not be known are counted at the end."""
    names = [words.text(f"card.{game.card_name(card)}") for card in cards if card is not None]
    hidden = cards.count(None)
    return ", ".join([*names, words.count("cards", hidden)] if hidden else names)
