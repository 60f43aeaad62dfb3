"""Narration: the events of a game as sentences."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, groupby, islice
from typing import Final

from onirium.core.events import EVERYONE, SPECTATOR, Event, split_pile_name
from onirium.core.game import Game
from onirium.i18n.catalog import Words

SENTENCE_CACHE_SIZE: Final = 10_000
"""The number of cached sentences: the same ones are shown to several viewers, and repeatedly."""


def narrate(events: Iterable[Event], seat: int, words: Words, game: Game) -> list[str]:
    """Return the sentences for a list of events from the viewpoint of a seat.

    Consecutive events of one kind with the same source and target share a sentence for each seat.
    In a game of several seats, a sentence names its player first. The catalogue key consists of the
    kind and the name of the source pile; texts may refer to the player and to the numbers of source
    and target.

    Args:
        events: the events, in order.
        seat: the seat that reads the sentences.
        words: the catalogue of the game.
        game: the game, for the names of its cards.

    >>> import onirium
    >>> game = onirium.load("onirim")
    >>> drawn = [Event("draw", 0, (card,), "deck", "hand") for card in (0, 4)]
    >>> narrate(drawn, 0, Words("en", "onirim"), game)
    ['Drawn: red sun, blue moon']
    """
    return [sentence_for(group, seat, words, game) for group in event_groups(events)]


class Narrator:
    """Narrates events to several seats; those that see the same cards share the sentences.

    Args:
        groups: the events, grouped by sentences.
        game: the game, for the names of its cards.
    """

    def __init__(self, groups: Sequence[Sequence[Event]], game: Game) -> None:
        self._groups = groups
        self._game = game
        self._informed_seats = [_differently_informed_seats(group) for group in groups]
        self._public_sentences: dict[Words, list[str]] = {}

    def sentences(self, seat: int, words: Words) -> list[str]:
        """Return the sentences from the viewpoint of a seat."""
        public = self._public_sentences.get(words)
        if public is None:
            public = [sentence_for(group, SPECTATOR, words, self._game) for group in self._groups]
            self._public_sentences[words] = public
        informed = [index for index, seats in enumerate(self._informed_seats) if seats >> seat & 1]
        if not informed:
            return public
        sentences = public.copy()
        for index in informed:
            sentences[index] = sentence_for(self._groups[index], seat, words, self._game)
        return sentences


def event_groups(events: Iterable[Event]) -> list[list[Event]]:
    """Return the groups of events that form the sentences, in order."""
    runs = groupby(events, _kind_and_piles)
    return list(chain.from_iterable(_by_seat(run) for _, run in runs))


def last_event_groups(newest_first: Iterable[Event], max_count: int) -> list[list[Event]]:
    """Return the groups of events that form the last sentences, in order.

    Args:
        newest_first: the events, newest first. Only as many as needed are consumed.
        max_count: the maximum number of groups.
    """
    backwards = (
        group
        for _, run in groupby(newest_first, _kind_and_piles)
        for group in reversed(_by_seat(reversed(list(run))))
    )
    return list(islice(backwards, max_count))[::-1]


def extend_groups(
    groups: Sequence[list[Event]], events: Iterable[Event], max_count: int
) -> list[list[Event]]:
    """Return the groups of events that form the last sentences after further events.

    The given groups do not change.

    Args:
        groups: the groups that form the last sentences so far.
        events: the further events, oldest first.
        max_count: the maximum number of groups, more than a game has seats.
    """
    extended = list(groups)
    for event in events:
        index = _index_of_group(extended, event)
        if index < 0:
            extended.append([event])
        else:
            extended[index] = [*extended[index], event]
    return extended[-max_count:]


def _index_of_group(groups: Sequence[list[Event]], event: Event) -> int:
    """Return the index of the group that an event joins, or -1 if it begins a new one.

    The groups of the latest run stand at the end, one for each seat.
    """
    key = _kind_and_piles(event)
    for index in range(len(groups) - 1, -1, -1):
        latest = groups[index][-1]
        if _kind_and_piles(latest) != key:
            break
        if latest.seat == event.seat:
            return index
    return -1


def sentence_for(group: Sequence[Event], seat: int, words: Words, game: Game) -> str:
    """Return the sentence for a group of events from the viewpoint of a seat."""
    first = group[0]
    cards = tuple([card for event in group for card in event.seen_by(seat).cards])
    return _sentence(first.kind, first.seat, cards, first.source, first.target, words, game)


def _differently_informed_seats(group: Sequence[Event]) -> int:
    """Return the seats that see other cards than spectators do, as a bit mask."""
    seats = 0
    for event in group:
        seats |= event.audience ^ (EVERYONE if event.audience >> SPECTATOR & 1 else 0)
    return seats


def attribute_sentence(seat: int, sentence: str, words: Words, game: Game) -> str:
    """Prefix a sentence with its player in a game of several seats, unless it begins with it.

    A sentence without a prefix begins with a capital.
    """
    player = words.text("player", number=seat + 1)
    if game.seats == 1 or sentence.startswith(player):
        return sentence[:1].upper() + sentence[1:]
    return words.attribute(player, sentence)


def _kind_and_piles(event: Event) -> tuple[str, str, str]:
    return (event.kind, event.source, event.target)


def _by_seat(events: Iterable[Event]) -> list[list[Event]]:
    groups: dict[int, list[Event]] = {}
    for event in events:
        groups.setdefault(event.seat, []).append(event)
    return list(groups.values())


@lru_cache(SENTENCE_CACHE_SIZE)
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
    _, target_number = split_pile_name(target)
    names = [None if card is None else game.card_name(card) for card in cards]
    code = f"{kind} {pile}".strip()
    player = words.text("player", number=seat + 1)
    sentence = words.event(code, names, player=player, source=number, target=target_number)
    return attribute_sentence(seat, sentence, words, game)
