"""Two players: what to draft, and what to exchange."""

from mypy_extensions import i64

from onirium.bots.onirim.heuristics.card_value import BEYOND, PLANNED, help_to_partner, usefulness
from onirium.bots.onirim.heuristics.plan import Plan
from onirium.games.onirim.actions import DECLINE, OFFER_CARD, TAKE_CARD, labyrinth_index
from onirium.games.onirim.components import KIND_COUNT
from onirium.games.onirim.state import NONE, Board


def draft(table: Board) -> i64:
    """Take what the nearest set needs, or else what is most useful."""
    return TAKE_CARD + labyrinth_index(most_wanted(table))


def most_wanted(table: Board) -> i64:
    """Return the card of the shared reserve that the mover had best take."""
    plan = Plan(table)
    choice = NONE
    highest = -BEYOND
    card: i64
    for card in range(KIND_COUNT):
        if table.shared[card] > 0 and card != table.drawn:
            value = usefulness(table, card)
            if plan.spare[card] < table.hand[card]:
                value += PLANNED
            if value > highest:
                highest = value
                choice = card
    return choice


def exchange(table: Board) -> i64:
    """Together, offer what helps the partner most; in a race, a spare card for one of the plan."""
    offered = offer_in_race(table) if table.options.race else offer_together(table)
    if offered == NONE:
        return DECLINE
    return OFFER_CARD + labyrinth_index(offered)


def take(table: Board) -> i64:
    """Together, take what helps the partner least; in a race, what the plan needs."""
    if table.options.race:
        return TAKE_CARD + labyrinth_index(most_wanted(table))
    return TAKE_CARD + labyrinth_index(least_help(table, table.drawn))


def offer_together(table: Board) -> i64:
    """Return the spare card that helps the partner more than what lies in the shared reserve."""
    plan = Plan(table)
    choice = NONE
    highest: i64 = 0
    card: i64
    for card in range(KIND_COUNT):
        if is_spare(table, plan, card) and help_to_partner(table, card) > highest:
            highest = help_to_partner(table, card)
            choice = card
    if choice == NONE:
        return NONE
    least = least_help(table, choice)
    if least == NONE or help_to_partner(table, least) >= highest:
        return NONE
    return choice


def is_spare(table: Board, plan: Plan, card: i64) -> bool:
    """Tell whether a card of the personal reserve is not to be laid soon."""
    return table.hand[card] > table.shared[card] and plan.spare[card] > 0


def least_help(table: Board, offered: i64) -> i64:
    """Return the shared card of another kind that helps the partner least."""
    choice = NONE
    lowest = BEYOND
    card: i64
    for card in range(KIND_COUNT):
        if table.shared[card] > 0 and card != offered and help_to_partner(table, card) < lowest:
            lowest = help_to_partner(table, card)
            choice = card
    return choice


def offer_in_race(table: Board) -> i64:
    """Return the least useful spare card, if what the plan needs lies in the shared reserve."""
    plan = Plan(table)
    wanted = most_wanted(table)
    if wanted == NONE or plan.spare[wanted] == table.hand[wanted]:
        return NONE
    choice = NONE
    lowest = BEYOND
    card: i64
    for card in range(KIND_COUNT):
        if card != wanted and is_spare(table, plan, card) and usefulness(table, card) < lowest:
            lowest = usefulness(table, card)
            choice = card
    return choice
