"""Positions on a head for things that fit any head."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from onirium.web.card_art.nightmarium.palette import Palette


class HeadAnchors(NamedTuple):
    """Positions on a head.

    Attributes:
        crown: height of the horns.
        across: distance of the horns from the middle.
        ear: distance of the ears from the middle.
        side: height of the ears.
    """

    crown: float
    across: float
    ear: float
    side: float


Wear: TypeAlias = Callable[[HeadAnchors, Palette], str]
