"""Goal, doors found and result of a game of Onirim as text."""

from typing import Final

from onirium.core.events import SPECTATOR
from onirium.core.game import Game
from onirium.core.options import resolve
from onirium.games.onirim.components import COLOURS, DOORS_PER_COLOUR
from onirium.games.onirim.options import OPTIONS, Options
from onirium.games.onirim.view import OnirimView, PartnerView
from onirium.i18n.catalog import Words
from onirium.presentation.readings import explain_readings
from onirium.presentation.standing import Standing

_SQUARES: Final = {"red": "🟥", "blue": "🟦", "green": "🟩", "brown": "🟫"}
"""The colours as characters, by the first word of the name of a card."""


def describe_goal(game: Game, words: Words) -> list[str]:
    """Return the goal of a game, the openness of the table (O7.8) and the readings (O14)."""
    lines = [_describe_doors(game, words)]
    if game.seats > 1:
        openness = words.text(f"option.table.{game.options.get('table', 'hidden')}")
        lines.append(f"{openness[0].upper()}{openness[1:]}.")
    return lines + explain_readings(game.options.get("readings", ()), words)


def _describe_doors(game: Game, words: Words) -> str:
    """O6.1, O7.6, O9.2 Return the doors to find, and whether towers must stand as well."""
    if "box" in game.options:
        doors = Options(resolve(game.name, OPTIONS, game.options)).doors_to_win
        return words.count("goal.reduced", doors)
    goals = ["goal" if game.seats == 1 else f"goal.{game.options.get('mode', 'together')}"]
    if "towers" in game.options.get("expansions", ()):
        goals.append("goal.towers")
    return " ".join(map(words.text, goals))


def is_private(view: OnirimView, game: Game) -> bool:
    """O7.8 Return whether a view shows cards hidden from the partner; the draft shows none."""
    if view.partner is None or view.seat == SPECTATOR:
        return False
    return game.options.get("table") != "open" and view.step != "draft"


def describe_ending(view: OnirimView, words: Words) -> str:
    """Return the result of a finished game."""
    towers = " towers" if view.towers else ""
    if not any(view.returns):
        return _lost(view, words)
    if view.partner is None:
        return _won_alone(view, words)
    if all(view.returns):
        return words.text(f"ending.together{towers}")
    winner = view.returns.index(1.0)
    goal = towers if _has_finished(winner, view, view.partner) else " deck"
    return words.text(f"ending.race{goal}", player=words.text("player", number=winner + 1))


def _has_finished(winner: int, view: OnirimView, partner: PartnerView) -> bool:
    """O7.6 Return whether the winner of a race has four doors, and did not win by the deck."""
    perspective = 0 if view.seat == SPECTATOR else view.seat
    doors = view.doors if winner == perspective else partner.doors
    return all(doors.values()) and (view.towers is None or view.towers.complete)


def square(card: str) -> str:
    """Return the square in the colour of a card."""
    return _SQUARES[card.split(maxsplit=1)[0]]


def standing(view: OnirimView, game: Game) -> Standing:
    """O6.1, O7.6 Return the doors that each seat has found; partners count theirs together."""
    goal, seats = _goal(view), [view.doors]
    if view.partner is not None:
        seats.append(view.partner.doors)
    pieces = [
        [[f"{colour} door"] for colour, count in doors.items() for _ in range(count)]
        for doors in seats
    ]
    if view.partner is not None and game.options.get("mode") != "race":
        goal, pieces = 2 * goal, [pieces[0] + pieces[1]] * 2
    return Standing(goal=goal, scores=list(map(len, pieces)), pieces=pieces)


def doors_found(view: OnirimView, doors: dict[str, int], words: Words) -> str:
    """O6.1, O7.6 Return the doors found, of those to find in each colour."""
    colours = [
        f"{words.text(f'doors.{colour}')} {doors[colour]}/{count}"
        for colour, count in _doors_to_find(view).items()
    ]
    return f"{sum(doors.values())}/{_goal(view)}: {', '.join(colours)}"


def has_found_all_doors(view: OnirimView) -> bool:
    """O6.1, O7.6 Return whether a player has all doors, so that only towers may be missing."""
    found = [view.doors] if view.partner is None else [view.doors, view.partner.doors]
    return any(sum(doors.values()) == _goal(view) for doors in found)


def missing_doors(view: OnirimView) -> int:
    """O6.1, O7.6 Return the number of doors that the mover must still find."""
    return _goal(view) - sum(view.doors.values())


def _won_alone(view: OnirimView, words: Words) -> str:
    if view.doors_to_find is not None:
        return words.count("ending.won reduced", _goal(view))
    return words.text("ending.won towers" if view.towers else "ending.won")


def _doors_to_find(view: OnirimView) -> dict[str, int]:
    """O6.1, O7.6 Return the number of doors that a player must find, by colour."""
    if view.doors_to_find is not None:
        return view.doors_to_find
    return dict.fromkeys(COLOURS, int(DOORS_PER_COLOUR) if view.partner is None else 1)


def _goal(view: OnirimView) -> int:
    return sum(_doors_to_find(view).values())


def _lost(view: OnirimView, words: Words) -> str:
    if view.partner is None:
        return words.text("ending.lost", doors=doors_found(view, view.doors, words))
    both = [view.doors, view.partner.doors]
    if view.seat == 1:
        both.reverse()
    counts = [
        f"{words.text('player', number=number)}: {sum(doors.values())}/{_goal(view)}"
        for number, doors in enumerate(both, start=1)
    ]
    return words.text("ending.lost two", doors=", ".join(counts))
