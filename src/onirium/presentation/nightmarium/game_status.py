"""Goal and result of a game of Nightmarium as text."""

from typing import Final

from onirium.core.game import Game
from onirium.core.options import resolve
from onirium.games.nightmarium.options import OPTIONS
from onirium.games.nightmarium.view import NightmariumView
from onirium.i18n.catalog import Words
from onirium.presentation.readings import explain_readings
from onirium.presentation.standing import Standing

_SQUARES: Final = {"homunculus": "🟥", "necronaut": "🟦", "chimerid": "🟩", "insektoid": "🟫"}
"""The legions as characters, by the first word of the name of a card."""


def describe_goal(game: Game, words: Words) -> list[str]:
    """Return the goal of a game and the readings of its rules (N10)."""
    resolved = resolve(game.name, OPTIONS, game.options)
    goal = words.text("goal", number=resolved["creatures"])
    return [goal, *explain_readings(resolved["readings"], words)]


def is_private(view: NightmariumView, game: Game) -> bool:
    """N8.2 Return whether a view shows cards that are hidden from other players."""
    del game
    return bool(view.hand) and len(view.hand) > len(view.players[view.seat].known)


def describe_ending(view: NightmariumView, words: Words) -> str:
    """Return the result of a finished game."""
    if not any(view.returns):
        return words.text("ending.draw")
    return words.text("ending.won", player=words.text("player", number=view.returns.index(1.0) + 1))


def square(card: str) -> str:
    """Return the square in the colour of a card."""
    return _SQUARES[card.split(maxsplit=1)[0]]


def standing(view: NightmariumView, game: Game) -> Standing:
    """N4, N7.1 Return the creatures of each player, the legs first."""
    del game
    return Standing(
        goal=view.goal,
        scores=[player.complete for player in view.players],
        pieces=[
            [
                [card for card in (creature.legs, creature.torso, creature.head) if card]
                for creature in player.creatures
            ]
            for player in view.players
        ],
    )
