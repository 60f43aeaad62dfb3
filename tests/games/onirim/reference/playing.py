"""Games in progress, from the start or from the start of a turn."""

from collections import Counter
from collections.abc import Callable, Mapping

from tests.games.onirim.reference.asking import Game, Over, Question
from tests.games.onirim.reference.cards import the_box
from tests.games.onirim.reference.doors import add_to_row
from tests.games.onirim.reference.table import Hidden, Options, Table


class Playing:
    """A game in progress: its table, the current question, and the outcome."""

    def __init__(self, table: Table, begin: Callable[[Table], Game]) -> None:
        self.table = table
        self.game = begin(table)
        self.question: Question | None = None
        self.ending = ""
        self._go_on(None)

    def answers(self) -> list[str]:
        return self.question.answers if self.question else []

    def answer(self, answer: str) -> None:
        assert answer in self.answers()
        self._go_on(answer)

    def _go_on(self, answer: str | None) -> None:
        try:
            self.question = next(self.game) if answer is None else self.game.send(answer)
        except Over as over:
            self.question = None
            self.ending = str(over)


THE_REST = ["the rest"]
OPEN = ("shared", "discard", "removed", "towers", "premonitions", "pile")


def at_a_turn(options: Options, piles: Mapping[str, list[str]]) -> Table:
    """Return a table at the start of a turn, from piles named as in a position.

    One pile can be ``THE_REST``: all cards that are in no other pile.
    """
    table = Table(options)
    laid = {name: pile for name, pile in piles.items() if pile != THE_REST}
    for name in piles.keys() - laid.keys():
        laid[name] = the_rest(options, laid)
    for name in OPEN:
        setattr(table, name, list(laid.get(name, [])))
    table.top = [known(table, card) for card in laid.get("top", [])]
    table.others = list(laid.get("unknown", []))
    table.bottom = [known(table, card) for card in laid.get("bottom", [])]
    table.goals_to_lay = []
    table.goals = [goal.removesuffix(" (found)") for goal in laid.get("goals", [])]
    table.turned_down = {at for at, goal in enumerate(table.goals) if goal != laid["goals"][at]}
    for seat in table.seats:
        lay_before(table, seat, laid)
    return table


def the_rest(options: Options, laid: Mapping[str, list[str]]) -> list[str]:
    placed = [
        card.split(" (")[0] for name, pile in laid.items() if "shown" not in name for card in pile
    ]
    return sorted((Counter(the_box(options.expansions)) - Counter(placed)).elements())


def known(table: Table, card: str) -> Hidden:
    """Return a card of the deck known to the seats of its mark."""
    name, _, seat = card.rstrip(")").partition(" (")
    return Hidden(name, {int(seat) - 1} if seat else table.everyone())


def lay_before(table: Table, seat: int, laid: Mapping[str, list[str]]) -> None:
    """Set up the piles of one player; the first player is to move."""
    whose = "partner " if seat else ""
    for room in laid.get(f"{whose}row", []):
        add_to_row(table, seat, room)
    table.doors[seat] = list(laid.get(f"{whose}doors", []))
    shown = Counter(laid.get(f"{whose}shown", []))
    hidden = Counter(laid.get(f"{whose}hand", [])) - shown
    table.reserves[seat] = [Hidden(card, table.everyone()) for card in shown.elements()]
    table.reserves[seat] += [Hidden(card, {seat}) for card in hidden.elements()]
