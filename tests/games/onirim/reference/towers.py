"""O9 The Towers."""

from itertools import pairwise

from tests.games.onirim.reference.asking import Game, ask
from tests.games.onirim.reference.cards import SIDES, is_tower
from tests.games.onirim.reference.ending import has_formation, look_for_victory
from tests.games.onirim.reference.table import Table


def may_touch(left: str, right: str) -> bool:
    """O9.3."""
    return not set(SIDES[left][1].split()) & set(SIDES[right][0].split())


def stands(row: list[str]) -> bool:
    return all(may_touch(left, right) for left, right in pairwise(row))


def tower_plays(table: Table) -> list[str]:
    """O9.3, O14 Return the ways to play a tower; there is only one for the first."""
    towers = [card for card in set(table.hand()) if is_tower(card)]
    right = [f"play right {tower}" for tower in towers if stands([*table.towers, tower])]
    left = [f"play left {tower}" for tower in towers if stands([tower, *table.towers])]
    return right + left if table.towers and not table.reads("tower-ends") else right


def play_tower(table: Table, answer: str) -> None:
    """O9.3, O9.4, O6.1."""
    _, side, tower = answer.split(maxsplit=2)
    table.leave_hand(tower)
    table.towers.insert(0 if side == "left" else len(table.towers), tower)
    look_for_victory(table)


def settle_nightmare(table: Table) -> Game:
    """O9.6, O9.7, O9.8, O6.1 Discard the Nightmare, or put it into limbo to save the towers."""
    stone_upon_stone = table.with_("stone-upon-stone")
    answer = ""
    if table.towers and (stone_upon_stone or not has_formation(table.towers)):
        answer = yield from ask(table, [*(f"topple {tower}" for tower in loose(table)), "save"])
    table.drawn = []
    if answer == "save":
        table.limbo.append("nightmare")
        return
    table.discard.append("nightmare")
    if answer:
        table.towers.remove(answer.removeprefix("topple "))
        table.discard.append(answer.removeprefix("topple "))
        look_for_victory(table)


def loose(table: Table) -> list[str]:
    """O9.6 Return the towers whose neighbours can touch afterwards."""
    row = table.towers
    return [tower for at, tower in enumerate(row) if stands(row[:at] + row[at + 1 :])]
