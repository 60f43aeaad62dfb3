"""O2, O3 Setup, and a turn."""

from tests.games.onirim.reference import book
from tests.games.onirim.reference.asking import Game, ask, chance
from tests.games.onirim.reference.cards import (
    is_key,
    is_labyrinth_card,
    is_room,
    is_tower,
    symbol_of,
)
from tests.games.onirim.reference.doors import drawn_door, play_room
from tests.games.onirim.reference.drawing import draw, look, prophecy, return_on_top, take_a_hand
from tests.games.onirim.reference.dreams import happy_dream
from tests.games.onirim.reference.nightmares import nightmare
from tests.games.onirim.reference.premonitions import unveil
from tests.games.onirim.reference.table import Table
from tests.games.onirim.reference.towers import play_tower, tower_plays
from tests.games.onirim.reference.two_players import draft, exchange, lay_open


def whole_game(table: Table) -> Game:
    """O2, O3.1."""
    yield from set_up(table)
    yield from turns(table)


def set_up(table: Table) -> Game:
    """O2, O7.1, O8.1, O10.1."""
    if len(table.seats) > 1:
        yield from who_begins(table)
    yield from lay_goals(table)
    yield from unveil(table, table.options.premonitions)
    if len(table.seats) > 1:
        yield from lay_open(table)
    else:
        yield from take_a_hand(table)
    table.shuffle_limbo()
    if len(table.seats) > 1:
        yield from draft(table)


def who_begins(table: Table) -> Game:
    """O7.1."""
    player = table.options.first
    if player == "chance":
        outcome = yield from chance(["player 1", "player 2"])
        player = outcome.removeprefix("player ")
    table.mover = int(player) - 1


def lay_goals(table: Table) -> Game:
    """O8.1."""
    while table.goals_to_lay:
        goal = yield from chance(table.goals_to_lay)
        table.goals_to_lay.remove(goal)
        table.goals.append(goal)


def turns(table: Table) -> Game:
    """O3.1, O7.5."""
    while True:
        yield from first_phase(table)
        yield from fill_the_hand(table)
        table.shuffle_limbo()
        table.mover = (table.mover + 1) % len(table.seats)


def first_phase(table: Table) -> Game:
    """O3.2, O3.5, O8.6, O9.3."""
    answer = yield from ask(table, ways_to_begin(table))
    while answer in book.PRICES:
        yield from book.cast(table, answer)
        answer = yield from ask(table, ways_to_begin(table))
    action, card = answer.split(maxsplit=1)
    if action == "discard":
        yield from discard(table, card)
    elif is_room(card):
        yield from play_room(table, card)
    else:
        play_tower(table, answer)


def ways_to_begin(table: Table) -> list[str]:
    """O3.2, O3.5, O8.6, O9.3."""
    row = table.rows[table.mover]
    rooms = [card for card in table.hand() if is_room(card)]
    plays = [room for room in rooms if not row or symbol_of(room) != symbol_of(row[-1])]
    return [
        *table.by_reserve("play", plays),
        *tower_plays(table),
        *table.by_reserve("discard", table.hand()),
        *book.spells(table),
    ]


def discard(table: Table, card: str) -> Game:
    """O3.5, O7.4, O9.5 The exchange precedes the effect of the discard."""
    card = table.discard_from_hand(card)
    if len(table.seats) > 1:
        yield from exchange(table)
    if is_key(card):
        yield from prophecy(table)
    elif is_tower(card):
        yield from look(table, int(card.rsplit(maxsplit=1)[-1]))
        yield from return_on_top(table)


def fill_the_hand(table: Table) -> Game:
    """O3.7, O8.6."""
    while not table.hand_is_full():
        yield from book.cast_before_a_draw(table)
        card = yield from draw(table)
        if is_labyrinth_card(card.name):
            table.take_in_hand(card)
        elif card.name == "nightmare":
            yield from nightmare(table)
        elif card.name == "happy dream":
            yield from happy_dream(table)
        else:
            yield from drawn_door(table, card.name)
