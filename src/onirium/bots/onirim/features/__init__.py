"""Binary features of the Onirim networks.

The networks have a single hidden layer, so conjunctions must be features themselves: for example
the rooms of a colour in hand combined with the set begun in it. Each group is a one-hot encoding of
such a combination, as an integer in mixed radix with every factor capped. Group sizes are part of
the weights file format: changing one invalidates the weights.
"""
