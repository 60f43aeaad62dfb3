"""The description of each answer: its card, with source and target."""

from typing import NamedTuple

from tests.games.nightmarium.reference.asking import Question
from tests.games.nightmarium.reference.placing import aim, card_placed
from tests.games.nightmarium.reference.table import Table


class Offer(NamedTuple):
    """An answer with its card, and the source and target of the card."""

    answer: str
    card: str
    zone: str
    target: str


def offers(table: Table, question: Question) -> list[Offer]:
    return [offer(table, question.step, answer) for answer in question.answers]


def offer(table: Table, step: str, answer: str) -> Offer:
    verb, _, what = answer.partition(" ")
    if verb in {"exchange", "discard"}:
        return Offer(answer, what, "hand", "discard")
    if verb == "place":
        zone = "revealed" if step == "revealed" else "hand"
        return Offer(answer, card_placed(answer), zone, aim(table, answer).pile)
    if verb in {"execute", "scavenge", "devour"}:
        number = what if "." in what else f"{table.mover + 1}.{what}"
        seat, slot = (int(part) - 1 for part in number.split("."))
        creature = table.slots[seat][slot]
        return Offer(answer, creature.cards[-1].name, creature.pile, creature.pile)
    return Offer(answer, "", "", "deck" if verb == "draw" else "")
