"""Jobs for workers: what can go well, and what can go wrong."""

import os
import time
from itertools import count

from onirium.web.workers.process import Tell


def name_yourself(tell: Tell) -> None:
    """Tell which process this is."""
    tell(os.getpid())


def count_on(tell: Tell, first: int) -> None:
    """Count and never end."""
    for number in count(first):
        tell(number)


def dawdle(tell: Tell, seconds: float) -> None:
    """Tell which process this is, then take some time over the next answer."""
    tell(os.getpid())
    time.sleep(seconds)
    tell("at last")


def chatter(tell: Tell) -> None:
    """Print something beside the answer."""
    print("this is no answer", flush=True)
    tell("this is one")


def fail(_tell: Tell) -> None:
    raise ValueError("it cannot be done")


def vanish(_tell: Tell) -> None:
    os._exit(3)
