"""O3.6 Looking at cards of the deck, and laying them back."""

from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from onirium.games.onirim.components import HAPPY_DREAM
from onirium.games.onirim.state import ARRANGE, NONE, Table, tell, whisper


def looked_into(table: Table, group: i64, actions: vec[i64]) -> i64:
    """O3.6 Any of the cards looked at."""
    count: i64 = 0
    last = NONE
    for looked in table.looked:
        card = i64(looked)
        if card != last:
            actions[count] = group + card
            count += 1
        last = card
    return count


def looked_differ(table: Table) -> bool:
    """O3.6 Tell whether there are different cards to choose from among those looked at."""
    return len(table.looked) > 1 and table.looked[0] != table.looked[-1]


def look(table: Table, card: i64) -> None:
    """O3.6 Take up a card to look at it."""
    table.take_up(card)
    table.to_come -= 1
    if table.drawn == HAPPY_DREAM:
        tell(table, "dream reveal", card, "deck", "looked")
    else:
        whisper(table, "look", card, "deck", "looked")


def foretell(table: Table, card: i64) -> None:
    """O3.6 Discard one of the cards looked at; the rest are returned."""
    table.finish_step()
    table.first(ARRANGE)
    table.lay_down(card)
    table.put_on_discard(card)
    tell(table, "foretell", card, "looked", "discard")


def arrange(table: Table, card: i64) -> None:
    """O3.6 Return the card that is to come next after those returned before."""
    table.lay_down(card)
    table.arranged = append(table.arranged, u8(card))
    whisper(table, "return", card, "looked", "deck")
    if len(table.looked) == 0:
        return_looked(table)


def return_looked(table: Table) -> None:
    """O3.6 The cards looked at lie on top of the deck again, as arranged."""
    table.finish_step()
    seen = table.onlookers() & table.options.everyone
    while len(table.arranged) > 0:
        table.arranged, card = pop(table.arranged)
        table.deck.put_on_top(i64(card), seen)
