"""Training of the networks by self-play."""
