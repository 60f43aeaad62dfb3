"""Measurements by which any head fits any torso, and any torso any legs.

Each part is drawn in its own cell, 250 wide; the cells overlap. At a joint both parts have the same
width and outline, and the upper one has a collar or a hem that covers the joint. Parts are drawn
from below: legs, torso, head.
"""

from typing import Final, NamedTuple

from onirium.web.card_art.svg import HEIGHT, WIDTH

MIDDLE: Final = WIDTH // 2
NECK: Final = 28
"""Half the width of a neck, on the head and on the torso."""
WAIST: Final = 44
"""Half the width of a waist, on the torso and on the legs."""
OUTLINE: Final = 5
INK: Final = "#1a1022"


class Cell(NamedTuple):
    """Position of a part in the whole body, and of its joints.

    Attributes:
        top: of the cell, in the body.
        height: of the cell.
        above: the joint with the part above, in the cell.
        below: the joint with the part below, in the cell; the ground under the feet.
    """

    top: int
    height: int
    above: int
    below: int


CELLS: Final = {
    "head": Cell(0, 190, 0, 170),
    "torso": Cell(150, 160, 20, 140),
    "legs": Cell(270, 150, 20, 142),
}
BODY: Final = 420
"""Height of a body."""
ROOM: Final = BODY * WIDTH / HEIGHT
"""Width of a picture of a body, with room on both sides for outstretched arms."""
TUCK: Final = 14
"""Length of a part beyond the joint, behind or inside the collar."""
