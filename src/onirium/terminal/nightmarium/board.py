"""The board of Nightmarium as rows of text."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from onirium.games.nightmarium.components import KIND_COUNT, MAX_SEATS, card_name
from onirium.games.nightmarium.view import NightmariumView, PlayerView
from onirium.i18n.catalog import Words
from onirium.presentation.card_names import display_name
from onirium.presentation.nightmarium.cards import (
    count_legions,
    legion_of,
    list_by_legion,
    list_cards,
)
from onirium.terminal.console import Row
from onirium.terminal.nightmarium.creatures import painters, pictures

LEGION_STYLES: Final = {
    "necronaut": "bright_blue",
    "homunculus": "red",
    "insektoid": "yellow",
    "chimerid": "green",
}


def styles(words: Words) -> dict[str, str]:
    """Return the styles of legions, cards and player names."""
    phrases = {_player(seat, words): "bold" for seat in range(MAX_SEATS)}
    for legion, style in LEGION_STYLES.items():
        phrases[words.text(f"legions.{legion}")] = style
    for card, painter in product(map(card_name, range(KIND_COUNT)), painters(words)):
        style = LEGION_STYLES[legion_of(card)]
        phrases[painter.card(card).strip()] = style
        phrases[display_name(card, words)] = style
    return phrases


def rows(view: NightmariumView, words: Words) -> list[Row]:
    """Return the rows: the piles, the opponents in turn order, and last the seat's own.

    What matters most for a decision is lowest, nearest to the prompt.
    """
    seats = len(view.players)
    opponents = ((view.seat + offset) % seats for offset in range(1, seats))
    own: list[tuple[str, str]] = [
        *_label_lines(words.text("pile.hand"), list_by_legion(view.hand, words), words),
        (words.text("pile.known"), list_cards(view.players[view.seat].known, words)),
        (words.text("pile.revealed"), list_cards(view.revealed, words)),
        (words.text("table.turn"), "" if view.outcome else _turn(view, words)),
    ]
    return [
        (words.text("pile.deck"), words.count("cards", view.deck.size)),
        (words.text("pile.discard"), _discard(view, words)),
        *(row for seat in (*opponents, view.seat) for row in _creature_rows(seat, view, words)),
        *((label, text) for label, text in own if text),
    ]


def _player(seat: int, words: Words) -> str:
    return words.text("player", number=seat + 1)


def _creature_rows(seat: int, view: NightmariumView, words: Words) -> Iterator[Row]:
    """N8.1 Yield the public facts of a player, and pictures of the creatures."""
    player = view.players[seat]
    yield _player(seat, words), _facts(player, view, words, own=seat == view.seat)
    if player.creatures:
        yield "", pictures(player.creatures, view.creature, words)


def _facts(player: PlayerView, view: NightmariumView, words: Words, *, own: bool) -> str:
    complete = words.text("table.complete", complete=player.complete, goal=view.goal)
    if own:
        return f"({words.text('table.you')}) {complete}"
    facts = [complete, words.count("table.cards", player.size)]
    if player.known:
        facts.append(words.text("table.known", cards=list_cards(player.known, words)))
    return "; ".join(facts)


def _label_lines(label: str, lines: Iterator[str], words: Words) -> Iterator[tuple[str, str]]:
    for line in [*lines] or [words.text("pile.empty")]:
        yield label, line
        label = ""


def _discard(view: NightmariumView, words: Words) -> str:
    size = sum(view.discard.values())
    if not size:
        return words.text("pile.empty")
    return f"{words.count('cards', size)}: {count_legions(view.discard, words)}"


def _turn(view: NightmariumView, words: Words) -> str:
    """N3 Return the player to move, the actions left, and the constraints on them."""
    facts = [_player(view.mover, words), words.text("table.actions", number=view.actions)]
    if view.creature:
        facts.append(words.text("table.acting", target=view.creature))
        if view.abilities:
            named_abilities = ", ".join(words.text(f"ability.{name}") for name in view.abilities)
            facts.append(words.text("note.chain", abilities=named_abilities))
    elif view.legion:
        facts.append(words.text("table.legion", legions=words.text(f"legions.{view.legion}")))
    if view.exchanged:
        facts.append(words.text("table.exchanged", number=view.exchanged))
    return "; ".join(facts)
