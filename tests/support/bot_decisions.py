"""Decisions of a game in which a bot sometimes errs."""

import random
from collections.abc import Iterator
from typing import Final

from onirium import Game, Random, State
from onirium.bots.registry import Bot

ERROR_RATE: Final = 0.2
"""The share of random decisions, which lead to states that the bot itself would not reach."""


def decisions_with_errors(game: Game, bot: Bot, seed: int) -> Iterator[State]:
    """Yield the decision states of a game that a bot plays in all seats, with random errors."""
    rng = random.Random(seed)
    state = game.new_state()
    while True:
        state.resolve_chance(Random(rng.randrange(2**32)))
        if state.is_terminal():
            return
        yield state
        action = bot.choose(state, Random(seed))
        if rng.random() < ERROR_RATE:
            action = rng.choice(state.legal_actions())
        state.apply(action)
