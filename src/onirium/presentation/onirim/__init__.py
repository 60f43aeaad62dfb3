"""Presenter of Onirim."""

from onirium.presentation.onirim.actions import describe_action, describe_effect, explain_decision
from onirium.presentation.onirim.cards import describe_card
from onirium.presentation.onirim.game_status import (
    describe_ending,
    describe_goal,
    is_private,
    square,
    standing,
)

__all__ = [
    "describe_action",
    "describe_card",
    "describe_effect",
    "describe_ending",
    "describe_goal",
    "explain_decision",
    "is_private",
    "square",
    "standing",
]
