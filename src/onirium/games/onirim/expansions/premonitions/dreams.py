"""O10.3 Happy Dreams."""

from mypy_extensions import i64

from onirium.games.onirim.actions import (
    CHOOSE_CARD,
    DISMISS,
    FETCH_CARD,
    KEEP_REST,
    REVEAL_DREAM,
    SORT_OUT,
)
from onirium.games.onirim.components import FIRST_PREMONITION, HAPPY_DREAM
from onirium.games.onirim.expansions.premonitions.components import DREAM_SIZE
from onirium.games.onirim.state import (
    ARRANGE,
    DREAM,
    FETCH,
    LOOK,
    SETTLE,
    SORT,
    Table,
    announce,
    tell,
)
from onirium.games.onirim.two_players import sees_the_deck


def meet_dream(table: Table) -> None:
    """O10.3 The player may choose one of three things; then the dream is discarded."""
    table.drawn = HAPPY_DREAM
    table.first(SETTLE)
    table.first(DREAM)
    tell(table, "draw", HAPPY_DREAM, "deck", "table")


def dream(table: Table, action: i64) -> None:
    """O10.3 Do the one thing chosen."""
    table.finish_step()
    if action == REVEAL_DREAM:
        table.to_come = DREAM_SIZE
        table.first(ARRANGE)
        table.first(SORT)
        table.first(LOOK)
    elif action == CHOOSE_CARD:
        sees_the_deck(table)
        table.first(FETCH)
    else:
        _dismiss(table, action - DISMISS)


def _dismiss(table: Table, number: i64) -> None:
    """O10.3a Remove a face-up Premonition without its penalty."""
    table.premonitions &= ~(1 << number)
    tell(table, "dismiss", FIRST_PREMONITION + number, "premonitions", "gone")


def sort(table: Table, action: i64) -> None:
    """O10.3b Discard any number of the cards revealed; the rest are returned."""
    if action == KEEP_REST:
        table.finish_step()
        return
    card = action - SORT_OUT
    table.lay_down(card)
    table.put_on_discard(card)
    tell(table, "sort", card, "looked", "discard")


def fetch(table: Table, action: i64) -> None:
    """O10.3c Choose a card, shuffle the deck and put the card on top."""
    table.finish_step()
    card = action - FETCH_CARD
    table.deck.shuffle()
    table.deck.draw_unknown(card)
    announce(table, "shuffle", "", "deck")
    table.deck.put_on_top(card, table.options.everyone)
    tell(table, "fetch", card, "deck", "deck")
