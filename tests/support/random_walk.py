"""Going through games at random: any action and any outcome is as good as another."""

import random
from collections.abc import Iterator

from onirium import Event, Game, State


def possible(state: State) -> list[int]:
    """Return the actions of a decision or the outcomes of a chance node."""
    return state.legal_actions() or [outcome for outcome, _ in state.chance_outcomes()]


def walk(state: State, seed: int) -> Iterator[tuple[int, list[Event]]]:
    """Carry a state to the end of its game; yield each action with the events it brought."""
    rng = random.Random(seed)
    while not state.is_terminal():
        action = rng.choice(possible(state))
        log: list[Event] = []
        state.apply(action, log)
        yield action, log


def somewhere(game: Game, seed: int, steps: int) -> State:
    """Return a state some steps into a game, or its end if that comes first."""
    state = game.new_state()
    for _, _ in zip(range(steps), walk(state, seed), strict=False):
        pass
    return state


def play_on(state: State, actions: list[int]) -> State:
    """Apply actions in turn; return the state."""
    for action in actions:
        state.apply(action)
    return state
