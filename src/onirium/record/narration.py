"""Narration: the events of a game as sentences."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Final

from onirium.core.events import EVERYONE, SPECTATOR, Event, split_pile_name
from onirium.core.game import Game
from onirium.i18n.catalog import Words
from onirium.record.sentence import Sentence

IMPERSONAL_KINDS: Final = frozenset({"shuffle", "strike", "struck"})
"""Kinds of events that no player causes: their sentences name none."""

ROUND_KINDS: Final = frozenset({"deal"})
"""Kinds of events that alternate between the seats: those of a seat in one run share a sentence."""

MAX_NAMED_CARDS: Final = 2
"""A sentence that names more cards has a brief form."""

SENTENCE_CACHE_SIZE: Final = 10_000
"""The number of cached sentences: the same ones are shown to several viewers, and repeatedly."""


def narrate(events: Iterable[Event], seat: int, words: Words, game: Game) -> list[str]:
    """Return the sentences for a list of events from the viewpoint of a seat.

    Consecutive events of one kind and seat with the same source and target share a sentence; the
    cards dealt round the table have one for each seat. In a game of several seats, a sentence names
    its player first. The catalogue key consists of the kind and the name of the source pile; texts
    may refer to the player and to the numbers of source and target.

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
    return [group.sentence(seat, words, game).text for group in event_groups(events)]


class EventGroup:
    """Events that one sentence narrates; a group does not change, and caches its sentences.

    Attributes:
        events: the events, oldest first.
    """

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self._informed_seats = _differently_informed_seats(events)
        self._sentences: dict[tuple[int, Words, Game], Sentence] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EventGroup) and self.events == other.events

    def __hash__(self) -> int:
        return hash(tuple(self.events))

    def sentence(self, seat: int, words: Words, game: Game) -> Sentence:
        """Return the sentence from the viewpoint of a seat.

        Args:
            seat: the seat that reads it.
            words: the catalogue of the game.
            game: the game, for the names of its cards.
        """
        viewpoint = seat if self._informed_seats >> seat & 1 else int(SPECTATOR)
        key = (viewpoint, words, game)
        sentence = self._sentences.get(key)
        if sentence is None:
            sentence = self._sentences[key] = self._narrate(viewpoint, words, game)
        return sentence

    def _narrate(self, seat: int, words: Words, game: Game) -> Sentence:
        first = self.events[0]
        cards = tuple([card for event in self.events for card in event.seen_by(seat).cards])
        return _sentence(first.kind, first.seat, cards, first.source, first.target, words, game)


def event_groups(events: Iterable[Event]) -> list[EventGroup]:
    """Return the groups of events that form the sentences, in order."""
    runs = groupby(events, _kind_and_piles)
    return [EventGroup(group) for _, run in runs for group in _groups_of_run(run)]


def first_of_run(events: Sequence[Event], index: int) -> int:
    """Return the smallest index, not below the given one, at which a new run of events begins.

    Args:
        events: the events, oldest first.
        index: an index in the events, or their number.
    """
    while 0 < index < len(events):
        if _kind_and_piles(events[index]) != _kind_and_piles(events[index - 1]):
            break
        index += 1
    return index


def extend_groups(groups: Sequence[EventGroup], events: Iterable[Event]) -> list[EventGroup]:
    """Return the groups of events that form the sentences after further events.

    The given groups do not change.

    Args:
        groups: the groups of the events so far.
        events: the further events, oldest first.
    """
    extended = list(groups)
    for event in events:
        index = _index_of_group(extended, event)
        if index < 0:
            extended.append(EventGroup([event]))
        else:
            extended[index] = EventGroup([*extended[index].events, event])
    return extended


def _index_of_group(groups: Sequence[EventGroup], event: Event) -> int:
    """Return the index of the group that an event joins, or -1 if it begins a new one.

    The groups of the latest run stand at the end; in a round, one for each seat.
    """
    key = _kind_and_piles(event)
    for index in range(len(groups) - 1, -1, -1):
        latest = groups[index].events[-1]
        if _kind_and_piles(latest) != key:
            break
        if latest.seat == event.seat:
            return index
        if event.kind not in ROUND_KINDS:
            break
    return -1


def _differently_informed_seats(events: Sequence[Event]) -> int:
    """Return the seats that see other cards than spectators do, as a bit mask."""
    seats = 0
    for event in events:
        seats |= event.audience ^ (EVERYONE if event.audience >> SPECTATOR & 1 else 0)
    return seats


def attribute_sentence(seat: int, sentence: str, words: Words, game: Game) -> str:
    """Prefix a sentence with its player in a game of several seats, unless it begins with it.

    A sentence without a prefix begins with a capital.
    """
    player = words.text("player", number=seat + 1)
    if game.seats == 1 or sentence.startswith(player):
        return _capitalize(sentence)
    return words.prefix_player(player, sentence)


def _capitalize(sentence: str) -> str:
    """Return a sentence that begins with a capital, and is otherwise unchanged."""
    return sentence[:1].upper() + sentence[1:]


def _kind_and_piles(event: Event) -> tuple[str, str, str]:
    return (event.kind, event.source, event.target)


def _groups_of_run(events: Iterable[Event]) -> list[list[Event]]:
    run = list(events)
    if run[0].kind in ROUND_KINDS:
        seats = list(dict.fromkeys(event.seat for event in run))
        run.sort(key=lambda event: seats.index(event.seat))
    return [list(group) for _, group in groupby(run, attrgetter("seat"))]


@lru_cache(SENTENCE_CACHE_SIZE)
def _sentence(
    kind: str,
    seat: int,
    cards: tuple[int | None, ...],
    source: str,
    target: str,
    words: Words,
    game: Game,
) -> Sentence:
    pile, number = split_pile_name(source)
    _, target_number = split_pile_name(target)
    names = [None if card is None else game.card_name(card) for card in cards]
    code = f"{kind} {pile}".strip()
    player = words.text("player", number=seat + 1) if game.seats > 1 else ""

    def phrase(cards: list[str | None]) -> str:
        text = words.event(code, cards, player=player, source=number, target=target_number)
        if kind in IMPERSONAL_KINDS:
            return _capitalize(text)
        return attribute_sentence(seat, text, words, game)

    visible = [name for name in names if name is not None]
    brief = phrase([None] * len(names)) if len(visible) > MAX_NAMED_CARDS else ""
    return Sentence(phrase(names), visible, brief)
