"""Records that lead to a large hand."""

import random

import onirium
from onirium.record import Record, new_record
from tests.support.random_walk import possible_actions


def record_with_hand(size: int) -> Record:
    """Return a record in which both players draw until the first, on turn, has ``size`` cards."""
    game = onirium.load("nightmarium", seats=2)
    state, record, rng = game.new_state(), new_record(game, ["human"] * 2), random.Random(1)
    while state.current_player() != 0 or len(state.view(0).hand) < size:
        notations = [game.notation(action) for action in possible_actions(state)]
        record.actions.append("draw" if "draw" in notations else rng.choice(notations))
        state.apply(game.parse(record.actions[-1]))
    return record
