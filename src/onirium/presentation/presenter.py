"""What stands on the table of a game, in words: for every screen on which it is played."""

from typing import Any, Final, Protocol

from onirium.core.extension_point import ExtensionPoint
from onirium.core.game import Game, State
from onirium.core.view import ActionInfo
from onirium.i18n.catalog import Words

__all__ = ["Presenter", "describe_action", "presenter_for"]


class Presenter(Protocol):
    """What a game tells those who play it: its views and choices in words."""

    def describe_goal(self, game: Game, words: Words) -> list[str]:
        """Return what a game is about, as it is played with its options."""

    def is_private(self, view: Any, game: Game) -> bool:
        """Tell whether a view shows what people in other seats may not see."""

    def describe_action(self, choice: ActionInfo, view: Any, words: Words) -> str:
        """Return what a choice does."""

    def describe_effect(self, choice: ActionInfo, view: Any, words: Words) -> str:
        """Return what a choice brings with it, or nothing."""

    def explain_decision(self, view: Any, words: Words) -> list[str]:
        """Explain the choice at hand."""

    def describe_ending(self, view: Any, words: Words) -> str:
        """Return how a game has ended."""


PRESENTERS: Final = ExtensionPoint[Presenter]("onirium.presentation.{game}")


def presenter_for(game: str) -> Presenter:
    """Return how a game is put into words.

    >>> import onirium
    >>> words = Words("en", "nightmarium")
    >>> presenter_for("nightmarium").describe_goal(onirium.load("nightmarium"), words)
    ['Be the first to complete 5 creatures woven from Night Terrors.']
    """
    return PRESENTERS.load(game)


def describe_action(action: int, state: State, words: Words) -> str:
    """Return what a legal action of a state does, as the seat that decides reads it.

    >>> from onirium.record import from_line
    >>> state = from_line("onirim; agenda: play; hand: 2 red sun, 3 blue moon; unknown: the rest")
    >>> describe_action(state.game.parse("play red sun"), state, Words("de", "onirim"))
    'Legen: rote Sonne'
    """
    view = state.view(state.current_player())
    [choice] = [choice for choice in view.legal_actions if choice.action == action]
    return presenter_for(view.game).describe_action(choice, view, words)
