"""Computes the continuation of a game at a table, on a copy of its match."""

from collections.abc import Sequence
from typing import Final

from onirium.bots.network.weights import WeightsError
from onirium.core.game import CHANCE, IllegalAction
from onirium.match.match import HUMAN, Match
from onirium.tables.combined_actions import order_actions
from onirium.tables.errors import CommandRejected

MAX_BOT_DECISIONS: Final = 8
"""Decisions of bots in one event; more follow in other events.

If all seats are given to bots, they play the whole game: as one event, it would occupy a server for
hundreds of milliseconds.
"""


def advance_bots(
    match: Match, script: Sequence[str], seat: int = CHANCE, decisions: Sequence[int] = ()
) -> list[str]:
    """Return the actions until a human or a bot in a worker must decide, in notation.

    After ``MAX_BOT_DECISIONS``, the actions end at the turn of a bot.

    Args:
        match: the match; it is not changed.
        script: the predetermined actions of a tutorial; after its end the game is free.
        seat: the seat that decides first, if any.
        decisions: its decisions, one or several at once.

    Raises:
        IllegalAction: if a decision is illegal, or another seat is to decide before the last one.
        CommandRejected: as ``bot_unavailable``, if a bot cannot load its weights.
    """
    ahead = match.lookahead()
    for action in order_actions(decisions, match.state) if decisions else ():
        if ahead.state.current_player() != seat:
            raise IllegalAction("another seat is to decide", action, [])
        ahead.apply(action)
    _follow_script(ahead, script)
    if len(ahead.record.actions) >= len(script):
        try:
            ahead.advance(slow_bots=False, max_decisions=MAX_BOT_DECISIONS)
        except WeightsError:
            raise CommandRejected("bot_unavailable") from None
    return ahead.record.actions[len(match.record.actions) :]


def _follow_script(match: Match, script: Sequence[str]) -> None:
    """Apply the actions of a script until a human must decide."""
    for notation in script[len(match.record.actions) :]:
        seat = match.state.current_player()
        if seat != CHANCE and match.record.seats[seat] == HUMAN:
            break
        match.apply(match.game.parse(notation))
