"""Onirim's base game once more, slow and obvious, written straight from the rulebook.

Nothing of the engine is used: cards are their names, piles are lists, and a game is a generator
that asks a question, goes on with the answer, and raises ``Over`` at once when the rules say so.
"""

from collections import Counter
from collections.abc import Callable, Generator
from typing import NamedTuple

COLOURS = ("red", "blue", "green", "brown")
SUNS = {"red": 9, "blue": 8, "green": 7, "brown": 6}


class Question(NamedTuple):
    """What the game waits for: a card by chance, or a decision; and what may be answered."""

    chance: bool
    answers: list[str]


class Over(Exception):
    """The game has ended."""


Game = Generator[Question, str, None]
Drawing = Generator[Question, str, str]
Looking = Generator[Question, str, list[str]]
Choosing = Generator[Question, str, str]


def the_box() -> list[str]:
    """O1.1."""
    cards = ["nightmare"] * 10
    for colour in COLOURS:
        cards += [f"{colour} sun"] * SUNS[colour]
        cards += [f"{colour} moon"] * 4 + [f"{colour} key"] * 3 + [f"{colour} door"] * 2
    return cards


def colour_of(card: str) -> str:
    return card.split(maxsplit=1)[0]


def symbol_of(card: str) -> str:
    return card.split()[1]


def is_room(card: str) -> bool:
    return card != "nightmare" and symbol_of(card) != "door"


class Table:
    """The piles; of the deck, the cards on top whose order is known, and all the others."""

    def __init__(self) -> None:
        self.hand: list[str] = []
        self.row: list[str] = []
        self.doors: list[str] = []
        self.limbo: list[str] = []
        self.discard: list[str] = []
        self.known: list[str] = []
        self.others: list[str] = the_box()
        self.looked: list[str] = []
        self.arranged: list[str] = []
        self.drawn: list[str] = []
        self.rooms_of_the_set = 0

    def piles(self) -> dict[str, list[str]]:
        """Return every card there is, by the field of a position in which it lies."""
        return {
            "hand": sorted(self.hand),
            "row": self.row,
            "doors": sorted(self.doors),
            "limbo": sorted(self.limbo),
            "discard": sorted(self.discard),
            "top": self.known,
            "unknown": sorted(self.others),
            "looked": sorted(self.looked),
            "arranged": self.arranged,
            "drawn": self.drawn,
        }

    def game(self) -> Game:
        """O2, O3.1."""
        yield from self.take_a_hand()
        self.shuffle_limbo()
        yield from self.turns()

    def turns(self) -> Game:
        """O3.1."""
        while True:
            yield from self.first_phase()
            yield from self.fill_the_hand()
            self.shuffle_limbo()

    def take_a_hand(self) -> Game:
        """O2.1."""
        while len(self.hand) < 5:
            card = yield from self.draw()
            if is_room(card):
                self.hand.append(card)
            else:
                self.limbo.append(card)

    def shuffle_limbo(self) -> None:
        """O2.2, O3.8."""
        if self.limbo:
            self.others += self.limbo
            self.limbo = []
            self.shuffle()

    def shuffle(self) -> None:
        self.others += self.known
        self.known = []

    def draw(self) -> Drawing:
        """O6.2."""
        if not self.known and not self.others:
            raise Over("lost")
        card = yield from self.next_card()
        return card

    def next_card(self) -> Drawing:
        if self.known:
            return self.known.pop(0)
        card = yield Question(chance=True, answers=sorted(self.others))
        self.others.remove(card)
        return card

    def choose(self, answers: list[str]) -> Choosing:
        """Ask, unless there is no choice."""
        answers = sorted(set(answers))
        if len(answers) > 1:
            answer = yield Question(chance=False, answers=answers)
            return answer
        return answers[0]

    def first_phase(self) -> Game:
        """O3.2, O3.5."""
        plays = [
            f"play {room}"
            for room in set(self.hand)
            if not self.row or symbol_of(room) != symbol_of(self.row[-1])
        ]
        discards = [f"discard {room}" for room in set(self.hand)]
        answer = yield Question(chance=False, answers=sorted(plays + discards))
        action, room = answer.split(maxsplit=1)
        self.hand.remove(room)
        if action == "play":
            self.count_the_set(room)
            self.row.append(room)
            if self.rooms_of_the_set == 3:
                yield from self.find_a_door(f"{colour_of(room)} door")
        else:
            self.discard.append(room)
            if symbol_of(room) == "key":
                yield from self.prophecy()

    def count_the_set(self, room: str) -> None:
        """O3.4."""
        if not self.row or colour_of(room) != colour_of(self.row[-1]) or self.rooms_of_the_set == 3:
            self.rooms_of_the_set = 0
        self.rooms_of_the_set += 1

    def find_a_door(self, door: str) -> Game:
        """O3.3."""
        if door not in self.known + self.others:
            return
        answer = yield from self.choose(["search", "decline"])
        if answer == "search":
            self.shuffle()
            self.others.remove(door)
            self.lay_out(door)

    def lay_out(self, door: str) -> None:
        """O6.1."""
        self.doors.append(door)
        if len(self.doors) == 8:
            raise Over("won")

    def prophecy(self) -> Game:
        """O3.6."""
        yield from self.look_at_five(self.looked)
        if not self.looked:
            return
        answer = yield from self.choose([f"prophecy discard {card}" for card in self.looked])
        card = answer.removeprefix("prophecy discard ")
        self.looked.remove(card)
        self.discard.append(card)
        while self.looked:
            answer = yield from self.choose([f"next {card}" for card in self.looked])
            self.looked.remove(answer.removeprefix("next "))
            self.arranged.append(answer.removeprefix("next "))
        self.known = self.arranged + self.known
        self.arranged = []

    def look_at_five(self, seen: list[str]) -> Game:
        """O3.6."""
        while len(seen) < 5 and (self.known or self.others):
            card = yield from self.next_card()
            seen.append(card)

    def fill_the_hand(self) -> Game:
        """O3.7."""
        while len(self.hand) < 5:
            card = yield from self.draw()
            if is_room(card):
                self.hand.append(card)
            elif card == "nightmare":
                yield from self.nightmare()
            else:
                yield from self.door(card)

    def door(self, door: str) -> Game:
        """O4.1."""
        key = f"{colour_of(door)} key"
        if key not in self.hand:
            self.limbo.append(door)
            return
        self.drawn = [door]
        answer = yield from self.choose(["unlock", "decline"])
        self.drawn = []
        if answer == "unlock":
            self.hand.remove(key)
            self.discard.append(key)
            self.lay_out(door)
        else:
            self.limbo.append(door)

    def nightmare(self) -> Game:
        """O5.1, O5.2."""
        self.drawn = ["nightmare"]
        pays = [f"pay {room}" for room in self.hand if symbol_of(room) == "key"]
        gives = [f"give {door}" for door in self.doors]
        answer = yield from self.choose([*pays, *gives, "reveal", "discard hand"])
        if answer.startswith("pay"):
            self.hand.remove(answer.removeprefix("pay "))
            self.discard.append(answer.removeprefix("pay "))
        elif answer.startswith("give"):
            self.doors.remove(answer.removeprefix("give "))
            self.limbo.append(answer.removeprefix("give "))
        elif answer == "reveal":
            yield from self.reveal()
        else:
            self.discard += self.hand
            self.hand = []
            yield from self.take_a_hand()
        self.drawn = []
        self.discard.append("nightmare")

    def reveal(self) -> Game:
        """O5.1c."""
        revealed = 0
        while revealed < 5 and (self.known or self.others):
            card = yield from self.next_card()
            revealed += 1
            pile = self.discard if is_room(card) else self.limbo
            pile.append(card)


class Playing:
    """A game in progress: its table, the question that waits, and how it ended."""

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


def at_a_turn(
    hand: list[str], row: list[str], doors: list[str], known: list[str], others: list[str]
) -> Table:
    """Return the table at the beginning of a turn; what is not named is in the discard pile."""
    table = Table()
    for room in row:
        table.count_the_set(room)
        table.row.append(room)
    table.hand, table.doors, table.known, table.others = hand[:], doors[:], known[:], others[:]
    named = Counter(hand + row + doors + known + others)
    table.discard = sorted((Counter(the_box()) - named).elements())
    return table
