"""The texts of a game in English: rows of the terminal board, labels and effects of actions."""

from onirium import State
from onirium.i18n.catalog import Words
from onirium.presentation.presenter import presenter_for
from onirium.terminal.board_registry import board_renderer


def rows(state: State, seat: int = 0) -> dict[str, list[str]]:
    """Return the text lines of each labelled row of the board, with plain spaces."""
    game = state.game.name
    lines: dict[str, list[str]] = {}
    label = ""
    for row_label, text in board_renderer(game).rows(state.view(seat), Words("en", game)):
        label = row_label or label
        if isinstance(text, str):
            lines.setdefault(label, []).append(text.replace("\N{NO-BREAK SPACE}", " "))
    return lines


def labels(state: State) -> dict[str, str]:
    """Return the label of each legal action, by its notation."""
    words, view = Words("en", state.game.name), state.view(state.current_player())
    describe = presenter_for(view.game).describe_action
    return {info.notation: describe(info, view, words) for info in view.legal_actions}


def effects(state: State) -> dict[str, str]:
    """Return the effects of each legal action as text, by its notation."""
    words, view = Words("en", state.game.name), state.view(state.current_player())
    describe = presenter_for(view.game).describe_effect
    return {info.notation: describe(info, view, words) for info in view.legal_actions}
