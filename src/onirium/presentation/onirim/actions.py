"""The choices of Onirim in words: what each does, what it brings, and the help for them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from onirium.core.view import ActionInfo
from onirium.games.onirim.actions import goals_of
from onirium.games.onirim.components import PROPHECY_SIZE, REVEAL_SIZE, SET_SIZE
from onirium.games.onirim.expansions.premonitions.components import DREAM_SIZE
from onirium.games.onirim.expansions.towers.components import FORMATION_SIZE
from onirium.games.onirim.view import OnirimView
from onirium.i18n.catalog import Words
from onirium.presentation.onirim.cards import colour_of, is_tower, named, premonition, sides

SPELLS: Final = ("cast paradoxical prophecy", "cast parallel planning", "cast powerful punishment")

REVEALED: Final = {"reveal": int(REVEAL_SIZE), "dream reveal": int(DREAM_SIZE)}
"""How many cards a choice reveals, or all that there are."""

ADDITIONS: Final = {
    "book": ("play", "search", "unlock", "appease"),
    "towers": ("play", "appease"),
    "premonitions": ("appease",),
    "two players": ("play", "unlock", "appease", "give up"),
}
"""The steps for which there is more to explain with an expansion or a second player."""


def describe_action(choice: ActionInfo, view: OnirimView, words: Words) -> str:
    """Return what a choice does."""
    card = choice.card or view.drawn or (f"{colour_of(view.row[-1])} door" if view.row else "")
    first, second = _goals(choice, view, words)
    return words.text(
        f"choice.{view.step}.{choice.kind}",
        card=named(card, words) if card else "",
        number=min(REVEALED.get(choice.kind, 0), view.deck.size),
        first=first,
        second=second,
    )


def describe_effect(choice: ActionInfo, view: OnirimView, words: Words) -> str:
    """Return what a choice brings with it, or nothing."""
    notes = list(_NOTES[choice.kind](choice, view, words)) if choice.kind in _NOTES else []
    if choice.zone == "shared" and choice.target != "hand":
        notes.append(words.text("note.shared"))
    return "; ".join(notes)


def explain_decision(view: OnirimView, words: Words) -> list[str]:
    """Explain the choice at hand, with all that is in play."""
    in_play = {
        "book": view.book,
        "towers": view.towers,
        "premonitions": view.premonitions,
        "two players": view.partner,
    }
    added = [
        f"help.{view.step}.{name}"
        for name, part in in_play.items()
        if part is not None and view.step in ADDITIONS[name]
    ]
    common = ["help.premonitions"] if view.premonitions else []
    return [words.text(key) for key in (f"help.{view.step}", *added, *common)]


def set_so_far(colour: str, length: int, words: Words) -> str:
    """O3.4 Return how far a set of three is."""
    return words.text("table.set", colour=words.text(f"colour.{colour}"), number=length)


def _goals(choice: ActionInfo, view: OnirimView, words: Words) -> list[str]:
    """O8.5 Return the goals that are swapped, with their places counted from 1."""
    if view.book is None or choice.kind != "swap":
        return ["", ""]
    places = goals_of(choice.action)
    return [f"{place + 1} {named(view.book.goals[place], words)}" for place in places]


def _set_after(choice: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    """O3.3 Return what playing a room would make of the set of three."""
    colour = colour_of(choice.card)
    goes_on = view.row and colour_of(view.row[-1]) == colour
    length = view.set_length + 1 if goes_on else 1
    door = f"{colour} door"
    if length < SET_SIZE:
        yield set_so_far(colour, length, words)
    elif view.partner and view.doors[colour]:
        yield words.text("note.door owned")
    elif not view.deck.cards.get(door):
        yield words.text("note.set in vain")
    else:
        yield words.text("note.set complete", card=named(door, words))
        yield from _turn_of_door(colour, view, words)


def _search(_choice: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    return _turn_of_door(colour_of(view.row[-1]), view, words)


def _turn_of_door(colour: str, view: OnirimView, words: Words) -> Iterator[str]:
    """O8.2 Say of a door that another one is to be found first."""
    if view.book and view.book.next != colour:
        yield words.text("note.not its turn")


def _tower(choice: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    """O9.3 Return the sides of a tower to be played, and whether it completes the row."""
    yield sides(choice.card, words)
    if view.towers and not view.towers.complete:
        row = view.towers.row
        left = choice.kind == "play left"
        if _is_formation([choice.card, *row] if left else [*row, choice.card]):
            yield words.text("note.towers complete")


def _is_formation(row: Sequence[str]) -> bool:
    """O9.2 Tell whether four neighbours of four different colours stand in a row of towers."""
    colours = [colour_of(tower) for tower in row]
    size = int(FORMATION_SIZE)
    return any(len({*colours[start : start + size]}) == size for start in range(len(colours)))


def _foresight(choice: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    """O3.6, O9.5 Return how far the discarding of a key or a tower lets the player look."""
    if is_tower(choice.card):
        number = min(int(choice.card.split()[-1]), view.deck.size)
        yield words.count("note.look", number) if number else words.text("note.no look")
    elif choice.card.endswith("key"):
        number = min(int(PROPHECY_SIZE), view.deck.size)
        yield words.count("note.prophecy", number) if number else words.text("note.no prophecy")


def _price(choice: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    if view.book:
        yield words.count("note.price", view.book.prices[SPELLS.index(choice.kind)])


def _door(_choice: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    """O8.3 Say what becomes of the goal of a door given up."""
    if view.book:
        yield words.text("note.goal opens")


def _payment(choice: ActionInfo, view: OnirimView, words: Words) -> Iterator[str]:
    yield words.text("note.in pile", number=view.discard[choice.card])


def _premonition(choice: ActionInfo, _view: OnirimView, words: Words) -> Iterator[str]:
    yield premonition(choice.card, words)


def _say(key: str) -> "_Note":
    def said(_choice: ActionInfo, _view: OnirimView, words: Words) -> Iterator[str]:
        yield words.text(key)

    return said


_Note = Callable[[ActionInfo, OnirimView, Words], Iterator[str]]

_NOTES: Final[dict[str, _Note]] = {
    "play": _set_after,
    "play left": _tower,
    "play right": _tower,
    "discard": _foresight,
    "search": _search,
    "pay": _say("note.no prophecy"),
    "give": _door,
    "give partner": _door,
    "reveal": _say("note.reveal"),
    "remove": _payment,
    "remove rest": _say("note.rest"),
    "strike": _premonition,
    "dismiss": _premonition,
    **dict.fromkeys(SPELLS, _price),
}
