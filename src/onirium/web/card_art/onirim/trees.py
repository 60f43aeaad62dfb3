"""Trees that stand in more than one place."""

from onirium.web.card_art.svg import curve, facing, moved, path


def cypress(x: float, foot: float, height: float, fill: str) -> str:
    """Return a slender tree without branches."""
    half = [(0, 0), (9, -10), (7, -height / 2), (0, -height)]
    return moved(x, foot, path(curve(facing(half), closed=True), fill))
