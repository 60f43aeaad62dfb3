"""Actions of Onirim as text: label, effects, and help for each decision."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from onirium.core.view import ActionInfo
from onirium.games.onirim.actions import is_personal, swapped_goals
from onirium.games.onirim.components import HAND_SIZE, PROPHECY_SIZE, REVEAL_SIZE, SET_SIZE
from onirium.games.onirim.expansions.premonitions.components import DREAM_SIZE
from onirium.games.onirim.expansions.towers.components import FORMATION_SIZE
from onirium.games.onirim.view import OnirimView
from onirium.i18n.catalog import Words
from onirium.presentation.card_names import display_name
from onirium.presentation.onirim.cards import (
    colour_of,
    describe_card,
    describe_premonition,
    is_premonition,
    is_tower,
)
from onirium.presentation.onirim.game_status import has_found_all_doors, missing_doors
from onirium.presentation.readings import explain_readings

SPELLS: Final = ("cast paradoxical prophecy", "cast parallel planning", "cast powerful punishment")

REVEALED: Final = {"reveal": int(REVEAL_SIZE), "dream reveal": int(DREAM_SIZE)}
"""The number of cards that an action reveals, if the deck holds as many."""

REVEALED_FEW: Final = {0: "choice.reveal nothing", 1: "choice.reveal one"}
"""The labels of actions that reveal fewer than two cards."""

EXTRA_HELP: Final = {
    "book": ("play", "search", "unlock", "appease"),
    "towers": ("play", "appease"),
    "premonitions": ("appease",),
    "two players": ("play", "unlock", "appease", "give up"),
}
"""The decisions whose help grows with an expansion or a second player."""


def describe_action(action: ActionInfo, view: OnirimView, words: Words) -> str:
    """Return the label of an action."""
    first_tower = " first" if _is_first_tower(action, view) else ""
    key = f"choice.{view.step}.{action.kind}{first_tower}"
    if action.kind in REVEALED:
        number = min(REVEALED[action.kind], view.deck.size)
        few = REVEALED_FEW.get(number)
        return words.text(few) if few else words.count(key, number)
    card = action.card or view.drawn or (f"{colour_of(view.row[-1])} door" if view.row else "")
    first, second = _goals(action, view, words)
    name = display_name(card, words) if card else ""
    number = _cards_to_pay(view)
    return words.text(key, card=name, first=first, second=second, number=number)


def _cards_to_pay(view: OnirimView) -> int:
    """O8.4 Return the number of cards still to be paid for a spell."""
    return view.book.to_pay if view.book else 0


def _is_first_tower(action: ActionInfo, view: OnirimView) -> bool:
    """O9.3 Return whether a tower begins the row, and so has no side to be built on."""
    return action.kind == "play right" and view.towers is not None and not view.towers.row


def describe_effect(action: ActionInfo, view: OnirimView, words: Words) -> str:
    """Return the notable effects of an action, or an empty string."""
    notes = list(_EFFECTS[action.kind](action, view, words)) if action.kind in _EFFECTS else []
    if is_personal(action.action):
        notes.append(words.text("note.personal"))
    elif _leaves_shared(action, view):
        notes.append(words.text("note.shared"))
    return "; ".join(notes)


def _leaves_shared(action: ActionInfo, view: OnirimView) -> bool:
    """O7.2 Return whether a card of the shared reserve is played, discarded or paid."""
    if action.kind == "unlock":
        return f"{colour_of(view.drawn)} key" in view.shared
    return action.zone == "shared" and action.target != "hand"


def explain_decision(view: OnirimView, words: Words) -> list[str]:
    """Return the help for the current decision with the expansions in play."""
    components = {
        "book": view.book,
        "towers": view.towers,
        "premonitions": view.premonitions,
        "two players": view.partner,
    }
    added = [
        f"help.{view.step}.{name}"
        for name, part in components.items()
        if part is not None and view.step in EXTRA_HELP[name]
    ]
    common = ["help.premonitions"] if view.premonitions else []
    texts = [words.text(key) for key in (f"help.{view.step}", *added, *common)]
    return texts + explain_readings(view.readings, words)


def describe_set(colour: str, length: int, words: Words) -> str:
    """O3.4 Return the progress of a set of three."""
    return words.text("table.set", colour=words.text(f"colour.{colour}"), number=length)


def _goals(action: ActionInfo, view: OnirimView, words: Words) -> list[str]:
    """O8.5 Return the two swapped goals: their positions, counted from 1, and their colours."""
    if view.book is None or action.kind != "swap":
        return ["", ""]
    return [
        f"{index + 1} {words.text(f'goals.{colour_of(view.book.goals[index])}')}"
        for index in swapped_goals(action.action)
    ]


def _play_effects(action: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    """O3.3 Yield the progress of the set of three after playing a room."""
    colour = colour_of(action.card)
    continues = view.row and colour_of(view.row[-1]) == colour
    length = view.set_length + 1 if continues else 1
    door = f"{colour} door"
    if length < SET_SIZE:
        yield describe_set(colour, length, words)
    elif view.partner and view.doors[colour] and "second-door" not in view.readings:
        yield words.text("note.door owned")
    elif not view.deck.cards.get(door):
        yield words.text("note.set in vain")
    elif view.book and view.book.next != colour and "set-fetch" in view.readings:
        yield words.text("note.not fetched")
    else:
        yield words.text("note.set complete", card=display_name(door, words))
        yield from _door_turn(colour, view, words)


def _search_effects(_action: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    """O3.3 Yield a note that the order of the deck is lost."""
    yield words.text("note.shuffles")
    yield from _door_turn(colour_of(view.row[-1]), view, words)


def _decline_effects(_action: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    """O3.3, O4.1, O8.2 Yield why a door stays shut: no search, no key, or another door is next."""
    if view.step == "search":
        yield words.text("note.stays")
    elif view.step == "unlock" and not _holds_key(view):
        yield words.text("note.no key")
    elif view.step == "unlock" and view.book and view.book.next != colour_of(view.drawn):
        yield words.text("note.not next")


def _holds_key(view: OnirimView) -> bool:
    """O4.1, O7.2 Return whether the key of the drawn door is in hand."""
    key = f"{colour_of(view.drawn)} key"
    return key in view.hand or key in view.shared


def _door_turn(colour: str, view: OnirimView, words: Words) -> Iterator[str]:
    """O8.2 Yield a note if another door must be found first."""
    if view.book and view.book.next != colour:
        yield words.text("note.not its turn")


def _tower_effects(action: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    """O9.3 Yield the sides of a tower, and a note if it completes the row."""
    yield describe_card(action.card, words)
    if view.towers and not view.towers.complete:
        row, tower = view.towers.row, action.card
        if _is_formation([tower, *row] if action.kind == "play left" else [*row, tower]):
            yield words.text("note.towers complete")


def _is_formation(row: Sequence[str]) -> bool:
    """O9.2 Return whether a row of towers has four neighbours of four different colours."""
    colours = [colour_of(tower) for tower in row]
    size = int(FORMATION_SIZE)
    return any(len({*colours[start : start + size]}) == size for start in range(len(colours)))


def _discard_effects(action: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    """O3.6, O9.5 Yield the number of cards that a discarded key or tower reveals."""
    if is_tower(action.card):
        number = min(int(action.card.split()[-1]), view.deck.size)
        yield words.count("note.look", number) if number else words.text("note.no look")
    elif action.card.endswith("key"):
        number = min(int(PROPHECY_SIZE), view.deck.size)
        yield words.count("note.prophecy", number) if number else words.text("note.no prophecy")


def _spell_effects(action: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    if view.book:
        yield words.count("note.price", view.book.prices[SPELLS.index(action.kind)])


def _give_effects(action: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    """O5.1b, O8.3 Yield the number of doors left, and the consequence for the goal."""
    owner = view.partner if action.kind == "give partner" else view
    if owner:
        left = sum(owner.doors.values()) - 1
        yield words.count("note.doors left", left) if left else words.text("note.no doors left")
    if view.book:
        yield words.text("note.goal opens")


def _reveal_effects(_action: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    """O5.1c Yield which cards are lost, or that none is left to draw.

    The Book may still help, and the loss of an inner tower may complete the row (O9.6).
    """
    may_win = view.book or (view.towers and has_found_all_doors(view))
    if view.deck.size <= REVEAL_SIZE and not may_win:
        yield words.text("note.deck runs out")
    else:
        yield words.text("note.reveal towers" if view.towers else "note.reveal")


def _unlock_effects(_action: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    """O4.1 Yield a note if the deck cannot replace the key."""
    if _draws_in_vain(view, missing_doors(view) - 1):
        yield words.text("note.deck runs out")


def _pay_effects(_action: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    """O5.1a Yield the effect of a key, or that the deck cannot replace it.

    O7.6 With four doors a player waits for the doors of the partner, who finds none in this turn.
    O9.6 With The Towers, a tower that is lost may complete the row.
    """
    missing = missing_doors(view)
    if missing == 0 and view.towers is None:
        missing = int(HAND_SIZE)
    in_vain = _draws_in_vain(view, missing)
    yield words.text("note.deck runs out" if in_vain else "note.pay")


def _draws_in_vain(view: OnirimView, missing: int) -> bool:
    """O6.2 Return whether the deck cannot fill the hand once a key has left it.

    Each of its cards could be one of the missing doors, and the last of them wins before.
    """
    hand = len(view.hand) + len(view.shared) - 1
    return view.deck.size < min(int(HAND_SIZE) - hand, missing)


def _hand_effects(_action: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    """O5.1d Yield the number of cards that leave both reserves, or that the deck is too small.

    The hand may lack more cards than the Nightmare: a key has opened a door before.
    """
    if view.deck.size < HAND_SIZE:
        yield words.text("note.deck runs out")
    else:
        yield words.count("note.hand", len(view.hand) + len(view.shared))


def _removal_effects(action: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    """O8.4 Yield the number of such cards, and of those that the spell still costs."""
    yield words.text("note.in pile", number=view.discard[action.card], left=_cards_to_pay(view))


def _rest_effects(_action: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    """O8.4 Yield the cards that pay first: struck Premonitions (O10.2, O14), then rooms."""
    has_struck = any(map(is_premonition, view.discard))
    yield words.text("note.rest with premonitions" if has_struck else "note.rest")


def _premonition_effects(action: ActionInfo, _view: OnirimView, words: Words) -> Iterator[str]:
    yield describe_premonition(action.card, words)


def _fixed_text(key: str) -> "_Effects":
    def effects(_action: ActionInfo, _view: OnirimView, words: Words) -> Iterator[str]:
        yield words.text(key)

    return effects


_Effects = Callable[[ActionInfo, OnirimView, Words], Iterator[str]]

_EFFECTS: Final[dict[str, _Effects]] = {
    "play": _play_effects,
    "play left": _tower_effects,
    "play right": _tower_effects,
    "discard": _discard_effects,
    "search": _search_effects,
    "decline": _decline_effects,
    "unlock": _unlock_effects,
    "pay": _pay_effects,
    "give": _give_effects,
    "give partner": _give_effects,
    "reveal": _reveal_effects,
    "discard hand": _hand_effects,
    "dream reveal": _fixed_text("note.sort"),
    "remove": _removal_effects,
    "remove rest": _rest_effects,
    "strike": _premonition_effects,
    "dismiss": _premonition_effects,
    **dict.fromkeys(SPELLS, _spell_effects),
}
