"""O3.3, O3.4, O4 Doors: found by a set of three, or unlocked when drawn."""

from tests.games.onirim.reference import book
from tests.games.onirim.reference.asking import Game, Over, ask
from tests.games.onirim.reference.cards import colour_of
from tests.games.onirim.reference.ending import look_for_victory
from tests.games.onirim.reference.premonitions import strikes
from tests.games.onirim.reference.table import Table


def play_room(table: Table, room: str) -> Game:
    """O3.2, O3.3."""
    room = table.leave_hand(room)
    add_to_row(table, table.mover, room)
    door = f"{colour_of(room)} door"
    complete = table.rooms_of_the_set[table.mover] >= 3
    if complete and door in table.deck() and is_wanted(table, door) and is_fetched(table, door):
        answer = "search"
        if not table.reads("search"):
            answer = yield from ask(table, ["search", "decline"])
        if answer == "search":
            yield from search(table, door)


def add_to_row(table: Table, seat: int, room: str) -> None:
    """O3.4, O7.3, O14."""
    row, length = table.rows[seat], table.rooms_of_the_set[seat]
    may_grow = length < 3 or table.reads("fourth-room")
    goes_on = may_grow and row and colour_of(room) == colour_of(row[-1])
    table.rooms_of_the_set[seat] = length + 1 if goes_on else 1
    row.append(room)


def is_wanted(table: Table, door: str) -> bool:
    """O7.7, O14 With two players, no player takes a door of a colour they already have."""
    if len(table.seats) == 1 or table.reads("second-door"):
        return True
    return door not in table.doors[table.mover]


def is_fetched(table: Table, door: str) -> bool:
    """O8.2, O14 In one reading, a set fetches only a door that matches."""
    return not table.reads("set-fetch") or book.matches(table, door)


def search(table: Table, door: str) -> Game:
    """O3.3, O8.2."""
    table.shuffle()
    table.others.remove(door)
    if book.matches(table, door):
        yield from lay_out(table, door)
    else:
        table.limbo.append(door)


def lay_out(table: Table, door: str) -> Game:
    """O3.3 Turn the goal down and check for victory; only then Premonitions strike."""
    table.doors[table.mover].append(door)
    book.turn_goal_down(table)
    look_for_victory(table)
    yield from strikes(table)


def drawn_door(table: Table, door: str) -> Game:
    """O4.1, O8.6."""
    key = f"{colour_of(door)} key"
    table.drawn = [door]
    while waits(table, door):
        answers = ["decline"]
        if key in table.hand():
            answers += ways_to_unlock(table, door, key) + book.spells(table)
        answer = yield from ask(table, answers)
        if answer == "decline":
            break
        if answer.startswith("unlock"):
            table.drawn = []
            table.discard_from_hand(f"{answer} {key}".removeprefix("unlock "))
            yield from lay_out(table, door)
            return
        yield from book.cast(table, answer)
    table.drawn = []
    table.limbo.append(door)


def ways_to_unlock(table: Table, door: str, key: str) -> list[str]:
    """O4.1, O7.2, O8.2 A door that wins ends the game, whichever key unlocks it."""
    if not book.matches(table, door):
        return []
    ways = [way.removesuffix(f" {key}") for way in table.by_reserve("unlock", [key])]
    return ways[:1] if wins(table, door) else ways


def wins(table: Table, door: str) -> bool:
    """O6.1, O7.6 Return whether the game is won once a door is laid out."""
    table.doors[table.mover].append(door)
    try:
        look_for_victory(table)
    except Over:
        return True
    finally:
        table.doors[table.mover].remove(door)
    return False


def waits(table: Table, door: str) -> bool:
    """O7.7, O8.2 With two players, the partner must not learn whether the mover has the key."""
    may_match = book.matches(table, door) or book.PLANNING in book.spells(table)
    may_know = len(table.seats) > 1 or f"{colour_of(door)} key" in table.hand()
    return may_match and may_know and is_wanted(table, door)
