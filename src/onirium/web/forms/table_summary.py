"""Tables as entries of the lists on the lobby, history and daily pages."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from onirium.i18n.catalog import Words
from onirium.match.match import HUMAN
from onirium.presentation.presenter import presenter_for
from onirium.presentation.standing import Standing
from onirium.storage.store import TableSummary
from onirium.tables.daily import is_current
from onirium.web.config.i18n import page_words
from onirium.web.forms.table_form import FRIEND, ME, TableForm, describe_options, join_parts

_MISSING_SQUARE: Final = "⬛"


class TableListItem(msgspec.Struct, frozen=True):
    """A table as a list entry, in the language of the user.

    Attributes:
        table_id: id of the table.
        game: name of the game.
        details: options and other players.
        status: whose turn it is, or the result.
        is_my_turn: whether the user is to act.
        is_over: whether the game is over.
        has_record: whether the record can be saved; that of a daily deal only when its day is over.
        result: ``won``, ``lost``, ``played`` or empty.
        updated_at: time of the last event, ISO 8601.
        seat: the user's seat, or the first one.
        standing: the pieces gathered by each seat, if known.
        progress: the standing of the user as text, or empty.
    """

    table_id: str
    game: str
    details: str
    status: str
    is_my_turn: bool
    is_over: bool
    has_record: bool
    result: str
    updated_at: str
    seat: int
    standing: Standing | None
    progress: str


def list_item(table: TableSummary, language: str) -> TableListItem:
    """Return the list entry of a table."""
    words = page_words(language, table.game)
    details = [describe_options(table.game, table.options, words)]
    if others := _describe_others(
        [_form_value(table, seat) for seat in range(len(table.occupants))], words
    ):
        details.append(others)
    if table.kind != "table":
        details.append(words.text(f"page.kind.{table.kind}"))
    elif table.unranked:
        details.append(words.text("page.kind.unranked"))
    seat = table.own_seats[0] if table.own_seats else 0
    return TableListItem(
        table_id=table.table_id,
        game=table.game,
        details=join_parts(details),
        status=_describe_status(table, words),
        is_my_turn=not table.is_over and table.current_player in table.own_seats,
        is_over=table.is_over,
        has_record=table.is_over and not is_current(table.date),
        result=table.result,
        updated_at=table.updated_at,
        seat=seat,
        standing=table.standing,
        progress=_describe_progress(table, seat, words),
    )


def describe_form(form: TableForm, words: Words) -> str:
    """Return the options and other players of a form."""
    options = describe_options(form.game, form.options, words)
    return join_parts(filter(None, [options, _describe_others(form.seats, words)]))


def _describe_progress(table: TableSummary, seat: int, words: Words) -> str:
    if table.standing is None:
        return ""
    return words.text(
        f"page.progress.{table.game}",
        number=table.standing.scores[seat],
        all=table.standing.goal,
    )


def progress_squares(table: TableSummary) -> str:
    """Return the pieces gathered by the user as coloured squares, for a text; one word for each.

    Black squares stand for the pieces that are missing towards the goal.
    """
    if table.standing is None or not table.own_seats:
        return ""
    pieces = table.standing.pieces[table.own_seats[0]]
    square = presenter_for(table.game).square
    words = ["".join(map(square, piece)) for piece in pieces]
    missing = [_MISSING_SQUARE] * (table.standing.goal - len(pieces))
    return "".join(words + missing) if max(map(len, words), default=1) == 1 else " ".join(words)


def _form_value(table: TableSummary, seat: int) -> str:
    if seat in table.own_seats:
        return ME
    return FRIEND if table.occupants[seat] == HUMAN else table.occupants[seat]


def _describe_others(seats: Sequence[str], words: Words) -> str:
    """Return the players besides the user; several of one kind are counted."""
    others = Counter(seat for seat in seats if seat != ME)
    names = [
        words.text(f"page.occupant.{seat}") + (f"\xa0×\xa0{count}" if count > 1 else "")
        for seat, count in others.items()
    ]
    return words.text("page.against", names=", ".join(names)) if names else ""


def _describe_status(table: TableSummary, words: Words) -> str:
    if table.is_over:
        status = table.result if table.result in {"won", "lost"} else "over"
        return words.text(f"page.status.{status}")
    if table.current_player in table.own_seats:
        return words.text("page.status.my_turn")
    return words.text(
        "page.status.other_turn", player=words.text("player", number=table.current_player + 1)
    )
