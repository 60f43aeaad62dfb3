"""Drawing primitives of all pictures: tags, curves, light, stars, hills, card frames."""

import math
import random
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
Stop: TypeAlias = str | tuple[str, float]
"""A colour stop of a gradient, with its opacity."""

WIDTH: Final = 250
HEIGHT: Final = 350

_EDGE: Final = 8
_CORNER: Final = 15
_ZERO_BY_DEFAULT: Final = {"x", "y", "cx", "cy"}
"""Attributes that are omitted when 0, their default."""
_TENSION: Final = 6
"""The distance of the neighbouring points divided by the length of a Bézier handle.

With 6 the curve is a uniform Catmull-Rom spline.
"""


def seeded_rng(name: str) -> random.Random:
    """Return a random number generator seeded by a name."""
    return random.Random(name)  # noqa: S311 - seeds hills and stars, not secrets


def number(value: float) -> str:
    """Return a number with one decimal at most.

    >>> number(12.04), number(-0.03), number(3.27)
    ('12', '0', '3.3')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def share(value: float) -> str:
    """Return a number below 1, as opacities and offsets are, with two decimals at most.

    >>> share(0.25), share(1.0)
    ('.25', '1')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".").lstrip("0") or "0"


def tag(name: str, *inside: str, **attributes: float | str) -> str:
    """Return an element; an underscore in an attribute's name stands for a hyphen.

    >>> tag("circle", r=2.25, stroke_width=1)
    '<circle r="2.2" stroke-width="1"/>'
    """
    written = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value != 0 or key not in _ZERO_BY_DEFAULT
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def drawing(width: int, height: int, *layers: str) -> str:
    """Return a file with layers from back to front; strokes have round ends and joins."""
    box = f"0 0 {width} {height}"
    size: dict[str, float | str] = {"viewBox": box, "width": width, "height": height}
    pen = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return tag("svg", *layers, xmlns="http://www.w3.org/2000/svg", **size, **pen)


def group(*layers: str, **attributes: float | str) -> str:
    """Return a group of layers, optionally with shared attributes."""
    return tag("g", *layers, **attributes) if attributes else "".join(layers)


def moved(x: float, y: float, *layers: str, scale: float = 1, turn: float = 0) -> str:
    """Return layers drawn around the origin, translated, rotated clockwise and scaled."""
    steps = []
    if x or y:
        steps.append(f"translate({number(x)} {number(y)})")
    if turn:
        steps.append(f"rotate({number(turn)})")
    if scale != 1:
        steps.append(f"scale({share(scale)})")
    return tag("g", *layers, transform="".join(steps))


def mirrored(*layers: str) -> str:
    """Return a card's layers with left and right exchanged."""
    return tag("g", *layers, transform=f"matrix(-1 0 0 1 {WIDTH} 0)")


def flipped(*layers: str) -> str:
    """Return layers drawn around the origin with left and right exchanged."""
    return tag("g", *layers, transform="scale(-1 1)")


def path(d: str, fill: str = "none", **attributes: float | str) -> str:
    """Return a path."""
    return tag("path", d=d, fill=fill, **attributes)


def line(d: str, colour: str, width: float, **attributes: float | str) -> str:
    """Return a stroked path."""
    pen = {"stroke": colour, "stroke_width": number(width)}
    return tag("path", d=d, fill="none", **pen, **attributes)


def circle(x: float, y: float, radius: float, fill: str, **attributes: float | str) -> str:
    """Return a circle."""
    return tag("circle", cx=x, cy=y, r=radius, fill=fill, **attributes)


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, **attributes: float | str) -> str:
    """Return an ellipse."""
    return tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=fill, **attributes)


def rect(
    x: float, y: float, width: float, height: float, fill: str, **attributes: float | str
) -> str:
    """Return a rectangle."""
    return tag("rect", x=x, y=y, width=width, height=height, fill=fill, **attributes)


def at(point: Point) -> str:
    """Return a point in path syntax.

    >>> at((3, 4.56)), at((3, -4))
    ('3 4.6', '3-4')
    """
    x, y = map(number, point)
    return f"{x}{y}" if y.startswith("-") else f"{x} {y}"


def polygon(points: Iterable[Point]) -> str:
    """Return the path of straight lines around points.

    >>> polygon([(0, 0), (5, 0), (5, 5)])
    'M0 0L5 0L5 5Z'
    """
    return "M" + "L".join(map(at, points)) + "Z"


def curve(points: Iterable[Point], *, closed: bool = False) -> str:
    """Return the path of a smooth line through points.

    After the first one, the handles of a point are mirror images, of which ``S`` omits one.

    >>> curve([(0, 0), (6, 6), (12, 0)])
    'M0 0C1 1 4 6 6 6S11 1 12 0'
    """
    given = list(points)
    ends = [given[-1], *given, *given[:2]] if closed else [given[0], *given, given[-1]]
    through = "S".join(
        f"{at(_handle(after, end, start))} {at(end)}"
        for start, end, after in zip(ends[1:], ends[2:], ends[3:], strict=False)
    )
    return f"M{at(given[0])}C{at(_handle(*ends[:3]))} {through}{'Z' * closed}"


def _handle(before: Point, start: Point, end: Point) -> Point:
    """Return the handle at ``start`` of a curve from ``before`` to ``end``."""
    return (
        start[0] + (end[0] - before[0]) / _TENSION,
        start[1] + (end[1] - before[1]) / _TENSION,
    )


def around(x: float, y: float, radius: float, angle: float) -> Point:
    """Return the point at an angle, in degrees clockwise from the top, on a circle."""
    turn = math.radians(angle)
    return x + radius * math.sin(turn), y - radius * math.cos(turn)


def star(x: float, y: float, radius: float, points: int = 4, waist: float = 0.32) -> str:
    """Return the path of a star whose inner corners lie at a share of its radius."""
    step = 180 / points
    corners = (
        around(x, y, radius * (waist if corner % 2 else 1), corner * step)
        for corner in range(2 * points)
    )
    return polygon(corners)


def mix(colour: str, other: str, part: float) -> str:
    """Return a mixture of two colours.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    channels = (
        round(
            int(colour[start : start + 2], 16) * (1 - part)
            + int(other[start : start + 2], 16) * part
        )
        for start in (1, 3, 5)
    )
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def lighter(colour: str, part: float) -> str:
    """Return a colour mixed with white."""
    return mix(colour, "#ffffff", part)


def darker(colour: str, part: float) -> str:
    """Return a colour mixed with the night, which is not quite black."""
    return mix(colour, "#0b0718", part)


def _stops(stops: tuple[Stop, ...]) -> Iterator[str]:
    last = len(stops) - 1
    for index, stop in enumerate(stops):
        colour, opacity = stop if isinstance(stop, tuple) else (stop, 1)
        faint = {} if opacity == 1 else {"stop_opacity": share(opacity)}
        yield tag("stop", offset=share(index / last), stop_color=colour, **faint)


def downward(name: str, *stops: Stop) -> str:
    """Return a gradient from top to bottom, to be used as fill ``url(#name)``."""
    return tag("linearGradient", *_stops(stops), id=name, x1=0, y1=0, x2=0, y2=1)


def sideways(name: str, *stops: Stop) -> str:
    """Return a gradient from left to right."""
    return tag("linearGradient", *_stops(stops), id=name)


def outward(name: str, *stops: Stop, x: float = 0.5, y: float = 0.5, radius: float = 0.5) -> str:
    """Return a radial gradient; its centre is given in shares of the filled shape."""
    geometry = {"cx": share(x), "cy": share(y), "r": share(radius)}
    return tag("radialGradient", *_stops(stops), id=name, **geometry)


def sky(*stops: Stop) -> str:
    """Return a background of a whole card, from top to bottom."""
    return downward("sky", *stops) + rect(0, 0, WIDTH, HEIGHT, "url(#sky)")


def glow(name: str, x: float, y: float, radius: float, colour: str, strength: float) -> str:
    """Return light around a point that fades with the distance."""
    shades = ((colour, strength), (colour, strength * 0.4), (colour, 0.0))
    return outward(name, *shades) + circle(x, y, radius, f"url(#{name})")


def stars(rng: random.Random, count: int, lowest: int, colour: str) -> str:
    """Return scattered stars of three sizes between a card's top and a height."""
    sizes = ((1.3, 0.6), (2.2, 0.8), (3.4, 0.9))
    return "".join(
        line(_dots(rng, count // (2 * size + 1), lowest), colour, width, opacity=share(opacity))
        for size, (width, opacity) in enumerate(sizes)
    )


def _dots(rng: random.Random, count: int, lowest: int) -> str:
    points = ((rng.randint(6, WIDTH - 6), rng.randint(6, lowest)) for _ in range(count))
    return "".join(f"M{at(point)}h0" for point in points)


def hill(rng: random.Random, top: float, swing: float, fill: str, steps: int = 5) -> str:
    """Return ground up to a wavy line of a mean height and an amplitude."""
    width = WIDTH / steps
    ridge = [(index * width, top + rng.uniform(-swing, swing)) for index in range(-1, steps + 2)]
    return path(f"{curve(ridge)}V{HEIGHT}H{number(-width)}Z", fill)


def facing(points: Iterable[Point]) -> list[Point]:
    """Return points around the origin, followed by their mirror images on the left.

    >>> facing([(0, -2), (1, 0), (0, 2)])
    [(0, -2), (1, 0), (0, 2), (-1, 0)]
    """
    right = list(points)
    return right + [(-x, y) for x, y in reversed(right) if x]


def card(*layers: str, frame: str) -> str:
    """Return a card's file: its picture with rounded corners in a frame of a colour."""
    inner = {"x": 3, "y": 3, "width": WIDTH - 6, "height": HEIGHT - 6, "rx": _CORNER}
    clip = tag("clipPath", tag("rect", **inner), id="card")
    edge = rect(
        _EDGE / 2,
        _EDGE / 2,
        WIDTH - _EDGE,
        HEIGHT - _EDGE,
        "none",
        rx=_CORNER,
        stroke=frame,
        stroke_width=_EDGE,
    )
    return drawing(WIDTH, HEIGHT, clip, group(*layers, clip_path="url(#card)"), edge)
