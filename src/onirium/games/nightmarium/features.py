"""What a learner sees of a table of Nightmarium: named arrays of small integers."""

from collections.abc import Iterable

from onirium.games.nightmarium.box import ABILITIES, HEIGHT, KINDS, LEGION_COUNT
from onirium.games.nightmarium.hands import KNOWN
from onirium.games.nightmarium.secrets import decks_drawn_from, unseen
from onirium.games.nightmarium.state import NONE, STEPS, Table


def observe(table: Table, seat: int) -> dict[str, list[int]]:
    """Return what a seat sees; players come in order of turns, oneself first.

    ``step``, ``legion``, ``mover``, ``victim`` and ``creature`` mark one place with a 1, or none.
    ``creatures`` holds for each place of each player its legs, torso and head as kinds counted from
    1, a 0 where there is none. ``abilities`` counts those of the running creature that are still to
    come. ``known`` and ``hidden`` tell of every hand which cards everybody has seen, by kind, and
    how many others come from the present deck and from former ones. ``unseen`` and ``unseen_old``
    count by kind the cards of these decks that the seat has not seen. The others count cards by
    kind, or are numbers.
    """
    hands = table.hands
    seats = [(seat + turn) % table.options.seats for turn in range(table.options.seats)]
    old = [0] * int(KINDS)
    for deck in range(1, decks_drawn_from(table)):
        old = [sum(pair) for pair in zip(old, unseen(table, seat, deck), strict=True)]
    return {
        "step": _mark(table.step(), len(STEPS)),
        "mover": [int(other == table.mover) for other in seats],
        "actions": [table.actions],
        "legion": _mark(table.legion, LEGION_COUNT),
        "turns": [table.turns],
        "hand": _counts(hands.cards[hands.begin(seat) : hands.end(seat)]),
        "hand_sizes": [int(hands.sizes[other]) for other in seats],
        "known": [count for other in seats for count in _known(table, other)],
        "hidden": [count for other in seats for count in _hidden(table, other)],
        "creatures": [kind for other in seats for kind in _creatures(table, other)],
        "creature": _mark(table.creature, table.options.goal),
        "abilities": [table.steps()[1:].count(ability) for ability in ABILITIES],
        "discard": [int(count) for count in table.discard],
        "revealed": _counts(table.revealed),
        "deck_size": [table.deck.size()],
        "unseen": [int(count) for count in unseen(table, seat, 0)],
        "unseen_old": old,
        "victim": [int(other == table.victim) for other in seats],
        "lost": [table.lost],
        "exchanged": [table.exchanged],
        "at_least": [table.at_least],
    }


def _known(table: Table, seat: int) -> list[int]:
    """Return the cards of a hand that everybody has seen, by kind."""
    hands = table.hands
    held = range(hands.begin(seat), hands.end(seat))
    return _counts(hands.cards[place] for place in held if hands.decks[place] == KNOWN)


def _hidden(table: Table, seat: int) -> list[int]:
    """Return how many other cards of a hand come from the present deck, and from former ones."""
    hands = table.hands
    decks = [int(deck) for deck in hands.decks[hands.begin(seat) : hands.end(seat)]]
    present = decks.count(0)
    return [present, len(decks) - present - decks.count(int(KNOWN))]


def _creatures(table: Table, seat: int) -> list[int]:
    first, last = table.spot(seat, 0) * HEIGHT, table.spot(seat + 1, 0) * HEIGHT
    return [0 if card == NONE else int(card) + 1 for card in table.creatures[first:last]]


def _mark(place: int, length: int) -> list[int]:
    """Return zeros with a 1 at a place; a place that stands for none is beyond the length."""
    return [int(index == place) for index in range(length)]


def _counts(cards: Iterable[int]) -> list[int]:
    held = bytes(cards)
    return [held.count(kind) for kind in range(KINDS)]
