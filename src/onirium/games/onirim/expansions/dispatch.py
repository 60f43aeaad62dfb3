"""The steps that the expansions and a second player bring: who takes each of them."""

from typing import Final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from onirium.core.game import action_buffer
from onirium.games.onirim import two_players
from onirium.games.onirim.components import CARDS, FIRST_GOAL, FIRST_PREMONITION
from onirium.games.onirim.doors import meet_again
from onirium.games.onirim.expansions.book import setup as goals
from onirium.games.onirim.expansions.book import turn as book
from onirium.games.onirim.expansions.premonitions import setup as relics
from onirium.games.onirim.expansions.premonitions import turn as premonitions
from onirium.games.onirim.expansions.towers.nightmares import topple
from onirium.games.onirim.nightmares import put_away
from onirium.games.onirim.state import (
    BANISH,
    CAST,
    DRAFT,
    EXCHANGE,
    LAY_GOALS,
    LIFT,
    LOOK_BELOW,
    PAY,
    SINK,
    SWAP,
    TAKE,
    TOPPLE,
    UNVEIL,
    Table,
)

_OUTCOMES: Final = action_buffer()
_WEIGHTS: Final = action_buffer()


def decide(table: Table, step: i64, action: i64) -> None:
    """Carry out a decision of a step that is not of the base game."""
    if step == EXCHANGE or step == TAKE or step == DRAFT:
        two_players.decide(table, step, action)
    elif step == CAST or step == PAY or step == SWAP or step == LIFT or step == SINK:
        book.decide(table, step, action)
    elif step == TOPPLE:
        topple(table, action)
    else:
        premonitions.decide(table, step, action)


def comes_by_itself(table: Table, step: i64) -> bool:
    """Go on with a step of chance as far as nothing unknown must come; tell whether it went on."""
    if step == LOOK_BELOW:
        return _look_below(table)
    return step == UNVEIL and relics.is_unveiled(table)


def _look_below(table: Table) -> bool:
    """O8.5 The lowest card may be known; with the last card of the deck the look is over."""
    deck = table.deck
    if table.to_come == 0 or deck.size() == 0:
        table.to_come = 0
        table.finish_step()
    elif deck.lowest_is_known():
        card, _seen = deck.draw_lowest_known()
        book.look_below(table, card)
    else:
        return False
    return True


def outcomes_into(table: Table, outcomes: vec[i64], weights: vec[i64]) -> i64:
    """Write the relics that may come, or the players who may begin."""
    step = table.step()
    if step == LAY_GOALS:
        return goals.outcomes_into(table, outcomes, weights)
    if step == UNVEIL:
        return relics.outcomes_into(table, outcomes, weights)
    seat: i64
    for seat in range(table.options.seats):
        outcomes[seat] = CARDS + seat
        weights[seat] = 1
    return table.options.seats


def sample(table: Table, random: Random) -> i64:
    """Draw a relic or a player by weight."""
    count = outcomes_into(table, _OUTCOMES, _WEIGHTS)
    size: i64 = 0
    place: i64
    for place in range(count):
        size += _WEIGHTS[place]
    point = random.randrange(size)
    place = 0
    while point >= _WEIGHTS[place]:
        point -= _WEIGHTS[place]
        place += 1
    return _OUTCOMES[place]


def come(table: Table, outcome: i64) -> None:
    """Settle a relic that comes by chance, or who begins."""
    if outcome >= CARDS:
        two_players.begin(table, outcome - CARDS)
    elif outcome >= FIRST_GOAL:
        goals.lay_goal(table, outcome - FIRST_GOAL)
    else:
        relics.unveil(table, outcome - FIRST_PREMONITION)


def take(table: Table, step: i64) -> None:
    """Take a step that follows by itself."""
    table.finish_step()
    if step == BANISH:
        put_away(table, "banish")
    else:
        meet_again(table)
