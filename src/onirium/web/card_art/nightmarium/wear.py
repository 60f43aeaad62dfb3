"""Where things sit on a head that are drawn for any head."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from onirium.web.card_art.nightmarium.palette import Palette


class Place(NamedTuple):
    """Where things sit on a head.

    Attributes:
        crown: the height at which horns grow.
        across: how far from the middle they grow.
        ear: how far from the middle ears grow.
        side: the height of the ears.
    """

    crown: float
    across: float
    ear: float
    side: float


Wear: TypeAlias = Callable[[Place, Palette], str]
