"""The presenter of each game: its boards, actions and results as text for all user interfaces."""

from typing import Any, Final, Protocol, TypeVar

from onirium.core.extension_point import ExtensionPoint
from onirium.core.game import Game, State
from onirium.core.view import ActionInfo, View
from onirium.i18n.catalog import Words
from onirium.presentation.standing import Standing

__all__ = ["Presenter", "describe_action", "presenter_for"]

ViewT_contra = TypeVar("ViewT_contra", bound=View, contravariant=True)


class Presenter(Protocol[ViewT_contra]):
    """The module of a game that turns its views and actions into text."""

    def describe_goal(self, game: Game, words: Words) -> list[str]:
        """Return the goal of a game with its options, in paragraphs."""

    def is_private(self, view: ViewT_contra, game: Game) -> bool:
        """Return whether a view shows cards that are hidden from other seats."""

    def describe_action(self, action: ActionInfo, view: ViewT_contra, words: Words) -> str:
        """Return the label of a legal action."""

    def describe_effect(self, action: ActionInfo, view: ViewT_contra, words: Words) -> str:
        """Return the notable effects of a legal action, or an empty string."""

    def explain_decision(self, view: ViewT_contra, words: Words) -> list[str]:
        """Return the help for the current decision, in paragraphs."""

    def describe_ending(self, view: ViewT_contra, words: Words) -> str:
        """Return the result of a finished game."""

    def describe_card(self, card: str, words: Words) -> str:
        """Return the facts that a picture adds to the name of its card, or an empty string."""

    def square(self, card: str) -> str:
        """Return a character in the colour of a card, given by its name, for a text."""

    def standing(self, view: ViewT_contra, game: Game) -> Standing:
        """Return the pieces that every seat has gathered, from the view of a spectator."""


PRESENTERS: Final = ExtensionPoint[Presenter[Any]]("onirium.presentation.{game}")


def presenter_for(game: str) -> Presenter[Any]:
    """Return the presenter of a game.

    >>> import onirium
    >>> words = Words("en", "nightmarium")
    >>> presenter_for("nightmarium").describe_goal(onirium.load("nightmarium"), words)
    ['Be the first to complete 5 creatures woven from night terrors.']
    """
    return PRESENTERS.load(game)


def describe_action(action: int, state: State, words: Words) -> str:
    """Return the label of a legal action, from the viewpoint of the seat that decides.

    >>> from onirium.record import from_line
    >>> state = from_line("onirim; steps: play; hand: 2 red sun, 3 blue moon; unknown: the rest")
    >>> describe_action(state.game.parse("play red sun"), state, Words("de", "onirim"))
    'Legen: rote Sonne'
    """
    view = state.view(state.current_player())
    [info] = [info for info in view.legal_actions if info.action == action]
    return presenter_for(view.game).describe_action(info, view, words)
