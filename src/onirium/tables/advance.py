"""How a game goes on at a table, tried on a copy of its match."""

from collections.abc import Sequence

from onirium.bots.network.weights import WeightsError
from onirium.core.game import CHANCE, IllegalAction
from onirium.match.match import HUMAN, Match
from onirium.tables.combined_actions import order_actions
from onirium.tables.errors import CommandRejected


def advance_until_human(
    match: Match, script: Sequence[str], seat: int = CHANCE, wanted: Sequence[int] = ()
) -> list[str]:
    """Return what comes until a person or a slow computer player must decide, in notation.

    Args:
        match: where the game stands; it stays as it is.
        script: what comes in a lesson; when it is used up, the game goes on freely.
        seat: who decides first, if anybody.
        wanted: what they decide, one thing or several at once.

    Raises:
        IllegalAction: if that is not legal, or after some of it others are to decide.
        Refused: as ``unlearnt``, if a computer player cannot read what it has learnt.
    """
    tried = match.copy()
    for action in order_actions(wanted, match.state) if wanted else ():
        if tried.state.current_player() != seat:
            raise IllegalAction("others are to decide", action, [])
        tried.apply(action)
    _follow(tried, script)
    if len(tried.record.actions) >= len(script):
        try:
            tried.advance(slow=False)
        except WeightsError:
            raise CommandRejected("unlearnt") from None
    return tried.record.actions[len(match.record.actions) :]


def _follow(match: Match, script: Sequence[str]) -> None:
    """Let come what a script says, until a person must decide."""
    for notation in script[len(match.record.actions) :]:
        seat = match.state.current_player()
        if seat != CHANCE and match.record.seats[seat] == HUMAN:
            break
        match.apply(match.game.parse(notation))
