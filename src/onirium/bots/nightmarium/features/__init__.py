"""Binary features of the Nightmarium network, from public and the seat's own information only.

The network has a single hidden layer, so conjunctions must be features themselves: for example the
number of creatures to complete combined with the size of the hand, or an ability combined with the
best use of its card. The groups are, in order:

1. ``own_board``: the seat's own hand and creatures.
2. ``opponents``: the public information about each opponent. All opponents share these features;
   some include the order of play relative to the seat.
3. ``phase``: the game's options, the seat to move and the pending steps.
4. ``encoder``: the lead over the best opponent.

A creature is *bare* if it consists of legs only, and a *body* if it lacks only the head. Group
sizes are part of the weights file format: changing one invalidates the weights.
"""
