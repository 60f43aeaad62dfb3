"""Conversion of a table to and from the named fields of a position."""

from collections.abc import Mapping

from tests.games.nightmarium.reference.cards import Card, names
from tests.games.nightmarium.reference.table import Held, Options, Table
from tests.support.card_lists import expand

REST = "the rest"
OLDEST = 3
"""The maximum number of previous decks in a position."""


def numbers(table: Table) -> dict[str, str]:
    """Return the fields without cards that differ from their defaults."""
    victim = "" if table.victim is None else str(table.victim + 1)
    last = table.exchanged[-1].name if table.exchanged else ""
    fields = {
        "mover": str(table.mover + 1) if table.mover else "",
        "actions": str(table.to_begin),
        "legion": table.legion,
        "turns": str(table.turns),
        "creature": str(table.chain.slot) if table.chain else "",
        "completions": str(table.completions),
        "victim": victim,
        "lost": str(int(table.lost)),
        "pending": str(table.pending_count),
        "exchanged": str(len(table.exchanged)),
        "at least": last,
    }
    return {name: text for name, text in fields.items() if text not in {"", "0"}}


def piles(table: Table) -> dict[str, list[str]]:
    """Return every non-empty pile; only the cards of creatures are ordered."""
    fields = {
        "discard": sorted(names(table.discard)),
        "revealed": sorted(names(table.revealed)),
        "unknown": sorted(names(table.deck)),
    }
    for seat in table.seats:
        fields[f"hand {seat + 1}"] = sorted(marked(table, held) for held in table.hands[seat])
        for creature in table.creatures(seat):
            fields[creature.pile] = names(creature.cards)
    return {name: cards for name, cards in fields.items() if cards}


def marked(table: Table, held: Held) -> str:
    """N8.1, N8.3 Return a hand card with the mark of its public origin."""
    if held.known:
        return f"{held.card.name} (known)"
    age = table.decks.index(held.deck)
    return f"{held.card.name} ({age})" if age else held.card.name


def at_a_turn(options: Options, fields: Mapping[str, str]) -> Table:
    """Return a table at the beginning of a turn; one pile may be ``the rest`` of the box."""
    table = Table(options)
    box, table.deck = table.deck, []
    table.mover = int(fields.get("mover", "1")) - 1
    table.turns = int(fields.get("turns", "0"))
    table.decks = list(range(OLDEST, -1, -1))
    laid = {name: expand(text) for name, text in fields.items() if is_pile(name) and text != REST}
    for name, entries in laid.items():
        for entry in entries:
            lay_out(table, name, entry, box)
    for name in fields:
        if fields[name] == REST:
            for card in list(box):
                lay_out(table, name, card.name, box)
    return table


def is_pile(name: str) -> bool:
    return name.split(maxsplit=1)[0] in {"hand", "creature", "discard", "unknown"}


def lay_out(table: Table, pile: str, entry: str, box: list[Card]) -> None:
    """Move a card with the given name from the box to a pile."""
    name, _, mark = entry.removesuffix(")").partition(" (")
    card = next(card for card in box if card.name == name)
    box.remove(card)
    where, _, number = pile.partition(" ")
    if where == "hand":
        known = mark == "known"
        age = 0 if known else int(mark or 0)
        table.hands[int(number) - 1].append(Held(card, OLDEST - age, known=known))
    elif where == "creature":
        seat, slot = number.split(".")
        table.slots[int(seat) - 1][int(slot) - 1].cards.append(card)
    else:
        {"discard": table.discard, "unknown": table.deck}[where].append(card)
