"""Frames: the positions of a game as one viewer sees them, with the sentences that lead to them."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from onirium.core.events import EVERYONE, Event
from onirium.core.game import CHANCE, Game
from onirium.core.view import View
from onirium.i18n.catalog import Words
from onirium.record import Record, replay
from onirium.record.narration import EventGroup, event_groups
from onirium.record.replay import ReplayStep
from onirium.record.sentence import Sentence
from onirium.web.live.protocol.messages import Frame, RevealedFrame


def replay_frames(record: Record, game: Game, seat: int, words: Words) -> Iterator[Frame]:
    """Yield the frames of a game as one seat saw it."""
    for group in group_decisions(replay(record)):
        last = group[-1]
        narration = sentences_for(event_groups(events_of(group)), seat, words, game)
        yield Frame(group[0].seat, narration, without_actions(last.state.view(seat)), last.number)


def revealed_frames(record: Record, game: Game, words: Words) -> Iterator[RevealedFrame]:
    """Yield the frames of a finished game with the views of all seats."""
    for group in group_decisions(replay(record)):
        last = group[-1]
        yield RevealedFrame(
            seat=group[0].seat,
            narration=sentences_for(event_groups(map(_public, events_of(group))), 0, words, game),
            views=[without_actions(last.state.view(each)) for each in range(game.seats)],
            action_count=last.number,
        )


def sentences_for(
    groups: Iterable[EventGroup], seat: int, words: Words, game: Game
) -> list[Sentence]:
    """Return the sentences of events as a seat observes them."""
    return [group.sentence(seat, words, game) for group in groups]


def group_decisions(steps: Iterable[ReplayStep]) -> Iterator[list[ReplayStep]]:
    """Group each decision with the chance outcomes after it."""
    group: list[ReplayStep] = []
    for step in steps:
        if group and step.seat != CHANCE:
            yield group
            group = []
        group.append(step)
    if group:
        yield group


def events_of(group: Iterable[ReplayStep]) -> list[Event]:
    """Return the events of steps."""
    return [event for step in group for event in step.events]


def without_actions(view: View) -> View:
    """Return a view without its legal actions, which are sent with their texts instead."""
    return replace(view, legal_actions=[]) if view.legal_actions else view


def _public(event: Event) -> Event:
    """Return an event as if every seat had observed it."""
    return Event(event.kind, event.seat, event.cards, event.source, event.target, int(EVERYONE))
