"""The choices of Nightmarium in words: what each does, what it brings, and the help for them."""

from collections.abc import Callable, Iterator
from typing import Final

from onirium.core.events import split_pile_name
from onirium.core.view import ActionInfo
from onirium.games.nightmarium.components import CARDS_PER_DRAW
from onirium.games.nightmarium.view import CreatureView, NightmariumView
from onirium.i18n.catalog import Words
from onirium.presentation.nightmarium.cards import abilities_of, legion_of, listed, named

OF_ABILITIES: Final = ("revealed", "mocker", "executioner", "scavenger", "devourer")
"""N6 The steps in which an ability is played."""


def describe_action(choice: ActionInfo, view: NightmariumView, words: Words) -> str:
    """Return what a choice does."""
    _, target = split_pile_name(choice.target)
    creature = _aimed_at(choice, view)
    begins = " new" if choice.kind == "place" and creature is None else ""
    return words.text(
        f"choice.{view.step}.{choice.kind}{begins}",
        card=named(choice.card, words) if choice.card else "",
        part=words.text(f"part.{_next_part(creature)}"),
        target=target,
    )


def describe_effect(choice: ActionInfo, view: NightmariumView, words: Words) -> str:
    """Return what a choice brings with it, or nothing."""
    notes = _NOTES.get(choice.kind)
    return "; ".join(notes(choice, view, words)) if notes else ""


def explain_decision(view: NightmariumView, words: Words) -> list[str]:
    """Explain the choice at hand."""
    common = ["help.abilities"] if view.step in OF_ABILITIES else []
    return [words.text(key) for key in (f"help.{view.step}", *common)]


def _aimed_at(choice: ActionInfo, view: NightmariumView) -> CreatureView | None:
    """Return the creature that a choice concerns, if it is there already."""
    _, number = split_pile_name(choice.target)
    creatures = (creature for player in view.players for creature in player.creatures)
    return next((creature for creature in creatures if creature.number == number), None)


def _next_part(creature: CreatureView | None) -> str:
    """N4.1 Return what a card placed on a creature, or beginning one, will be."""
    if creature is None:
        return "legs"
    return "head" if creature.torso else "torso"


def _cards(creature: CreatureView) -> list[str]:
    """Return the cards of a creature, from the top."""
    return [card for card in (creature.head, creature.torso, creature.legs) if card]


def _placing(choice: ActionInfo, view: NightmariumView, words: Words) -> Iterator[str]:
    """N5.1 Say what follows if a card completes a creature."""
    creature = _aimed_at(choice, view)
    if creature is None or not creature.torso:
        return
    if view.players[view.seat].complete + 1 == view.goal:
        yield words.text("note.wins")
        return
    yield words.text("note.completes", target=creature.number)
    cards = [choice.card, *_cards(creature)]
    if len({*map(legion_of, cards)}) == 1:
        yield words.text("note.terror")
    if abilities := abilities_of(cards, words):
        yield words.text("note.chain", abilities=abilities)


def _held(choice: ActionInfo, view: NightmariumView, words: Words) -> Iterator[str]:
    """N3.4 Say of equal cards how many can be exchanged."""
    held = view.hand.count(choice.card)
    if held > 1:
        yield words.text("note.held", number=held)


def _drawn(_choice: ActionInfo, view: NightmariumView, words: Words) -> Iterator[str]:
    yield words.count("note.draws", view.exchanged // int(CARDS_PER_DRAW))


def _beheading(choice: ActionInfo, view: NightmariumView, words: Words) -> Iterator[str]:
    """N4.3, N6.4, N6.6 Say what becomes of a creature that loses its top card."""
    creature = _aimed_at(choice, view)
    if creature and creature.head:
        yield words.text("note.breaks")
    elif creature and not creature.torso:
        yield words.text("note.gone")


def _scavenged(choice: ActionInfo, view: NightmariumView, words: Words) -> Iterator[str]:
    if creature := _aimed_at(choice, view):
        yield words.text("note.cards", cards=listed(_cards(creature), words))


_NOTES: Final[dict[str, Callable[[ActionInfo, NightmariumView, Words], Iterator[str]]]] = {
    "place": _placing,
    "exchange": _held,
    "done": _drawn,
    "execute": _beheading,
    "devour": _beheading,
    "scavenge": _scavenged,
}
