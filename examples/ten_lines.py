"""A complete game, played at random."""

import onirium

state = onirium.load("onirim").new_state()
random = onirium.Random(1)
while not state.is_terminal():
    if state.is_chance_node():
        state.apply(state.sample(random))
    else:
        choices = state.legal_actions()
        state.apply(choices[random.randrange(len(choices))])
print("won" if state.returns()[0] else "lost", "after", len(state.history()), "steps")
