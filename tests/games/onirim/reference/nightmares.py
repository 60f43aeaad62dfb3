"""O5 Nightmares."""

from tests.games.onirim.reference import book
from tests.games.onirim.reference.asking import Game, ask, next_card
from tests.games.onirim.reference.cards import is_key, is_labyrinth_card
from tests.games.onirim.reference.drawing import take_a_hand
from tests.games.onirim.reference.table import Table
from tests.games.onirim.reference.towers import settle_nightmare


def nightmare(table: Table) -> Game:
    """O5.1, O5.2, O8.5."""
    table.drawn = ["nightmare"]
    pays = table.by_reserve("pay", filter(is_key, table.hand()))
    gives = [f"give {door}" for door in table.doors[table.mover]]
    punishment = [book.PUNISHMENT] if book.can_pay(table, book.PUNISHMENT) else []
    answer = yield from ask(table, [*pays, *gives, "reveal", "discard hand", *punishment])
    if answer == book.PUNISHMENT:
        yield from book.cast(table, answer)
        table.drawn = []
        table.discard.append("nightmare")
        return
    if answer.startswith("pay"):
        table.discard_from_hand(answer.removeprefix("pay "))
    elif answer.startswith("give"):
        table.lose_door(table.mover, answer.removeprefix("give "))
    elif answer == "reveal":
        yield from reveal(table)
    else:
        table.discard_hand()
        yield from take_a_hand(table)
    yield from settle_nightmare(table)


def reveal(table: Table) -> Game:
    """O5.1c All cards, if there are fewer."""
    for _ in range(min(5, len(table.deck()))):
        card = yield from next_card(table)
        pile = table.discard if is_labyrinth_card(card.name) else table.limbo
        pile.append(card.name)
