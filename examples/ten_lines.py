"""A complete random game."""

import onirium

state = onirium.load("onirim").new_state()
rng = onirium.Random(1)
while not state.is_terminal():
    if state.is_chance_node():
        state.apply(state.sample(rng))
    else:
        actions = state.legal_actions()
        state.apply(actions[rng.randrange(len(actions))])
print("won" if state.returns()[0] else "lost", "after", len(state.history()), "steps")
