"""What the network of Nightmarium sees of a table: what its seat sees, and no more.

Each input tells that one thing is so, and what belongs together makes one input: how many creatures
are still to be woven *and* how many cards are in hand, an ability *and* what its card could be used
for. The inputs come in this order:

1. the hand and the creatures of the seat itself (``own``),
2. of each rival what everybody sees: its creatures, and of its hand the number of cards and those
   that are known; all rivals share their inputs, and part of some is whether the rival's turn comes
   before one's own (``rivals``),
3. the moment: whose turn it is, and what of an action is still to come (``moment``),
4. how far the best rival is beside oneself (``table``).

A creature is *bare* if its legs are alone, a *body* if only its head is missing.
"""
