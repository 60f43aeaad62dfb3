"""What the networks of Onirim see of a table.

The inputs are 0 or 1: each tells that one thing is so. What belongs together makes one input, such
as the rooms of a colour in hand with the set begun of it, so that the network learns the worth of
the whole.
"""
