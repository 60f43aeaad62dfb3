"""Projection of a table for one viewer: with ``frames``, the only selection of a client's data.

Everything is derived from the view of the viewer's seat, from the events as that seat observes
them, or from public properties of the table.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from onirium.bots.search_registry import has_networks
from onirium.core.game import TERMINAL
from onirium.core.view import View
from onirium.i18n.catalog import Words
from onirium.match.match import HUMAN
from onirium.presentation.presenter import presenter_for
from onirium.record.narration import EventGroup, event_groups
from onirium.record.replay import ReplayStep
from onirium.record.sentence import Sentence
from onirium.tables.commands import hints, takebacks
from onirium.tables.commands.seating import may_replace
from onirium.tables.commitment import reveal_seed
from onirium.tables.setup import NO_SEAT
from onirium.tables.table import Table
from onirium.web.config.i18n import page_words
from onirium.web.live.frames import events_of, group_decisions, sentences_for, without_actions
from onirium.web.live.protocol.messages import (
    ChatPhrase,
    Frame,
    LegalAction,
    SeatInfo,
    TableView,
    TakebackRequest,
    TutorialStep,
)
from onirium.web.live.tutorial import find_tutorial
from onirium.web.live.viewer import Viewer, last_decider, own_seats, seat_to_view


@dataclass(frozen=True)
class PresenceSnapshot:
    """The connected owners of seats, and the names of the players by user id."""

    present: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)


class ViewBuilder:
    """Builds the table views of all viewers at one moment; common parts are built once.

    Args:
        table: the table; it must not change.
        presence: the connected owners, and names.
        steps: steps of the game since the previous views.
    """

    def __init__(
        self, table: Table, presence: PresenceSnapshot, steps: Sequence[ReplayStep]
    ) -> None:
        self._table = table
        self._decider = int(table.match.state.current_player())
        self._recent = table.match.recent_events()
        self._decisions = [
            (group, event_groups(events_of(group))) for group in group_decisions(steps)
        ]
        self._seat_infos = list(_seat_infos(table, presence))
        self._chat = list(_latest_phrases(table))
        self._can_analyse = can_analyse(table)
        self._seed = _revealed_seed(table)
        self._is_host_away = table.setup.host_id not in presence.present
        # The views of other seats share its public parts.
        self._first_view: View | None = None

    def build(self, viewer: Viewer) -> TableView:
        """Return the table view of a viewer."""
        table = self._table
        words = page_words(viewer.language, table.setup.game)
        seats = own_seats(table, viewer.user_id)
        seat = seat_to_view(table, viewer, seats)
        view = self._view_of(seat)
        return TableView(
            command_id="",
            table_id=table.table_id,
            game=table.setup.game,
            options=table.match.game.options,
            kind=table.setup.kind,
            sequence=0,
            version=table.version,
            viewed_seat=int(seat),
            own_seats=seats,
            handover_seat=self._decider if self._decider in {*seats} - {seat} else NO_SEAT,
            seats=self._seats_for(viewer),
            frames=self._frames(view, words),
            legal_actions=_legal_actions(table, view, words) if view.legal_actions else [],
            prompt=words.text(f"step.{view.step}") if view.legal_actions else "",
            help=_help(view, words) if view.legal_actions else [],
            narration=self._sentences(self._recent, seat, words),
            takeback=takebacks.takeback_mode(table, last_decider(table, seats)) if seats else "",
            hint=hints.hint_mode(table, seat) if view.legal_actions else "",
            can_analyse=self._can_analyse,
            can_repeat=can_repeat(table, viewer.user_id),
            is_deal_of_today=table.is_deal_of_today,
            takeback_request=_takeback_request(table, viewer),
            unranked=table.unranked,
            is_over=table.is_over,
            results=table.results(),
            result_text=_result_text(table, view, words),
            resigned_seat=table.resigned_seat,
            rematch_table_id=table.rematch_table_id,
            links_enabled=table.links_enabled,
            is_host=table.is_host(viewer.user_id),
            may_replace=may_replace(table, viewer.user_id, is_host_away=self._is_host_away),
            chat=self._chat,
            phrases=table.phrases if seats and table.allows_chat() else [],
            commitment=table.commitment,
            seed=self._seed,
            tutorial=_tutorial_step(table, words) if seats else None,
        )

    def _view_of(self, seat: int) -> View:
        """Return the view of the game from a seat; after a resignation nobody is to decide."""
        state = self._table.match.state
        view: View
        if self._first_view is None:
            view = self._first_view = state.view(seat)
        else:
            view = state.seat_view(seat, self._first_view)
        return replace(view, player=TERMINAL, legal_actions=[]) if self._table.is_over else view

    def _seats_for(self, viewer: Viewer) -> list[SeatInfo]:
        owner_id = viewer.user_id
        return [
            replace(info, is_own=True) if owner_id and seat.owner_id == owner_id else info
            for seat, info in zip(self._table.seats, self._seat_infos, strict=True)
        ]

    def _frames(self, view: View, words: Words) -> list[Frame]:
        """Return the frames up to the present, whose view is already built.

        A decision without events of its own, such as drawing, has no frame: nothing moves.
        """
        if not self._decisions:
            count = len(self._table.match.record.actions)
            return [Frame(NO_SEAT, [], without_actions(view), count)]
        present = self._decisions[-1][0][-1]
        return [
            Frame(
                group[0].seat,
                self._sentences(sentences, view.seat, words) if step is group[-1] else [],
                without_actions(view if step is present else step.state.view(view.seat)),
                step.number,
            )
            for group, sentences in self._decisions
            for step in group
            if step.events or step is group[-1]
        ]

    def _sentences(self, groups: Sequence[EventGroup], seat: int, words: Words) -> list[Sentence]:
        return sentences_for(groups, seat, words, self._table.match.game)


def can_analyse(table: Table) -> bool:
    """Return whether a game can be analysed, once it is over."""
    return has_networks(table.match.game.name) and not table.is_deal_of_today


def can_repeat(table: Table, user_id: str) -> bool:
    """Return whether a user, who played alone or with bots, can play a deal again.

    An imported game has no deal: only the cards that it shows are known.
    """
    seats = own_seats(table, user_id)
    plays_alone = bool(seats) and seats == table.human_seats()
    has_deal = len(table.setup.opening) < len(table.match.record.actions)
    return table.is_over and table.setup.kind == "table" and plays_alone and has_deal


def _revealed_seed(table: Table) -> str:
    """Return seed and salt of a table, once they give no advantage."""
    if not table.is_over or table.is_deal_of_today:
        return ""
    return reveal_seed(table.setup.seed, table.setup.salt)


def _latest_phrases(table: Table) -> Iterator[ChatPhrase]:
    first = table.phrases_sent - len(table.chat)
    for number, sent in enumerate(table.chat, start=first):
        yield ChatPhrase(number, sent.seat, sent.phrase)


def _seat_infos(table: Table, presence: PresenceSnapshot) -> Iterator[SeatInfo]:
    for seat in table.seats:
        is_human = seat.occupant == HUMAN
        is_present = is_human and seat.owner_id in presence.present
        yield SeatInfo(
            occupant=seat.occupant,
            name=presence.names.get(seat.owner_id, "") if is_human else "",
            is_present=is_present,
            is_own=False,
            is_vacant=is_human and not is_present,
            is_open=is_human and not seat.owner_id,
            is_invited=bool(seat.invitation_hash),
            is_kept=not is_human and bool(seat.owner_id),
        )


def _legal_actions(table: Table, view: View, words: Words) -> list[LegalAction]:
    """Return the legal actions of a view; in a tutorial only the scripted one."""
    presenter, scripted = presenter_for(view.game), table.tutorial_action()
    return [
        LegalAction(
            action=info.action,
            kind=info.kind,
            card=info.card,
            zone=info.zone,
            target=info.target,
            warning=words.text(f"warning.{info.warning}") if info.warning else "",
            usual=info.usual,
            combines=info.combines,
            label=presenter.describe_action(info, view, words),
            note=presenter.describe_effect(info, view, words),
        )
        for info in view.legal_actions
        if scripted in (None, info.action)
    ]


def _help(view: View, words: Words) -> list[str]:
    return presenter_for(view.game).explain_decision(view, words)


def _takeback_request(table: Table, viewer: Viewer) -> TakebackRequest | None:
    if table.pending_takeback is None:
        return None
    return TakebackRequest(
        table.pending_takeback.seat, viewer.user_id in table.pending_takeback.pending_owner_ids
    )


def _result_text(table: Table, view: View, words: Words) -> str:
    if not table.is_over:
        return ""
    if table.resigned_seat >= 0:
        player = words.text("player", number=table.resigned_seat + 1)
        return words.text("page.ending.resigned", player=player)
    return presenter_for(view.game).describe_ending(view, words)


def _tutorial_step(table: Table, words: Words) -> TutorialStep | None:
    if table.setup.kind != "tutorial":
        return None
    tutorial = find_tutorial(table.setup.game, table.setup.script)
    return tutorial.step(len(table.match.record.actions), words) if tutorial else None
