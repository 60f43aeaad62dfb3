"""The boards of the expansions as rows of text."""

from onirium.games.onirim.expansions.book.view import BookView
from onirium.games.onirim.expansions.premonitions.view import PremonitionsView
from onirium.games.onirim.expansions.towers.view import TowersView
from onirium.i18n.catalog import Words
from onirium.presentation.card_names import display_name
from onirium.presentation.onirim.cards import (
    colour_of,
    describe_premonition,
    list_cards,
)

Row = tuple[str, str]
"""A label and its text."""


def tower_rows(towers: TowersView, words: Words) -> list[Row]:
    """O9 Return the tower row, and whether it is complete."""
    row = list_cards(towers.row, words) or words.text("pile.empty")
    lines = [(words.text("pile.towers"), row)]
    if towers.complete:
        lines.append(("", f"({words.text('table.complete')})"))
    return lines


def book_rows(book: BookView, discarded: int, words: Words) -> list[Row]:
    """O8 Return the goals, the prices of the spells, and the size of the discard pile."""
    prophecy, planning, punishment = book.prices
    prices = words.text("table.prices", prophecy=prophecy, planning=planning, punishment=punishment)
    lines = [
        (words.text("pile.goals"), _goals(book, words)),
        ("", _next_goal(book, words)),
        (words.text("pile.spells"), prices),
        (words.text("pile.discard"), _count_discarded(discarded, words)),
    ]
    if book.to_pay:
        lines.append(("", f"({words.text('table.to pay', number=book.to_pay)})"))
    if book.removed:
        removed = words.count("cards", sum(book.removed.values()))
        lines.append((words.text("pile.removed"), removed))
    return lines


def premonition_rows(premonitions: PremonitionsView, words: Words) -> list[Row]:
    """O10 Return the face-up Premonitions, and the number of face-down ones."""
    lines = [f"- {describe_premonition(card, words)}" for card in premonitions.face_up]
    if premonitions.face_down:
        lines.append(f"({words.text('table.face down', number=premonitions.face_down)})")
    label = words.text("pile.premonitions")
    rows = [
        ("" if index else label, line)
        for index, line in enumerate(lines or [words.text("pile.empty")])
    ]
    if premonitions.striking:
        rows.append(
            (words.text("pile.striking"), describe_premonition(premonitions.striking, words))
        )
    return rows


def _count_discarded(discarded: int, words: Words) -> str:
    return words.count("cards", discarded) if discarded else words.text("pile.empty")


def _goals(book: BookView, words: Words) -> str:
    return ", ".join(
        f"{index + 1}\N{NO-BREAK SPACE}{words.text(f'goals.{colour_of(goal)}')}"
        + (f" ({words.text('table.found')})" if index in book.found else "")
        for index, goal in enumerate(book.goals)
    )


def _next_goal(book: BookView, words: Words) -> str:
    if not book.next:
        return ""
    return f"({words.text('table.next goal', card=display_name(f'{book.next} door', words))})"
