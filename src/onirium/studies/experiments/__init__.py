"""Parameter sweeps over games, options and bots, with tables and plots."""
