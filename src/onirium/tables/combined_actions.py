"""Several legal actions chosen at once, where a game lets them be combined."""

from collections.abc import Sequence

from onirium.core.game import State


def order_actions(actions: Sequence[int], state: State) -> list[int]:
    """Return the sequence of actions that carries out a combined choice.

    Combinable actions are sorted in ascending order, and the default action that follows them is
    appended to finish the choice. Other actions stay as they are; their legality is checked when
    they are applied.

    Args:
        actions: the chosen actions, one or several.
        state: the state; it is not changed.

    Raises:
        IllegalAction: if the chosen actions cannot be combined with each other.
    """
    if len(actions) == 1:
        return list(actions)
    seat = state.current_player()
    combinable = {info.action for info in state.view(seat).legal_actions if info.combines}
    if not combinable.issuperset(actions):
        return list(actions)
    after = state.clone()
    ordered = sorted(actions)
    for action in ordered:
        after.apply(action)
    return ordered + [info.action for info in after.view(seat).legal_actions if info.usual]
