"""The hooks by which the expansions extend the base game, in the order of a turn."""

from mypy_extensions import i64

from onirium.games.onirim.components import FIRST_DOOR, NIGHTMARE
from onirium.games.onirim.expansions.book import doors as book_doors
from onirium.games.onirim.expansions.book import setup as book_setup
from onirium.games.onirim.expansions.book import spells
from onirium.games.onirim.expansions.premonitions import setup as premonitions_setup
from onirium.games.onirim.expansions.towers import row
from onirium.games.onirim.state import Board
from onirium.games.onirim.steps import CAST, EXCHANGE, STRIKE, TOPPLE


def set_up(board: Board) -> None:
    """O8.1, O10.1 Before the first card is dealt: set up goals and Premonitions."""
    if board.options.premonitions:
        premonitions_setup.set_up(board)
    if board.options.book:
        book_setup.set_up(board)


def on_card_discarded(board: Board) -> None:
    """O7.4 With two players, offer an exchange before the effect of the discard."""
    if board.options.seats > 1:
        board.push_step(EXCHANGE)


def before_draw(board: Board) -> bool:
    """O8.6 Offer spells before each draw of phase 2; return whether one can be cast."""
    if not board.options.book or not spells.can_cast(board):
        return False
    board.push_step(CAST)
    return True


def door_matches_goal(board: Board, door: i64) -> bool:
    """O8.2 Return whether a door can be gained now: it must match the next goal."""
    return not board.options.book or book_doors.matches(board, door - FIRST_DOOR)


def door_could_match_goal(board: Board, door: i64) -> bool:
    """O8.2, O8.6 Return whether a drawn door matches, now or after Parallel Planning."""
    return door_matches_goal(board, door) or spells.could_plan_for(board, door - FIRST_DOOR)


def on_door_laid_out(board: Board) -> None:
    """O8.2 Turn the goal of a gained door face down."""
    if board.options.book:
        book_doors.turn_down(board)


def on_door_found(board: Board) -> None:
    """O10.2 Start the strike of Premonitions, after a found door that does not win the game."""
    if board.options.premonitions:
        board.push_step(STRIKE)


def on_door_lost(board: Board, colour: i64) -> None:
    """O8.3 Turn the goal of a lost door face up again."""
    if board.options.book:
        book_doors.turn_up(board, colour)


def on_nightmare_settled(board: Board) -> bool:
    """O9.6 Attack the towers with a resolved Nightmare; return whether the player must decide."""
    if not board.options.towers or board.drawn != NIGHTMARE:
        return False
    if not row.can_be_attacked(board):
        return False
    board.pop_step()
    board.push_step(TOPPLE)
    return True


def is_tower_goal_met(board: Board) -> bool:
    """O9.2 Return whether the towers allow a victory: the tower row must be complete."""
    return not board.options.towers or row.is_complete(board)
