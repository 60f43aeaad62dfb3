"""The zones of Nightmarium."""

from collections.abc import Iterator

from onirium.core.events import SPECTATOR
from onirium.games.nightmarium.view import CreatureView, NightmariumView
from onirium.i18n.catalog import Words
from onirium.notebook.board import Card, Zone, labelled_cards, picture_name


def zones(view: NightmariumView, words: Words) -> Iterator[Zone]:
    """Yield the zones of a view.

    They are the creatures of each player, starting with the viewer; then the viewer's hand and the
    piles.
    """
    is_spectator = view.seat == SPECTATOR
    first = 0 if is_spectator else view.seat
    seats = len(view.players)
    for offset in range(seats):
        seat = (first + offset) % seats
        creatures = [_creature(creature, words) for creature in view.players[seat].creatures]
        label = words.text("player", number=seat + 1)
        yield Zone(f"{label}: {view.players[seat].complete}/{view.goal}", creatures)
    if not is_spectator:
        yield labelled_cards("pile.hand", view.hand, words)
    if view.revealed:
        yield labelled_cards("pile.revealed", view.revealed, words)
    back = [Card(words.text("pile.deck"), ("back",))] if view.deck.size else []
    yield Zone(f"{words.text('pile.deck')}: {view.deck.size}", back)


def _creature(creature: CreatureView, words: Words) -> Card:
    """N4 Return a creature as one picture: its parts, and outlines of those that it lacks."""
    parts = {"legs": creature.legs, "torso": creature.torso, "head": creature.head}
    names = [words.text(f"card.{name}") for name in dict.fromkeys(parts.values()) if name]
    pictures = tuple(
        f"{picture_name(name)}.{part}" if name else f"outline-{part}"
        for part, name in parts.items()
    )
    return Card(f"{creature.number}: {', '.join(names)}", pictures)
