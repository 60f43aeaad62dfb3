"""Actions of Nightmarium as text: label, effects, and help for each decision."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from onirium.core.events import split_pile_name
from onirium.core.view import ActionInfo
from onirium.games.nightmarium.abilities import is_target
from onirium.games.nightmarium.components import CARDS_PER_DRAW
from onirium.games.nightmarium.steps import STEP_NAMES, is_ability_decision, needs_target
from onirium.games.nightmarium.view import CreatureView, NightmariumView
from onirium.i18n.catalog import Words
from onirium.presentation.card_names import display_name
from onirium.presentation.nightmarium.cards import (
    abilities_of,
    ability_of,
    legion_of,
    list_cards,
)
from onirium.presentation.readings import explain_readings

MAX_CACHED_LABELS: Final = 10_000


def describe_action(action: ActionInfo, view: NightmariumView, words: Words) -> str:
    """Return the label of an action."""
    _, target = split_pile_name(action.target)
    creature = _target_creature(action, view)
    begins = " new" if action.kind == "place" and creature is None else ""
    key = f"choice.{view.step}.{action.kind}{begins}"
    return _label(key, action.card, _next_part(creature), target, words)


def describe_effect(action: ActionInfo, view: NightmariumView, words: Words) -> str:
    """Return the notable effects of an action, or an empty string."""
    effects = _EFFECTS.get(action.kind)
    return "; ".join(effects(action, view, words)) if effects else ""


def explain_decision(view: NightmariumView, words: Words) -> list[str]:
    """Return the help for the current decision."""
    common = ["help.abilities"] if is_ability_decision(STEP_NAMES.index(view.step)) else []
    texts = [words.text(key) for key in (f"help.{view.step}", *common)]
    return texts + explain_readings(view.readings, words)


@lru_cache(MAX_CACHED_LABELS)
def _label(key: str, card: str, part: str, target: str, words: Words) -> str:
    name = display_name(card, words) if card else ""
    return words.text(key, card=name, part=words.text(f"part.{part}"), target=target)


def _target_creature(action: ActionInfo, view: NightmariumView) -> CreatureView | None:
    """Return the existing creature that an action targets or extends, or None."""
    _, number = split_pile_name(action.target)
    if not number:
        return None
    player, _, _ = number.partition(".")
    for creature in view.players[int(player) - 1].creatures:
        if creature.number == number:
            return creature
    return None


def _next_part(creature: CreatureView | None) -> str:
    """N4.1 Return the part that the next card of a creature becomes; ``legs`` for a new one."""
    if creature is None:
        return "legs"
    return "head" if creature.torso else "torso"


def _cards(creature: CreatureView) -> list[str]:
    """Return the cards of a creature, from the top down."""
    return [card for card in (creature.head, creature.torso, creature.legs) if card]


def _placement_effects(action: ActionInfo, view: NightmariumView, words: Words) -> Iterator[str]:
    """N5.1 Yield the consequences of a card that completes a creature."""
    creature = _target_creature(action, view)
    if creature is None or not creature.torso:
        return
    if view.players[view.seat].complete + 1 == view.goal:
        yield words.text("note.wins")
        return
    yield words.text("note.completes", target=creature.number)
    cards = [action.card, *_cards(creature)]
    if len({*map(legion_of, cards)}) == 1:
        yield words.text("note.terror")
    abilities = [ability for ability in map(ability_of, cards) if ability]
    if abilities and _lacks_target(abilities[0], creature, view):
        yield words.text("note.no target", ability=words.text(f"ability.{abilities[0]}"))
    elif abilities:
        yield words.text("note.chain", abilities=abilities_of(cards, words))


def _lacks_target(ability: str, creature: CreatureView, view: NightmariumView) -> bool:
    """N5.4 Return whether an ability that needs a creature as its target finds none."""
    step = STEP_NAMES.index(ability)
    return needs_target(step) and not any(
        is_target(step, len(_cards(one)), is_own=seat == view.seat, is_acting=one is creature)
        for seat, player in enumerate(view.players)
        for one in player.creatures
    )


def _exchange_effects(action: ActionInfo, view: NightmariumView, words: Words) -> Iterator[str]:
    """N3.4 Yield the number of equal cards that can be exchanged."""
    count = view.hand.count(action.card)
    if count > 1:
        yield words.text("note.held", number=count)


def _draw_effects(_action: ActionInfo, view: NightmariumView, words: Words) -> Iterator[str]:
    yield words.count("note.draws", view.exchanged // int(CARDS_PER_DRAW))


def _top_card_effects(action: ActionInfo, view: NightmariumView, words: Words) -> Iterator[str]:
    """N4.3, N6.4, N6.6 Yield the consequence for a creature that loses its top card."""
    creature = _target_creature(action, view)
    if creature and creature.head:
        yield words.text("note.breaks")
    elif creature and not creature.torso:
        yield words.text("note.gone")


def _terror_effects(action: ActionInfo, view: NightmariumView, words: Words) -> Iterator[str]:
    """N5.2 Yield a note on a card of another legion: two of them must be discarded."""
    for creature in view.players[view.mover].creatures:
        if creature.number == view.creature and legion_of(creature.legs) != legion_of(action.card):
            yield words.text("note.one of two")


def _scavenge_effects(action: ActionInfo, view: NightmariumView, words: Words) -> Iterator[str]:
    if creature := _target_creature(action, view):
        yield words.text("note.cards", cards=list_cards(_cards(creature), words))


_EFFECTS: Final[dict[str, Callable[[ActionInfo, NightmariumView, Words], Iterator[str]]]] = {
    "place": _placement_effects,
    "exchange": _exchange_effects,
    "done": _draw_effects,
    "discard": _terror_effects,
    "execute": _top_card_effects,
    "devour": _top_card_effects,
    "scavenge": _scavenge_effects,
}
