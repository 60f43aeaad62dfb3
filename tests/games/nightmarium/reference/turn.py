"""N2, N3 Setup and turns."""

from tests.games.nightmarium.reference.asking import Asking, Game, Over, ask, chance
from tests.games.nightmarium.reference.cards import Card, in_order
from tests.games.nightmarium.reference.completing import resolve
from tests.games.nightmarium.reference.deck import deal, draw
from tests.games.nightmarium.reference.placing import card_placed, placements, put
from tests.games.nightmarium.reference.table import ACTIONS, Table

LAST_TURN = 1000


def whole_game(table: Table) -> Game:
    """N2."""
    yield from who_begins(table)
    yield from deal(table)
    yield from turns(table)


def who_begins(table: Table) -> Game:
    """N2.3."""
    player = table.options.first
    if player == "chance":
        outcome = yield from chance("toss", [f"player {seat + 1}" for seat in table.seats])
        player = outcome.removeprefix("player ")
    table.mover = int(player) - 1
    table.tell("begin", table.mover)


def turns(table: Table) -> Game:
    """N2.3, N7.2."""
    while True:
        table.to_begin = ACTIONS
        yield from turn(table)
        table.turns += 1
        if table.turns == LAST_TURN:
            raise Over("draw")
        table.mover = (table.mover + 1) % len(table.seats)


def turn(table: Table) -> Game:
    """N3.1, N3.2."""
    while table.to_begin:
        first = table.to_begin == ACTIONS
        answer = yield from ask(table.mover, "act", ways_to_act(table))
        table.to_begin -= 1
        table.legion = ""
        yield from act(table, answer, first=first)
        table.completions = 0


def ways_to_act(table: Table) -> list[str]:
    """N3.1, N3.2, N3.6."""
    hand = mine(table)
    ways = [f"exchange {card.name}" for card in hand]
    ways += placements(table, [card for card in hand if table.legion in {"", card.legion}])
    if table.next_card_exists():
        ways.append("draw")
    return ways or ["pass"]


def act(table: Table, answer: str, *, first: bool) -> Game:
    if answer == "pass":
        table.tell("pass", table.mover)
    elif answer == "draw":
        yield from draw(table, 1)
    elif answer.startswith("exchange"):
        yield from exchange(table, answer)
    else:
        yield from place(table, answer, first=first)


def exchange(table: Table, answer: str) -> Game:
    """N3.4 Exchange cards in ascending order."""
    while answer != "done":
        card = table.leave_hand(table.mover, answer.removeprefix("exchange "))
        table.exchanged.append(card)
        table.discard.append(card)
        table.tell("exchange", table.mover, [card], "hand", "discard")
        answer = yield from go_on_exchanging(table, card)
    number = len(table.exchanged) // 2
    table.exchanged = []
    yield from draw(table, number)


def go_on_exchanging(table: Table, last: Card) -> Asking[str]:
    if not table.hands[table.mover]:
        return "done"
    further = [card for card in in_order(mine(table)) if card.rank() >= last.rank()]
    answers = ["done", *(f"exchange {card.name}" for card in further)]
    return (yield from ask(table.mover, "exchange", answers))


def place(table: Table, way: str, *, first: bool) -> Game:
    """N3.5, N3.2."""
    card = table.leave_hand(table.mover, card_placed(way))
    if first:
        table.legion = card.legion
    creature = put(table, card, "hand", way)
    yield from resolve(table, creature if creature.is_complete() else None)


def mine(table: Table) -> list[Card]:
    return [held.card for held in table.hands[table.mover]]
