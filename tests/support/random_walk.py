"""Random walks through games, with uniform actions and outcomes."""

import random
from collections.abc import Iterator

from onirium import Event, Game, State


def possible_actions(state: State) -> list[int]:
    """Return the actions of a decision or the outcomes of a chance node."""
    return state.legal_actions() or [outcome for outcome, _ in state.chance_outcomes()]


def answers_of(state: State) -> list[str]:
    """Return the actions or outcomes in notation, sorted, and outcomes repeated by weight."""
    notation = state.game.notation
    outcomes = [notation(card) for card, count in state.chance_outcomes() for _ in range(count)]
    return sorted(outcomes or [notation(action) for action in state.legal_actions()])


def random_walk(state: State, seed: int) -> Iterator[tuple[int, list[Event]]]:
    """Play a state to the end; yield each action with its events."""
    rng = random.Random(seed)
    while not state.is_terminal():
        action = rng.choice(possible_actions(state))
        log: list[Event] = []
        state.apply(action, log)
        yield action, log


def random_state(game: Game, seed: int, steps: int) -> State:
    """Return a state after some random steps, or the final state of a shorter game."""
    state = game.new_state()
    for _, _ in zip(range(steps), random_walk(state, seed), strict=False):
        pass
    return state


def apply_all(state: State, actions: list[int]) -> State:
    """Apply actions in turn; return the state."""
    for action in actions:
        state.apply(action)
    return state
