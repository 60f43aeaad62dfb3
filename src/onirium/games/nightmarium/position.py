"""A table of Nightmarium as named texts, and back.

Each field is a pile, or a number; what is empty is left out. Cards are written as in the notation,
several equal ones with their number before them: ``2 chimerid legs``. One pile may be written as
``the rest``: it then holds every card that is nowhere else.

``hand 2`` is the hand of player 2; a card in it that everybody has seen is marked ``(known)``, one
that comes from a former deck ``(1)``, from one still older ``(2)``.
``creature 2.3`` is the third creature of player 2, from the legs up.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import u8

from onirium.core.game import PositionError
from onirium.games.nightmarium import invariants
from onirium.games.nightmarium.components import (
    HEIGHT,
    KINDS,
    LEGIONS,
    MOST_COMPLETIONS,
    MOST_TURNS,
    card_name,
    fits,
)
from onirium.games.nightmarium.hands import KNOWN
from onirium.games.nightmarium.options import Options
from onirium.games.nightmarium.outcome import outcome_name
from onirium.games.nightmarium.state import DRAWN, NONE, STEP_BITS, STEPS, UNDECIDED, Table

REST: Final = "the rest"
MARK_KNOWN: Final = "known"
ENTRY: Final = re.compile(r"(?:(\d{1,3}) )?([a-z/ ]+?)(?: \((known|[1-9]\d{0,2})\))?")
"""A card with its number before it, and in a hand with what is known of it behind it."""

NUMBERS: Final = (
    *("mover", "actions", "turns", "creature", "completions"),
    *("victim", "lost", "to come", "exchanged"),
)

_NUMBER_OF: Final = {card_name(card): card for card in range(KINDS)}


class Part:
    """One card of a field: its kind, and for a card in hand the deck that it comes from."""

    def __init__(self, card: int, deck: int) -> None:
        self.card = card
        self.deck = deck


def pile_names(options: Options) -> list[str]:
    """Return the fields that hold the cards of the box, in the order they are written."""
    seats = range(1, options.seats + 1)
    places = range(1, options.goal + 1)
    return [
        *(f"hand {seat}" for seat in seats),
        *(f"creature {seat}.{place}" for seat in seats for place in places),
        *("discard", "revealed", "unknown"),
    ]


def field_names(options: Options) -> list[str]:
    """Return all fields, in the order they are written."""
    words = ["agenda", "outcome", "legion", "at least"]
    return [*words, *NUMBERS, *pile_names(options)]


def write(table: Table) -> dict[str, str]:
    """Return the table as named texts, empty ones left out."""
    fields = {
        "agenda": ", ".join(table.steps()),
        "outcome": outcome_name(table),
        "mover": str(table.mover + 1) if table.mover else "",
        "actions": _number(table.actions),
        "legion": "" if table.legion == NONE else LEGIONS[table.legion],
        "turns": _number(table.turns),
        "creature": "" if table.creature == NONE else str(table.creature + 1),
        "completions": _number(table.completions),
        "victim": "" if table.victim == NONE else str(table.victim + 1),
        "lost": _number(table.lost),
        "to come": _number(table.to_come),
        "exchanged": _number(table.exchanged),
        "at least": card_name(table.at_least) if table.exchanged else "",
        **{f"hand {seat + 1}": _hand(table, seat) for seat in range(table.options.seats)},
        **_creatures(table),
        "discard": _pile(table.discard),
        "revealed": ", ".join(card_name(card) for card in table.revealed),
        "unknown": _pile(table.deck.unknown),
    }
    return {name: text for name, text in fields.items() if text}


def _number(number: int) -> str:
    return str(number) if number else ""


def _hand(table: Table, seat: int) -> str:
    hands = table.hands
    held = Counter(
        card_name(hands.cards[place]) + _mark(hands.decks[place])
        for place in range(hands.begin(seat), hands.end(seat))
    )
    return _counted(held)


def _mark(deck: int) -> str:
    if deck == KNOWN:
        return f" ({MARK_KNOWN})"
    return f" ({deck})" if deck else ""


def _creatures(table: Table) -> dict[str, str]:
    goal = table.options.goal
    return {
        f"creature {spot // goal + 1}.{spot % goal + 1}": ", ".join(
            card_name(card)
            for card in table.creatures[spot * HEIGHT : (spot + 1) * HEIGHT]
            if card != NONE
        )
        for spot in range(table.options.seats * goal)
    }


def _pile(counts: Iterable[int]) -> str:
    return _counted({card_name(kind): int(count) for kind, count in enumerate(counts) if count})


def _counted(cards: Mapping[str, int]) -> str:
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in cards.items())


def read(table: Table, fields: Mapping[str, str]) -> None:
    """Lay out on an empty table what ``write`` has written.

    Raises:
        PositionError: naming the field and what is wrong with it: no game can come to this.
    """
    names = field_names(table.options)
    for name in fields:
        if name not in names:
            raise PositionError(f"{name}: no such field; there are {', '.join(names)}")
    piles = {name: _read_cards(name, fields.get(name, "")) for name in pile_names(table.options)}
    _fill_the_rest(fields, piles)
    invariants.check_box({name: [part.card for part in parts] for name, parts in piles.items()})
    _lay_out(table, piles)
    _read_numbers(table, fields)
    table.legion = _read_legion(fields.get("legion", ""))
    table.at_least = _read_card("at least", fields["at least"]) if "at least" in fields else 0
    table.outcome = _read_outcome(table, fields.get("outcome", ""))
    table.agenda = _read_agenda(fields.get("agenda", ""))
    invariants.check(table)


def _read_cards(field: str, text: str) -> list[Part]:
    parts: list[Part] = []
    for entry in [] if text.strip() in {"", REST} else text.split(","):
        found = ENTRY.fullmatch(entry.strip())
        mark = found[3] if found else None
        if not found or (mark and not field.startswith("hand")):
            raise PositionError(f"{field}: {entry.strip()!r} is no card that can be there")
        card = _read_card(field, found[2])
        parts.extend([Part(card, _read_deck(field, entry, mark or "0"))] * int(found[1] or 1))
    return parts


def _read_deck(field: str, entry: str, mark: str) -> int:
    """N8.3 Of no more decks than there are cards can some still be in hand."""
    if mark == MARK_KNOWN:
        return int(KNOWN)
    if int(mark) > sum(invariants.BOX):
        raise PositionError(f"{field}: {entry.strip()!r} comes from no deck that there was")
    return int(mark)


def _read_card(field: str, name: str) -> int:
    if name not in _NUMBER_OF:
        raise PositionError(f"{field}: {name!r} is no card; one is {card_name(0)!r}")
    return _NUMBER_OF[name]


def _fill_the_rest(fields: Mapping[str, str], piles: dict[str, list[Part]]) -> None:
    placed = Counter(part.card for parts in piles.values() for part in parts)
    missing = Counter(dict(enumerate(invariants.BOX))) - placed
    for name in piles:
        if fields.get(name, "").strip() == REST:
            piles[name] = [Part(card, 0) for card in missing.elements()]


def _lay_out(table: Table, piles: Mapping[str, list[Part]]) -> None:
    for card in range(KINDS):
        unknown = sum(part.card == card for part in piles["unknown"])
        table.deck.add(card, unknown - int(table.deck.unknown[card]))
    for part in piles["discard"]:
        table.put_on_discard(part.card)
    for seat in range(table.options.seats):
        for part in piles[f"hand {seat + 1}"]:
            table.hands.put(seat, part.card, part.deck)
        for place in range(table.options.goal):
            _build(table, seat, place, piles[f"creature {seat + 1}.{place + 1}"])
    table.revealed = vec[u8](bytes(sorted(part.card for part in piles["revealed"])))


def _build(table: Table, seat: int, place: int, parts: list[Part]) -> None:
    """N4.1 Lay the cards of a creature, from the legs up."""
    for height, part in enumerate(parts):
        if height == HEIGHT or not fits(part.card, height):
            raise PositionError(
                f"creature {seat + 1}.{place + 1}: {card_name(part.card)} cannot lie there; "
                "cards are written from the legs up"
            )
        table.lay(table.spot(seat, place), part.card)


def _read_numbers(table: Table, fields: Mapping[str, str]) -> None:
    seats, goal = range(1, table.options.seats + 1), range(1, table.options.goal + 1)
    table.mover = _read_number(fields, "mover", seats, 1) - 1
    table.actions = _read_number(fields, "actions", invariants.ACTIONS_LEFT, 0)
    table.turns = _read_number(fields, "turns", range(MOST_TURNS + 1), 0)
    table.creature = _read_number(fields, "creature", goal, int(NONE) + 1) - 1
    table.completions = _read_number(fields, "completions", range(MOST_COMPLETIONS), 0)
    table.victim = _read_number(fields, "victim", seats, int(NONE) + 1) - 1
    table.lost = _read_number(fields, "lost", invariants.LOST, 0)
    table.to_come = _read_number(fields, "to come", range(sum(invariants.BOX) + 1), 0)
    table.exchanged = _read_number(fields, "exchanged", range(sum(invariants.BOX) + 1), 0)


def _read_number(fields: Mapping[str, str], name: str, numbers: range, default: int) -> int:
    text = fields.get(name, "").strip()
    if not text:
        return default
    if text not in map(str, numbers):
        raise PositionError(f"{name}: {text!r} is no number from {numbers[0]} to {numbers[-1]}")
    return int(text)


def _read_legion(text: str) -> int:
    if not text:
        return int(NONE)
    if text not in LEGIONS:
        raise PositionError(f"legion: {text!r} is none of {', '.join(LEGIONS)}")
    return LEGIONS.index(text)


def _read_outcome(table: Table, text: str) -> int:
    endings = {"": int(UNDECIDED), "draw": int(DRAWN)}
    endings |= {f"won by player {seat}": seat for seat in range(1, table.options.seats + 1)}
    if text not in endings:
        raise PositionError(f"outcome: {text!r} is none of {', '.join(list(endings)[1:])}")
    return endings[text]


def _read_agenda(text: str) -> int:
    agenda = 0
    for step in reversed([word.strip() for word in text.split(",")] if text.strip() else []):
        if step not in STEPS[1:]:
            raise PositionError(f"agenda: {step!r} is none of {', '.join(STEPS[1:])}")
        agenda = agenda << int(STEP_BITS) | STEPS.index(step)
        if agenda >> invariants.LONGEST_AGENDA * int(STEP_BITS):
            raise PositionError(
                f"agenda: there are never more than {invariants.LONGEST_AGENDA} steps"
            )
    return agenda
