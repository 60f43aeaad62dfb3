"""A player that goes by rules of thumb.

As one would say them at the table:

1. Search and unlock whenever you may.
2. Plan the nearest set, and lay its next room if you hold it.
3. Otherwise part with the least useful room: rather start a set with it than throw it away. Keys
   are kept for doors and Nightmares, unless Nightmares crowd the deck.
4. A prophecy rids you of a Nightmare, or else of a room; of a door only if you see nothing else.
   Of the rest, doors that you can unlock come first, then rooms, the most useful first, then the
   other doors, and Nightmares last.
5. Appease a Nightmare with a key, without one with your hand; if the deck does not hold a new
   hand, reveal.
"""

from typing import Final, cast, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.games.onirim.actions import (
    DISCARD_CARD,
    DISCARD_HAND,
    FORETELL_CARD,
    NEXT_CARD,
    PAY_KEY,
    PLAY_CARD,
    REVEAL_CARDS,
    SEARCH_DECK,
    UNLOCK_DOOR,
    barred_symbol,
)
from onirium.games.onirim.box import (
    COLOUR_COUNT,
    DOORS_OF_EACH_COLOUR,
    FIRST_DOOR,
    HAND_SIZE,
    KEY,
    NIGHTMARE,
    ROOMS,
    SET_SIZE,
    SYMBOL_COUNT,
)
from onirium.games.onirim.doors import key_of, row_colour, set_length
from onirium.games.onirim.state import APPEASE, ARRANGE, FORETELL, NONE, PLAY, SEARCH, Table
from onirium.kernel.game import Game, State
from onirium.players.player import Player

LAYING: Final[i64] = 5
"""To lay a room takes as much effort as to wait for so many draws; to lay a key, twice as much."""

NEVER: Final[i64] = 1000
"""The effort to get a room that the deck no longer holds: more than any set takes."""

CROWD: Final[i64] = 4
"""Nightmares crowd the deck if more than one card in so many is one."""

SHARE: Final[i64] = 100
"""What the rooms of a kind that are left are worth, all together, for each door to be found."""

KEPT: Final[i64] = 1000
"""What a key is worth above other rooms: more than any share."""

FINISHED: Final[i64] = 2000
"""What a room loses when the doors of its colour are found: more than makes a key."""

PLANNED: Final[i64] = 4000
"""What a room gains when the plan needs it: more than it could lose."""

BEYOND: Final[i64] = 10000
"""More than any room is worth."""

_NO_ROOMS: Final = vec[u8](bytes(ROOMS))


@final
class Greedy(Player):
    """Plays Onirim by the rules of thumb of this module; it throws no dice.

    >>> import onirium
    >>> game = onirium.load("onirim")
    >>> state = game.from_fields({
    ...     "agenda": "play",
    ...     "row": "red sun, red moon",
    ...     "hand": "red key, red sun, blue sun, blue moon, brown key",
    ...     "unknown": "the rest",
    ... })
    >>> game.notation(make(game).choose(state, Random(1)))
    'play red sun'
    """

    def choose(self, state: State, random: Random) -> i64:  # noqa: ARG002 - no dice are needed
        """Return what the rules of thumb recommend."""
        table = cast("Table", state)
        step = table.step()
        if step == PLAY:
            return play_or_discard(table)
        if step == FORETELL:
            return foretell(table)
        if step == ARRANGE:
            return arrange(table)
        if step == APPEASE:
            return appease(table)
        if step == SEARCH:
            return SEARCH_DECK
        return UNLOCK_DOOR


@final
class Plan:
    """The nearest set that finds a door: the one that takes the least effort.

    Attributes:
        rooms: the rooms to lay, the next one last; none if no set can be completed.
        spare: the hand without the rooms that are to be laid.
        missing: the rooms that are to be laid and not in hand.
    """

    def __init__(self, table: Table) -> None:
        self.rooms = vec[u8]()
        self.spare = table.hand[:]
        self.missing = _NO_ROOMS[:]
        self._table = table
        self._effort = NEVER
        self._way = vec[u8]()
        colour: i64
        for colour in range(COLOUR_COUNT):
            if doors_to_find(table, colour) > 0:
                to_lay = SET_SIZE - rooms_begun(table, colour)
                self._way = _NO_ROOMS[:to_lay]
                self._try_rooms(colour, barred_symbol(table), to_lay, 0)
        self._tell_missing_from_spare()

    def _try_rooms(self, colour: i64, barred: i64, to_lay: i64, effort: i64) -> None:
        """Go every way to the end of a set that promises less effort than the best so far."""
        if effort >= self._effort:
            return
        if to_lay == 0:
            self._effort = effort
            self.rooms = self._way[:]
            return
        symbol: i64
        for symbol in range(SYMBOL_COUNT):
            if symbol != barred:
                room = colour * SYMBOL_COUNT + symbol
                further = effort + self._effort_of(room)
                self._way[to_lay - 1] = u8(room)
                held = u8(self.spare[room] > 0)
                self.spare[room] -= held
                self._try_rooms(colour, symbol, to_lay - 1, further)
                self.spare[room] += held

    def _effort_of(self, room: i64) -> i64:
        """Weigh what a room takes: to lay it, and to wait for it if it is not in hand."""
        effort = LAYING
        if room % SYMBOL_COUNT == KEY:
            effort += LAYING
        if self.spare[room] == 0:
            effort += draws_until(self._table, room)
        return effort

    def _tell_missing_from_spare(self) -> None:
        for planned in self.rooms:
            room = i64(planned)
            if self.spare[room] > 0:
                self.spare[room] -= 1
            else:
                self.missing[room] += 1


def draws_until(table: Table, room: i64) -> i64:
    """Return how many draws a room may be expected to take."""
    left = table.deck.count(room)
    if left == 0:
        return NEVER
    return table.deck.size() // left


def rooms_begun(table: Table, colour: i64) -> i64:
    """Return how many rooms of a set in this colour lie already at the end of the row."""
    length = set_length(table)
    if length > 0 and row_colour(table) == colour:
        return length
    return 0


def doors_to_find(table: Table, colour: i64) -> i64:
    """Return how many doors of a colour are not found."""
    return DOORS_OF_EACH_COLOUR - i64(table.doors[colour])


def usefulness(table: Table, room: i64) -> i64:
    """Value a room: finished colours least, then what is plentiful, what is scarce, and keys."""
    doors = doors_to_find(table, room // SYMBOL_COUNT)
    value = SHARE * doors // (table.deck.count(room) + i64(table.hand[room]) + 1)
    if room % SYMBOL_COUNT == KEY:
        value += KEPT
    if doors == 0:
        value -= FINISHED
    return value


def play_or_discard(table: Table) -> i64:
    """Lay the next room of the plan; without it, part with the least useful room."""
    plan = Plan(table)
    if len(plan.rooms) > 0 and table.hand[i64(plan.rooms[-1])] > 0:
        return PLAY_CARD + i64(plan.rooms[-1])
    room = least_useful(table, plan)
    if can_start(table, room):
        return PLAY_CARD + room
    return DISCARD_CARD + room


def least_useful(table: Table, plan: Plan) -> i64:
    """Return the room that is missed least, one that the plan needs only if there is no other."""
    choice = NONE
    lowest = BEYOND
    crowded = nightmares_crowd(table)
    room: i64
    for room in range(ROOMS):
        if table.hand[room] > 0:
            value = usefulness(table, room)
            if plan.spare[room] == 0:
                value += PLANNED
            elif crowded and room % SYMBOL_COUNT == KEY:
                # Now worth less than rooms that can still find a door.
                value -= 2 * KEPT
            if value < lowest:
                lowest = value
                choice = room
    return choice


def nightmares_crowd(table: Table) -> bool:
    """Tell whether a prophecy is worth a key."""
    return table.deck.count(NIGHTMARE) * CROWD > table.deck.size()


def can_start(table: Table, room: i64) -> bool:
    """Tell whether a room, no key, can start a set without breaking off another."""
    symbol = room % SYMBOL_COUNT
    return symbol != KEY and symbol != barred_symbol(table) and set_length(table) == 0


def foretell(table: Table) -> i64:
    """Discard a Nightmare; else the least welcome room; a door only if nothing else is there."""
    choice = i64(table.looked[-1])
    if choice != NIGHTMARE:
        plan = Plan(table)
        choice = i64(table.looked[0])
        for looked in table.looked:
            card = i64(looked)
            if card < FIRST_DOOR and welcome(table, plan, card) < welcome(table, plan, choice):
                choice = card
    return FORETELL_CARD + choice


def arrange(table: Table) -> i64:
    """Let the most welcome card come next."""
    plan = Plan(table)
    choice = i64(table.looked[0])
    for looked in table.looked:
        if welcome(table, plan, i64(looked)) > welcome(table, plan, choice):
            choice = i64(looked)
    return NEXT_CARD + choice


def welcome(table: Table, plan: Plan, card: i64) -> i64:
    """Value a card of the deck: doors with a key, the plan's rooms, rooms, doors, Nightmares."""
    if card == NIGHTMARE:
        return -2 * BEYOND
    if card >= FIRST_DOOR:
        if table.hand[key_of(card)] > 0:
            return BEYOND
        return -BEYOND
    value = usefulness(table, card)
    if plan.missing[card] > 0:
        value += PLANNED
    return value


def appease(table: Table) -> i64:
    """Pay the least useful key; without one discard the hand, if the deck holds a new one."""
    choice = REVEAL_CARDS
    if new_hand_is_there(table):
        choice = DISCARD_HAND
    lowest = BEYOND
    colour: i64
    for colour in range(COLOUR_COUNT):
        key = colour * SYMBOL_COUNT + KEY
        if table.hand[key] > 0 and usefulness(table, key) < lowest:
            lowest = usefulness(table, key)
            choice = PAY_KEY + colour
    return choice


def new_hand_is_there(table: Table) -> bool:
    """Tell whether the deck still holds a hand full of rooms."""
    rooms: i64 = 0
    room: i64
    for room in range(ROOMS):
        rooms += table.deck.count(room)
    return rooms >= HAND_SIZE


def make(game: Game) -> Player:  # noqa: ARG001 - there is one game that it knows
    """Return a player of Onirim."""
    return Greedy()
