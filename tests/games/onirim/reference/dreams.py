"""O10.3 Happy Dreams."""

from tests.games.onirim.reference.asking import Game, ask, choose, choose_in_secret
from tests.games.onirim.reference.drawing import look, return_in_the_open
from tests.games.onirim.reference.table import Hidden, Table


def happy_dream(table: Table) -> Game:
    """O10.3 Apply one of three effects, if any is possible; then discard the dream."""
    table.drawn = ["happy dream"]
    ways = [f"dismiss {premonition}" for premonition in table.premonitions]
    if table.deck():
        ways += ["dream reveal", "dream choose"]
    if ways:
        answer = yield from choose(table, ways)
        if answer == "dream reveal":
            yield from reveal_seven(table)
        elif answer == "dream choose":
            yield from choose_a_card(table)
        else:
            table.premonitions.remove(answer.removeprefix("dismiss "))
    table.drawn = []
    table.discard.append("happy dream")


def reveal_seven(table: Table) -> Game:
    """O10.3b Everyone sees the cards and their order."""
    yield from look(table, 7)
    while table.peeked:
        answer = yield from ask(table, ["keep", *(f"dream discard {c}" for c in table.peeked)])
        if answer == "keep":
            break
        card = answer.removeprefix("dream discard ")
        table.peeked.remove(card)
        table.discard.append(card)
    yield from return_in_the_open(table)


def choose_a_card(table: Table) -> Game:
    """O10.3c, O12.2 The mover sees the deck, everyone sees the chosen card."""
    table.see_the_deck()
    answer = yield from choose_in_secret(table, [f"fetch {card}" for card in table.deck()])
    card = answer.removeprefix("fetch ")
    table.shuffle()
    table.others.remove(card)
    table.top = [Hidden(card, table.everyone())]
