"""Tables in a line each: what lists of games say of them."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from onirium.i18n.catalog import Words
from onirium.storage.store import TableSummary
from onirium.tables import HUMAN
from onirium.web.config.i18n import page_words
from onirium.web.forms.table_form import FRIEND, ME, Choice, described


class Line(msgspec.Struct, frozen=True):
    """A table as a list shows it.

    Attributes:
        id: by which it is found.
        game: the name of its game.
        details: its options, and who plays.
        state: how it stands, or how it ended.
        mine: whether the reader is to decide.
        over: whether it is over.
        changed: when something happened last.
    """

    id: str
    game: str
    details: str
    state: str
    mine: bool
    over: bool
    changed: str


def line_of(table: TableSummary, language: str) -> Line:
    """Return a table as a list shows it in a language."""
    words = page_words(language, table.game)
    details = [described(table.game, table.options, words)]
    if others := _names([_who(table, seat) for seat in range(len(table.occupants))], words):
        details.append(others)
    if table.kind != "table":
        details.append(words.text(f"page.sort.{table.kind}"))
    elif table.unranked:
        details.append(words.text("page.sort.practice"))
    return Line(
        table.table_id,
        table.game,
        " · ".join(details),
        _state(table, words),
        not table.is_over and table.current_player in table.own_seats,
        table.is_over,
        table.updated_at,
    )


def line_of_choice(choice: Choice, words: Words) -> str:
    """Return what somebody chooses for a table that is to be laid."""
    details = described(choice.game, choice.options, words)
    return " · ".join(filter(None, [details, _names(choice.seats, words)]))


def _who(table: TableSummary, seat: int) -> str:
    if seat in table.own_seats:
        return ME
    return FRIEND if table.occupants[seat] == HUMAN else table.occupants[seat]


def _names(seats: Sequence[str], words: Words) -> str:
    """Return who plays besides the reader; equal names are counted."""
    others = Counter(seat for seat in seats if seat != ME)
    names = [
        words.text(f"page.name.{seat}") + (f" × {number}" if number > 1 else "")
        for seat, number in others.items()
    ]
    return words.text("page.against", names=", ".join(names)) if names else ""


def _state(table: TableSummary, words: Words) -> str:
    if table.is_over:
        return words.text(f"page.state.{_ENDS.get(table.result, 'over')}")
    if table.current_player in table.own_seats:
        return words.text("page.state.mine")
    return words.text(
        "page.state.theirs", player=words.text("player", number=table.current_player + 1)
    )


_ENDS = {"won": "won", "lost": "lost"}
