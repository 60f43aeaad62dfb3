"""The ``greedy`` bot of Onirim: hand-written heuristics without search.

1. Search and unlock whenever possible.
2. Plan the set of least effort that finds a door, and play its next room if it is in hand.
3. Otherwise give up the least useful card, preferably by starting a set with it. Keep keys for
   doors and Nightmares, unless Nightmares crowd the deck.
4. In a prophecy discard a Nightmare, or else a room; discard a door only if there is nothing else.
   Order the others: doors that can be unlocked, rooms by their usefulness, other doors, Nightmares.
5. Appease a Nightmare with a key; without a key by discarding the hand, or by revealing cards if
   the deck does not hold a new hand.

The Book of Steps:

6. Plan the set of the next goal; another set only if it saves more effort than a spell costs. Cast
   Parallel Planning before the last room of the set is played, or for a drawn door whose key is
   in hand.
7. Punish every Nightmare if the payment suffices. Cast Paradoxical Prophecy only for the last goal,
   and not if the next card is known.

The Towers:

8. Build a tower at once if it extends a run of different colours at an end of the row, or makes a
   run that more towers can extend. Give up a tower first if it cannot become part of a run.
9. Lose a tower outside the run to a Nightmare; save a run of two or more.

Dark Premonitions and Happy Dreams:

10. Penalties that a set causes increase its effort by their harm.
11. If several Premonitions strike, resolve those first that take a door, since others may then not
    strike. Give up the door that is easiest to find again, and the least useful keys.
12. With a Happy Dream dismiss a harmful Premonition, or fetch a door that can be unlocked, or
    discard the Nightmares among seven cards.

Two players:

13. Find the mover's own doors, and keep shared cards that the partner needs.
14. Take cards that the planned set needs.
15. Exchange a card outside the plan: together, if it helps the partner more than a shared card
    does; in a race, for a card that the plan needs.
16. Of equal cards in both reserves use the shared one, so that a new card is shared.
"""

from typing import cast, final

from librt.random import Random
from mypy_extensions import i64

from onirium.bots.base import Bot
from onirium.bots.onirim.heuristics import (
    book,
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
    """Plays Onirim by the rules of this module; deterministic.

    >>> import onirium
    >>> game = onirium.load("onirim")
    >>> state = game.from_fields({
    ...     "steps": "play",
    ...     "row": "red sun, red moon",
    ...     "hand": "red key, red sun, blue sun, blue moon, brown key",
    ...     "unknown": "the rest",
    ... })
    >>> game.notation(make(game).choose(state, Random(1)))
    'play red sun'
    """

    def choose(self, state: State, rng: Random) -> i64:  # noqa: ARG002 - deterministic
        """Return the action that the rules recommend."""
        board = cast("Board", state)
        step = board.current_step()
        if step == PLAY:
            return turn.play_or_discard(board)
        if step == FORETELL:
            return turn.foretell(board)
        if step == ARRANGE or step == SINK:
            return NEXT_CARD + turn.best_next_card(board)
        if step == APPEASE:
            return turn.appease(board)
        if step == SEARCH:
            return turn.search(board)
        if step == UNLOCK:
            return turn.unlock(board)
        return _choose_in_expansion(board, step)


def _choose_in_expansion(board: Board, step: i64) -> i64:
    """Decide a step of The Book of Steps, The Towers or a game of two."""
    if step == DRAFT:
        return two_players.draft(board)
    if step == EXCHANGE:
        return two_players.exchange(board)
    if step == TAKE:
        return two_players.take(board)
    if step == CAST:
        return book.cast_or_draw(board)
    if step == PAY:
        return book.pay(board)
    if step == SWAP:
        return book.swap(board)
    if step == LIFT:
        return LIFT_CARD + turn.best_next_card(board)
    if step == TOPPLE:
        return towers.topple(board)
    return _choose_by_premonitions(board, step)


def _choose_by_premonitions(board: Board, step: i64) -> i64:
    """Decide a step of Dark Premonitions and Happy Dreams."""
    if step == STRIKE:
        return premonitions.strike(board)
    if step == KEYS:
        return premonitions.lose_key(board)
    if step == GIVE_UP:
        return premonitions.give_up(board)
    if step == DREAM:
        return premonitions.use_dream(board)
    if step == SORT:
        return premonitions.sort_revealed(board)
    return premonitions.fetch(board)


def make(game: Game) -> Bot:  # noqa: ARG001 - the heuristics cover all options
    """Create the bot."""
    return Greedy()
