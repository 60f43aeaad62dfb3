"""A board of Nightmarium as named texts, and back.

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
    CREATURE_HEIGHT,
    KIND_COUNT,
    LEGIONS,
    MAX_COMPLETIONS,
    MAX_TURNS,
    card_name,
    fits,
)
from onirium.games.nightmarium.hands import KNOWN
from onirium.games.nightmarium.options import Options
from onirium.games.nightmarium.outcome import outcome_name
from onirium.games.nightmarium.state import DRAWN, NONE, STEP_BITS, STEPS, UNDECIDED, Board

REST: Final = "the rest"
MARK_KNOWN: Final = "known"
ENTRY: Final = re.compile(r"(?:(\d{1,3}) )?([a-z/ ]+?)(?: \((known|[1-9]\d{0,2})\))?")
"""A card with its number before it, and in a hand with what is known of it behind it."""

NUMBERS: Final = (
    *("mover", "actions", "turns", "creature", "completions"),
    *("victim", "lost", "to come", "exchanged"),
)

_NUMBER_OF: Final = {card_name(card): card for card in range(KIND_COUNT)}


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


def write(board: Board) -> dict[str, str]:
    """Return the board as named texts, empty ones left out."""
    fields = {
        "agenda": ", ".join(board.step_names()),
        "outcome": outcome_name(board),
        "mover": str(board.mover + 1) if board.mover else "",
        "actions": _number(board.actions),
        "legion": "" if board.legion == NONE else LEGIONS[board.legion],
        "turns": _number(board.turns),
        "creature": "" if board.creature == NONE else str(board.creature + 1),
        "completions": _number(board.completions),
        "victim": "" if board.victim == NONE else str(board.victim + 1),
        "lost": _number(board.lost),
        "to come": _number(board.pending_count),
        "exchanged": _number(board.exchanged),
        "at least": card_name(board.at_least) if board.exchanged else "",
        **{f"hand {seat + 1}": _hand(board, seat) for seat in range(board.options.seats)},
        **_creatures(board),
        "discard": _pile(board.discard),
        "revealed": ", ".join(card_name(card) for card in board.revealed),
        "unknown": _pile(board.deck.unknown),
    }
    return {name: text for name, text in fields.items() if text}


def _number(number: int) -> str:
    return str(number) if number else ""


def _hand(board: Board, seat: int) -> str:
    hands = board.hands
    held = Counter(
        card_name(hands.cards[place]) + _mark(hands.decks[place])
        for place in range(hands.begin(seat), hands.end(seat))
    )
    return _counted(held)


def _mark(deck: int) -> str:
    if deck == KNOWN:
        return f" ({MARK_KNOWN})"
    return f" ({deck})" if deck else ""


def _creatures(board: Board) -> dict[str, str]:
    goal = board.options.goal
    return {
        f"creature {spot // goal + 1}.{spot % goal + 1}": ", ".join(
            card_name(card)
            for card in board.creatures[spot * CREATURE_HEIGHT : (spot + 1) * CREATURE_HEIGHT]
            if card != NONE
        )
        for spot in range(board.options.seats * goal)
    }


def _pile(counts: Iterable[int]) -> str:
    return _counted({card_name(kind): int(count) for kind, count in enumerate(counts) if count})


def _counted(cards: Mapping[str, int]) -> str:
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in cards.items())


def read(board: Board, fields: Mapping[str, str]) -> None:
    """Lay out on an empty board what ``write`` has written.

    Raises:
        PositionError: naming the field and what is wrong with it: no game can come to this.
    """
    names = field_names(board.options)
    for name in fields:
        if name not in names:
            raise PositionError(f"{name}: no such field; there are {', '.join(names)}")
    piles = {name: _read_cards(name, fields.get(name, "")) for name in pile_names(board.options)}
    _fill_the_rest(fields, piles)
    invariants.check_composition(
        {name: [part.card for part in parts] for name, parts in piles.items()}
    )
    _lay_out(board, piles)
    _read_numbers(board, fields)
    board.legion = _read_legion(fields.get("legion", ""))
    board.at_least = _read_card("at least", fields["at least"]) if "at least" in fields else 0
    board.outcome = _read_outcome(board, fields.get("outcome", ""))
    board.step_stack = _read_agenda(fields.get("agenda", ""))
    invariants.check(board)


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
    if int(mark) > sum(invariants.COMPOSITION):
        raise PositionError(f"{field}: {entry.strip()!r} comes from no deck that there was")
    return int(mark)


def _read_card(field: str, name: str) -> int:
    if name not in _NUMBER_OF:
        raise PositionError(f"{field}: {name!r} is no card; one is {card_name(0)!r}")
    return _NUMBER_OF[name]


def _fill_the_rest(fields: Mapping[str, str], piles: dict[str, list[Part]]) -> None:
    placed = Counter(part.card for parts in piles.values() for part in parts)
    missing = Counter(dict(enumerate(invariants.COMPOSITION))) - placed
    for name in piles:
        if fields.get(name, "").strip() == REST:
            piles[name] = [Part(card, 0) for card in missing.elements()]


def _lay_out(board: Board, piles: Mapping[str, list[Part]]) -> None:
    for card in range(KIND_COUNT):
        unknown = sum(part.card == card for part in piles["unknown"])
        board.deck.add(card, unknown - int(board.deck.unknown[card]))
    for part in piles["discard"]:
        board.put_on_discard(part.card)
    for seat in range(board.options.seats):
        for part in piles[f"hand {seat + 1}"]:
            board.hands.put(seat, part.card, part.deck)
        for place in range(board.options.goal):
            _build(board, seat, place, piles[f"creature {seat + 1}.{place + 1}"])
    board.revealed = vec[u8](bytes(sorted(part.card for part in piles["revealed"])))


def _build(board: Board, seat: int, place: int, parts: list[Part]) -> None:
    """N4.1 Lay the cards of a creature, from the legs up."""
    for height, part in enumerate(parts):
        if height == CREATURE_HEIGHT or not fits(part.card, height):
            raise PositionError(
                f"creature {seat + 1}.{place + 1}: {card_name(part.card)} cannot lie there; "
                "cards are written from the legs up"
            )
        board.lay(board.spot(seat, place), part.card)


def _read_numbers(board: Board, fields: Mapping[str, str]) -> None:
    seats, goal = range(1, board.options.seats + 1), range(1, board.options.goal + 1)
    board.mover = _read_number(fields, "mover", seats, 1) - 1
    board.actions = _read_number(fields, "actions", invariants.ACTIONS_LEFT, 0)
    board.turns = _read_number(fields, "turns", range(MAX_TURNS + 1), 0)
    board.creature = _read_number(fields, "creature", goal, int(NONE) + 1) - 1
    board.completions = _read_number(fields, "completions", range(MAX_COMPLETIONS), 0)
    board.victim = _read_number(fields, "victim", seats, int(NONE) + 1) - 1
    board.lost = _read_number(fields, "lost", invariants.LOST, 0)
    board.pending_count = _read_number(fields, "to come", range(sum(invariants.COMPOSITION) + 1), 0)
    board.exchanged = _read_number(fields, "exchanged", range(sum(invariants.COMPOSITION) + 1), 0)


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


def _read_outcome(board: Board, text: str) -> int:
    endings = {"": int(UNDECIDED), "draw": int(DRAWN)}
    endings |= {f"won by player {seat}": seat for seat in range(1, board.options.seats + 1)}
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
