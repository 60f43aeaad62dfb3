"""O7.1, O7.4 Draft and exchange of two players."""

from collections.abc import Iterable

from tests.games.onirim.reference.asking import Game, ask, choose
from tests.games.onirim.reference.cards import is_labyrinth_card
from tests.games.onirim.reference.drawing import draw
from tests.games.onirim.reference.table import Hidden, Table


def lay_open(table: Table) -> Game:
    """O7.1."""
    while len(table.shared) < 8:
        card = yield from draw(table)
        pile = table.shared if is_labyrinth_card(card.name) else table.limbo
        pile.append(card.name)


def draft(table: Table) -> Game:
    """O7.1 In turn, until each has three."""
    for _ in range(6):
        yield from take_from_shared(table, table.shared)
        table.mover = 1 - table.mover


def exchange(table: Table) -> Game:
    """O7.4 Two equal cards are not exchanged."""
    personal = {held.name for held in table.reserves[table.mover]}
    offers = [card for card in personal if set(table.shared) - {card}]
    answer = yield from ask(table, [*(f"offer {card}" for card in offers), "decline"])
    if answer != "decline":
        offered = answer.removeprefix("offer ")
        table.leave_reserve(offered)
        table.drawn = [offered]
        yield from take_from_shared(table, set(table.shared) - {offered})
        table.drawn = []
        table.shared.append(offered)


def take_from_shared(table: Table, cards: Iterable[str]) -> Game:
    """O7.1, O7.4, O12.2 Everyone has seen the card."""
    answer = yield from choose(table, [f"take {card}" for card in cards])
    card = answer.removeprefix("take ")
    table.shared.remove(card)
    table.reserves[table.mover].append(Hidden(card, table.everyone()))
