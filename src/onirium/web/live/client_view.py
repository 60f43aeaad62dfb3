"""What a reader sees of a table: the one place where it is decided.

All of it comes from views of the reader's seat and from events as that seat learns of them, or is
said of the table to everybody.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from onirium.bots.search_registry import has_networks
from onirium.core.events import EVERYONE, SPECTATOR, Event
from onirium.core.game import CHANCE
from onirium.core.view import ActionInfo, View
from onirium.i18n.catalog import Words
from onirium.match.match import HUMAN
from onirium.presentation.presenter import presenter_for
from onirium.record import replay
from onirium.record.narration import narrate, sentence_for
from onirium.record.replay import ReplayStep
from onirium.tables.daily import seed_commitment
from onirium.tables.errors import CommandRejected
from onirium.tables.table import NO_SEAT, PHRASES, Table
from onirium.web.config.i18n import page_words
from onirium.web.live.protocol import (
    Asked,
    Frame,
    Lesson,
    Offer,
    OpenFrame,
    Phrase,
    Place,
    Sight,
    Steps,
)
from onirium.web.live.tutorial import said_in


@dataclass
class Reader:
    """Somebody who sees a table.

    Attributes:
        holder: to whom the reader's seats belong; empty for one who only watches.
        language: in which the reader is told.
        looked: the seat whose eyes the reader has chosen, or -1.
    """

    holder: str
    language: str
    looked: int = NO_SEAT


@dataclass(frozen=True)
class Present:
    """Who is at a table now, and what its people are called."""

    here: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)


def seats_of(table: Table, holder: str) -> list[int]:
    """Return the seats that a holder plays."""
    return [
        seat
        for seat, place in enumerate(table.seats)
        if holder and place.owner_id == holder and place.occupant == HUMAN
    ]


def eyes_of(table: Table, reader: Reader) -> int:
    """Return the seat with whose eyes a reader sees, or ``SPECTATOR``."""
    mine = seats_of(table, reader.holder)
    if reader.looked in mine:
        return reader.looked
    if len(mine) == 1 or (mine and not _is_private(table, mine)):
        turn = int(table.match.state.current_player())
        return turn if turn in mine else mine[0]
    return SPECTATOR


def handover_to(table: Table, reader: Reader) -> int:
    """Return the seat of a reader's that must look before it can decide, or -1."""
    turn = int(table.match.state.current_player())
    waits = turn in seats_of(table, reader.holder) and turn != eyes_of(table, reader)
    return turn if waits else NO_SEAT


def turn_to_decider(table: Table, reader: Reader) -> None:
    """Close the reader's eyes when another of the reader's seats decides, or open those of it.

    Where several people share a device, one must not see what the other knows.
    """
    mine = seats_of(table, reader.holder)
    turn = int(table.match.state.current_player())
    if len(mine) > 1 and turn in mine and turn != reader.looked:
        reader.looked = NO_SEAT if _is_private(table, mine) else turn


def decided_last(table: Table, seats: Sequence[int]) -> int:
    """Return which of some seats has decided last; the first if none has."""
    return max(seats, key=lambda seat: _last_place(table, seat))


def _last_place(table: Table, seat: int) -> int:
    last = table.match.last_decision_index(seat)
    return NO_SEAT if last is None else last


def sight_of(
    table: Table,
    reader: Reader,
    present: Present,
    steps: Sequence[ReplayStep] = (),
    nonce: str = "",
) -> Sight:
    """Return everything that a reader sees of a table.

    Args:
        table: the table.
        reader: who sees it.
        present: who is there.
        steps: what has happened since the last sight.
        nonce: that of the message which is answered.
    """
    words = page_words(reader.language, table.setup.game)
    match = table.match
    eyes = eyes_of(table, reader)
    view = match.state.view(eyes)
    mine = seats_of(table, reader.holder)
    return Sight(
        nonce=nonce,
        table=table.table_id,
        game=table.setup.game,
        options=table.setup.options,
        sort=table.setup.kind,
        version=table.version,
        seat=int(eyes),
        mine=mine,
        handover=handover_to(table, reader),
        seats=list(_places(table, reader, present)),
        frames=list(_frames(table, view, words, steps)) or [_present_frame(table, view)],
        choices=[_offer(choice, view, words) for choice in _choices(table, view)],
        prompt=words.text(f"step.{view.step}") if view.legal_actions else "",
        help=presenter_for(view.game).explain_decision(view, words) if view.legal_actions else [],
        story=_story(table, eyes, words),
        undo=table.takeback_mode(decided_last(table, mine)) if mine else "",
        hint=_hint(table, eyes) if eyes in mine else "",
        judged=has_networks(table.match.game.name),
        asked=_asked(table, reader),
        practice=table.unranked,
        over=table.is_over,
        ending=_ending(table, view, words),
        resigned=table.resigned_seat,
        next=table.rematch_table_id,
        links=table.links_enabled,
        hosting=bool(reader.holder) and reader.holder == table.setup.host_id,
        talk=[Phrase(said.seat, said.phrase) for said in table.chat],
        phrases=list(PHRASES) if mine and table.allows_chat() else [],
        commitment=seed_commitment(table.setup.seed),
        seed=str(table.setup.seed) if table.is_over else "",
        lesson=_lesson(table, mine, words),
    )


def steps_of(table: Table, seat: int, language: str) -> Steps:
    """Return a game from its beginning on, as a seat sees it."""
    words = page_words(language, table.setup.game)
    view = table.match.state.view(seat)
    frames = list(_frames(table, view, words, list(replay(table.match.record))))
    return Steps(seat=seat, over=table.is_over, frames=frames)


def open_steps_of(table: Table, language: str) -> Steps:
    """Return a finished game from its beginning on, with everything laid open."""
    words = page_words(language, table.setup.game)
    game = table.match.game
    frames = [
        OpenFrame(
            seat=seat,
            story=narrate(map(_laid_open, events), 0, words, game),
            views=[_bare(last.state.view(each)) for each in range(game.seats)],
            kept=last.number,
        )
        for seat, events, last in _decisions(list(replay(table.match.record)))
    ]
    return Steps(seat=NO_SEAT, over=True, frames=frames)


def _is_private(table: Table, seats: Iterable[int]) -> bool:
    """Tell whether one of some seats sees what the others may not."""
    if table.is_over:
        return False
    presenter, game = presenter_for(table.setup.game), table.match.game
    return any(presenter.is_private(table.match.state.view(seat), game) for seat in seats)


def _places(table: Table, reader: Reader, present: Present) -> Iterator[Place]:
    for place in table.seats:
        person = place.occupant == HUMAN
        here = person and place.owner_id in present.here
        yield Place(
            who=place.occupant,
            name=present.names.get(place.owner_id, "") if person else "",
            here=here,
            mine=bool(reader.holder) and place.owner_id == reader.holder,
            vacant=person and not here,
        )


def _frames(table: Table, view: View, words: Words, steps: Sequence[ReplayStep]) -> Iterator[Frame]:
    """Frame steps that lead to the present, of which the view is known."""
    for decider, events, last in _decisions(steps):
        story = narrate(events, view.seat, words, table.match.game)
        seen = view if last is steps[-1] else last.state.view(view.seat)
        yield Frame(decider, story, _bare(seen), last.number)


def _present_frame(table: Table, view: View) -> Frame:
    return Frame(NO_SEAT, [], _bare(view), len(table.match.record.actions))


def _decisions(steps: Sequence[ReplayStep]) -> Iterator[tuple[int, list[Event], ReplayStep]]:
    """Put what comes by chance to the decision before it: who decided, the events, the end."""
    start = 0
    for place in range(1, len(steps) + 1):
        if place == len(steps) or steps[place].seat != CHANCE:
            events = [event for step in steps[start:place] for event in step.events]
            yield steps[start].seat, events, steps[place - 1]
            start = place


def _bare(view: View) -> View:
    """Return a view without its choices, which are told in words beside it."""
    return msgspec.structs.replace(view, legal_actions=[])


def _choices(table: Table, view: View) -> list[ActionInfo]:
    """Return what can be done: in a lesson only what it asks for."""
    asked_for = table.tutorial_action() if view.legal_actions else None
    return [choice for choice in view.legal_actions if asked_for in (None, choice.action)]


def _offer(choice: ActionInfo, view: View, words: Words) -> Offer:
    presenter = presenter_for(view.game)
    return Offer(
        action=choice.action,
        kind=choice.kind,
        card=choice.card,
        zone=choice.zone,
        target=choice.target,
        warning=words.text(f"warning.{choice.warning}") if choice.warning else "",
        usual=choice.usual,
        combines=choice.combines,
        label=presenter.describe_action(choice, view, words),
        note=presenter.describe_effect(choice, view, words),
    )


def _story(table: Table, seat: int, words: Words) -> list[str]:
    return [
        sentence_for(shared, seat, words, table.match.game)
        for shared in table.match.recent_events()
    ]


def _laid_open(event: Event) -> Event:
    return Event(event.kind, event.seat, event.cards, event.source, event.target, int(EVERYONE))


def _hint(table: Table, seat: int) -> str:
    try:
        return "practice" if table.use_hint(seat) else "free"
    except CommandRejected:
        return ""


def _asked(table: Table, reader: Reader) -> Asked | None:
    if table.pending_takeback is None:
        return None
    return Asked(
        table.pending_takeback.seat, mine=reader.holder in table.pending_takeback.pending_owner_ids
    )


def _ending(table: Table, view: Any, words: Words) -> str:
    if not table.is_over:
        return ""
    if table.resigned_seat >= 0:
        player = words.text("player", number=table.resigned_seat + 1)
        return words.text("page.ending.resigned", player=player)
    return presenter_for(view.game).describe_ending(view, words)


def _lesson(table: Table, mine: Sequence[int], words: Words) -> Lesson | None:
    if table.setup.kind != "tutorial" or not mine:
        return None
    return said_in(table.setup.game, len(table.match.record.actions), words)
