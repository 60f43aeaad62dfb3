"""Choices made at once, where a game allows it."""

from collections.abc import Sequence

from onirium.core.game import State


def order_actions(actions: Sequence[int], state: State) -> list[int]:
    """Return the actions that carry out what was chosen, in order.

    Choices that combine go by ascending action, and the usual choice that then follows ends them.
    Others stay as they are given. Whether all of it is legal shows when it is applied.

    Args:
        actions: what was chosen, one or several.
        state: where; it stays as it is.

    Raises:
        IllegalAction: if choices that combine do not go together.
    """
    if len(actions) == 1:
        return list(actions)
    seat = state.current_player()
    combining = {choice.action for choice in state.view(seat).legal_actions if choice.combines}
    if not combining.issuperset(actions):
        return list(actions)
    tried = state.clone()
    ordered = sorted(actions)
    for action in ordered:
        tried.apply(action)
    return ordered + [choice.action for choice in tried.view(seat).legal_actions if choice.usual]
