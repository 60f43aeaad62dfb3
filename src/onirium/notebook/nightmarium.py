"""The zones of Nightmarium."""

from collections.abc import Iterator, Sequence

from onirium.games.nightmarium.view import CreatureView, NightmariumView
from onirium.i18n.catalog import Words
from onirium.notebook.board import Card, Zone, card, picture_name


def zones(view: NightmariumView, words: Words) -> Iterator[Zone]:
    """Yield the creatures of each player from the viewer on, the hand and the piles."""
    seats = len(view.players)
    for offset in range(seats):
        seat = (view.seat + offset) % seats
        creatures = [_creature(creature, words) for creature in view.players[seat].creatures]
        label = words.text("player", number=seat + 1)
        yield Zone(f"{label}: {view.players[seat].complete}/{view.goal}", creatures)
    yield _cards("pile.hand", view.hand, words)
    if view.revealed:
        yield _cards("pile.revealed", view.revealed, words)
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


def _cards(key: str, cards: Sequence[str], words: Words) -> Zone:
    return Zone(words.text(key), [card(name, words) for name in cards])
