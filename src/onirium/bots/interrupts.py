"""Interrupts of compiled loops."""


def handle_signals() -> None:
    """Run the handlers of pending signals, so that an interrupt (Ctrl+C) ends a long loop.

    Only interpreted code runs them, at the start of a function among others. So this module is not
    compiled, and the function needs no statements.
    """
