"""Random turns late in a game, with doors found and a small deck."""

from collections import Counter
from random import Random

from tests.games.onirim.reference import Options, Table, colour_of, has_formation, the_box
from tests.games.onirim.reference.cards import GOALS, PREMONITIONS, SIDES, is_labyrinth_card
from tests.games.onirim.reference.premonitions import holds
from tests.games.onirim.reference.towers import may_touch
from tests.support.onirim.endgame_positions import Position

MAX_TOWERS = 5
DECK_SIZES = (*range(10), *[100] * 2)
"""The number of cards in the deck."""


def random_late_turn(options: Options, rng: Random) -> Position:
    """Return a random position at the start of a turn of the first player."""
    towers = random_tower_row(rng) if "towers" in options.expansions else []
    goals = rng.sample(GOALS, len(GOALS))
    number = rng.randint(0, max_doors(options, towers))
    piles = {"towers": towers, **found_doors(options, goals[:number], rng)}
    if "book" in options.expansions:
        piles["goals"] = [f"{goal} (found)" for goal in goals[:number]] + goals[number:]
    piles |= random_piles(options, piles, colour_of(goals[number % len(goals)]), rng)
    if "premonitions" in options.expansions:
        piles |= random_premonitions(options, piles, rng)
    texts = {name.replace(" ", "_"): ", ".join(pile) for name, pile in piles.items() if pile}
    return Position(options, **texts)


def random_tower_row(rng: Random) -> list[str]:
    """O9.3 Return a random row of towers that can touch."""
    row: list[str] = []
    for tower in rng.sample(sorted(SIDES), MAX_TOWERS):
        if not row or may_touch(row[-1], tower):
            row.append(tower)
    return row


def max_doors(options: Options, towers: list[str]) -> int:
    """O6.1, O7.6, O9.2 Return the largest number of found doors that is not a victory."""
    if "towers" in options.expansions and not has_formation(towers):
        return 8
    return 3 if options.mode == "race" else 7


def found_doors(options: Options, goals: list[str], rng: Random) -> dict[str, list[str]]:
    """O7.7 With two players, each has at most one door of a colour."""
    doors = [f"{colour_of(goal)} door" for goal in goals]
    if options.seats == 1:
        return {"doors": doors}
    first = rng.sample(sorted(set(doors)), rng.randint(0, len(set(doors))))
    first += [door for door in set(doors) - set(first) if doors.count(door) > 1]
    second = Counter(doors) - Counter(first)
    return {"doors": first, "partner doors": list(second.elements())}


def random_piles(
    options: Options, placed: dict[str, list[str]], colour: str, rng: Random
) -> dict[str, list[str]]:
    """Return rows with an incomplete set of the next door, hands and a deck."""
    there = Counter(card for pile in placed.values() for card in pile)
    left = list((Counter(the_box(options.expansions)) - there).elements())
    rng.shuffle(left)
    rooms = [f"{colour} {symbol}" for symbol in ("sun", "moon", "sun", "moon", "sun")]
    piles = {
        "unknown": remove_cards(left, [f"{colour} door"], 1),
        "row": [remove_cards(left, [room], 1)[0] for room in rooms[: rng.choice((2, 5))]],
        "hand": remove_cards(left, [f"{colour} key"], 1) + remove_cards(left, list(SIDES), 1),
    }
    held = [card for card in left if is_labyrinth_card(card)]
    sizes = {"hand": 5} if options.seats == 1 else {"hand": 3, "shared": 2, "partner hand": 3}
    for name, size in sizes.items():
        dealt = piles.get(name, [])
        piles[name] = dealt + remove_cards(left, held, size - len(dealt))
    piles["unknown"] += remove_cards(left, left, rng.choice(DECK_SIZES))
    return piles


def remove_cards(cards: list[str], which: list[str], number: int) -> list[str]:
    """Remove the first cards that belong to some kinds, as far as there are any."""
    drawn = [card for card in cards if card in which][:number]
    for card in drawn:
        cards.remove(card)
    return drawn


def random_premonitions(
    options: Options, placed: dict[str, list[str]], rng: Random
) -> dict[str, list[str]]:
    """O10.2 Return Premonitions whose conditions do not hold, those of the next door first."""
    table = Table(options)
    table.doors = [placed["doors"], placed.get("partner doors", [])]
    waiting = [card for card in PREMONITIONS if not holds(table, card)]
    rng.shuffle(waiting)
    table.doors.append(placed["unknown"][:1])
    face_up = sorted(waiting, key=lambda card: not holds(table, card))[: options.premonitions]
    others = sorted({*PREMONITIONS} - {*face_up})
    return {"premonitions": face_up, "pile": rng.sample(others, rng.randint(0, len(others)))}
