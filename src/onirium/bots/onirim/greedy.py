"""A player that goes by rules of thumb.

As one would say them at the table:

1. Search and unlock whenever you may.
2. Plan the nearest set, and lay its next room if you hold it.
3. Otherwise part with the least useful card: rather start a set with it than throw it away. Keys
   are kept for doors and Nightmares, unless Nightmares crowd the deck.
4. A prophecy rids you of a Nightmare, or else of a room; of a door only if you see nothing else.
   Of the rest, doors that you can unlock come first, then rooms, the most useful first, then the
   other doors, and Nightmares last.
5. Appease a Nightmare with a key, without one with your hand; if the deck does not hold a new
   hand, reveal.

With The Book of Steps:

6. Plan the set of the next goal; another only if it is nearer by more than a spell is worth. Cast
   Parallel Planning when the set lacks but its last room, or when a door that you can unlock waits.
7. Punish every Nightmare that you can pay for. Cast Paradoxical Prophecy for the last goal only,
   and not if you know what comes next.

With The Towers:

8. Build at once what lengthens a run of different colours at an end of the row, or what makes a
   run that more towers can lengthen. A tower that cannot become part of a run goes first of all,
   for the sake of the look.
9. To a Nightmare give a tower outside the run; save a run of two or more.

With Dark Premonitions and Happy Dreams:

10. A set that brings penalties is farther off by the harm they do.
11. If several strike, first those that take a door away, since others may then have to wait. Give
    up the door that is easiest to find again, and the least useful keys.
12. With a Happy Dream dismiss a Premonition that does harm; else fetch a door that you can unlock;
    else discard the Nightmares among seven cards.

Two players:

13. Find your own doors, and of the shared cards keep those that your partner needs.
14. Take what your nearest set needs.
15. Exchange a card outside your plan: together, if it helps your partner more than one that lies
    open does; in a race, for one that your plan needs.
"""

from typing import cast, final

from librt.random import Random
from mypy_extensions import i64

from onirium.bots.base import Bot
from onirium.bots.onirim.heuristics import (
    book,
    doors,
    nightmares,
    premonitions,
    towers,
    turn,
    two_players,
)
from onirium.core.game import Game, State
from onirium.games.onirim.actions import LIFT_CARD, NEXT_CARD
from onirium.games.onirim.state import Board
from onirium.games.onirim.steps import (
    APPEASE,
    ARRANGE,
    CAST,
    DRAFT,
    DREAM,
    EXCHANGE,
    FORETELL,
    GIVE_UP,
    KEYS,
    LIFT,
    PAY,
    PLAY,
    SEARCH,
    SINK,
    SORT,
    STRIKE,
    SWAP,
    TAKE,
    TOPPLE,
    UNLOCK,
)


@final
class Greedy(Bot):
    """Plays Onirim by the rules of thumb of this module; it throws no dice.

    >>> import onirium
    >>> game = onirium.load("onirim")
    >>> state = game.from_fields({
    ...     "agenda": "play",
    ...     "row": "red sun, red moon",
    ...     "hand": "red key, red sun, blue sun, blue moon, brown key",
    ...     "unknown": "the rest",
    ... })
    >>> game.notation(make(game).choose(state, Random(1)))
    'play red sun'
    """

    def choose(self, state: State, random: Random) -> i64:  # noqa: ARG002 - no dice are needed
        """Return what the rules of thumb recommend."""
        table = cast("Board", state)
        step = table.current_step()
        if step == PLAY:
            return turn.play_or_discard(table)
        if step == FORETELL:
            return turn.foretell(table)
        if step == ARRANGE or step == SINK:
            return NEXT_CARD + turn.most_welcome(table)
        if step == APPEASE:
            return nightmares.appease(table)
        if step == SEARCH:
            return doors.search(table)
        if step == UNLOCK:
            return doors.unlock(table)
        return _choose_in_expansion(table, step)


def _choose_in_expansion(table: Board, step: i64) -> i64:
    """Decide what the base game does not ask."""
    if step == DRAFT:
        return two_players.draft(table)
    if step == EXCHANGE:
        return two_players.exchange(table)
    if step == TAKE:
        return two_players.take(table)
    if step == CAST:
        return book.cast_or_draw(table)
    if step == PAY:
        return book.pay(table)
    if step == SWAP:
        return book.swap(table)
    if step == LIFT:
        return LIFT_CARD + turn.most_welcome(table)
    if step == TOPPLE:
        return towers.topple(table)
    return _choose_by_premonitions(table, step)


def _choose_by_premonitions(table: Board, step: i64) -> i64:
    if step == STRIKE:
        return premonitions.strike(table)
    if step == KEYS:
        return premonitions.lose_key(table)
    if step == GIVE_UP:
        return premonitions.give_up(table)
    if step == DREAM:
        return premonitions.dream(table)
    if step == SORT:
        return premonitions.sort(table)
    return premonitions.fetch(table)


def make(game: Game) -> Bot:  # noqa: ARG001 - there is one game that it knows
    """Return a player of Onirim."""
    return Greedy()
