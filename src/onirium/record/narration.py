"""What happened in a game, told in words."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, groupby, islice
from typing import Final

from onirium.core.events import Event, split_pile_name
from onirium.core.game import Game
from onirium.i18n.catalog import Words

KEPT_IN_MIND: Final = 10_000
"""So many sentences need not be made again when they are told to others, or once more."""


def narrate(events: Iterable[Event], seat: int, words: Words, game: Game) -> list[str]:
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
    >>> narrate(drawn, 0, Words("en", "onirim"), game)
    ['Drawn: red sun, blue moon']
    """
    shares = chain.from_iterable(_by_seat(alike) for _, alike in groupby(events, _way))
    return [sentence_for(shared, seat, words, game) for shared in shares]


def last_event_groups(newest_first: Iterable[Event], number: int) -> list[list[Event]]:
    """Return the events of the last so many sentences of a story, sentence by sentence.

    Args:
        newest_first: what happened, the last first.
        number: how many at most.
    """
    backwards = (
        shared
        for _, alike in groupby(newest_first, _way)
        for shared in reversed(_by_seat(reversed(list(alike))))
    )
    return list(islice(backwards, number))[::-1]


def sentence_for(shared: Sequence[Event], seat: int, words: Words, game: Game) -> str:
    """Return what a seat is told of events that share a sentence."""
    first = shared[0]
    cards = tuple([card for event in shared for card in event.seen_by(seat).cards])
    return _sentence(first.kind, first.seat, cards, first.source, first.target, words, game)


def attribute_sentence(seat: int, sentence: str, words: Words, game: Game) -> str:
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


@lru_cache(KEPT_IN_MIND)
def _sentence(
    kind: str,
    seat: int,
    cards: tuple[int | None, ...],
    source: str,
    target: str,
    words: Words,
    game: Game,
) -> str:
    pile, number = split_pile_name(source)
    _, aim = split_pile_name(target)
    key, named = f"event.{kind} {pile}".strip(), _cards(cards, words, game)
    return attribute_sentence(
        seat, words.text(key, cards=named, source=number, target=aim), words, game
    )


def _cards(cards: Sequence[int | None], words: Words, game: Game) -> str:
    """Name the cards in order; those that may not be known are counted at the end."""
    names = [words.text(f"card.{game.card_name(card)}") for card in cards if card is not None]
    hidden = cards.count(None)
    return ", ".join([*names, words.count("cards", hidden)] if hidden else names)
