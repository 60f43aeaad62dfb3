"""A policy on the reference model with favourable luck and choices, for games that last long."""

from collections.abc import Callable
from random import Random

from tests.games.onirim.reference import (
    PLANNING,
    PUNISHMENT,
    Playing,
    Table,
    can_pay,
    colour_of,
    has_formation,
    is_key,
    is_room,
    is_tower,
    is_wanted,
    matches,
    spells,
)

Choose = Callable[[Playing], str]

RANDOM_ANSWER_PROBABILITY = 0.05
"""The probability of a random answer, so that long games also include setbacks."""


def random_policy(seed: int) -> Choose:
    rng = Random(seed)
    return lambda playing: rng.choice(playing.answers())


def biased_policy(seed: int) -> Choose:
    """Return a policy that chooses the best answer, or sometimes a random one."""
    rng = Random(seed)

    def choose(playing: Playing) -> str:
        if rng.random() < RANDOM_ANSWER_PROBABILITY:
            return rng.choice(playing.answers())
        return max(
            playing.answers(),
            key=lambda answer: (answer_value(playing.table, answer), rng.random()),
        )

    return choose


def answer_value(table: Table, answer: str) -> float:
    """Return the value of an answer."""
    card = " ".join(answer.split()[-3:] if "tower" in answer else answer.split()[-2:])
    if answer in {"search", "unlock", "unlock personal"}:
        return 4
    if answer.endswith("door"):
        return door_value(table, card)
    if is_tower(card):
        return tower_value(table, answer, card)
    if is_room(card):
        return room_value(table, answer, card)
    if answer == "nightmare" and can_pay(table, PUNISHMENT):
        return 2
    if answer == PUNISHMENT:
        return 2
    return -1 if answer in {"nightmare", "decline", "discard hand"} else 1


def door_value(table: Table, door: str) -> float:
    """Return the value of a door: it needs its key, or a key and a spell."""
    if not holds_key(table, door):
        return -1
    if can_be_found(table, door):
        return 3
    return 1 if PLANNING in spells(table) else -1


def room_value(table: Table, answer: str, room: str) -> float:
    """Return the value of a card: keys for the next doors, rooms that continue a set."""
    door = f"{colour_of(room)} door"
    if is_key(room) and answer != room:
        return 0
    if is_key(room):
        return 2 if can_be_found(table, door) and not holds_key(table, door) else 0
    row, length = table.rows[table.mover], table.rooms_of_the_set[table.mover] % 3
    goes_on = length == 0 or colour_of(room) == colour_of(row[-1])
    if answer.startswith("play"):
        return 2 if goes_on else 1
    return 1.5 if answer == room and goes_on else 1


def tower_value(table: Table, answer: str, tower: str) -> float:
    """Return the value of a tower: a new colour, until the formation is complete."""
    colours = {colour_of(other) for other in table.towers}
    new = not has_formation(table.towers) and colour_of(tower) not in colours
    if answer.startswith("topple"):
        return 1
    return 2.5 if new and (answer == tower or answer.startswith("play")) else 0


def can_be_found(table: Table, door: str) -> bool:
    return is_wanted(table, door) and matches(table, door)


def holds_key(table: Table, door: str) -> bool:
    return f"{colour_of(door)} key" in table.hand()
