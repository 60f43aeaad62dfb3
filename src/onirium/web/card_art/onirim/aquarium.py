"""The blue place: deep water behind the glass of an aquarium."""

import random
from typing import Final

from onirium.web.card_art.svg import (
    Point,
    circle,
    curve,
    group,
    hill,
    line,
    moved,
    number,
    path,
    polygon,
    sky,
)

_WATER: Final = ("#5f9df0", "#3f6fd0", "#3757af", "#243a8c", "#10184f")
_RAY: Final = "#cfe9ff"
_SAND: Final = ((292, 9, "#24418f"), (310, 8, "#16296b"), (328, 5, "#0b1240"))
_SMALL_FISH: Final = "q9-7 18 0l5-4v8l-5-4q-9 7-18 0z"
_KELP: Final = ("#0e2a6b", "#123a7d", "#0f4f86")


def scene(rng: random.Random, variant: int) -> tuple[str, str]:
    """Return the water and its animals and plants."""
    dunes = [hill(rng, *dune) for dune in _SAND]
    life = group(
        _school(rng),
        dunes[0],
        _coral(rng.uniform(160, 200), rng),
        dunes[1],
        *(_kelp(x, rng) for x in (14, 32, 220, 238)),
        moved(rng.uniform(80, 120), 266, (_fish, _jellyfish, _turtle)[variant]()),
        dunes[2],
        _bubbles(rng),
    )
    return sky(*_WATER) + _shafts(rng), life


def _shafts(rng: random.Random) -> str:
    """Return light that falls through the water from above."""
    tops = (30 + 52 * shaft + rng.uniform(-12, 12) for shaft in range(4))
    return group(
        *(
            path(
                polygon([(top, 0), (top + 22, 0), (top * 1.5 - 40, 300), (top * 1.5 - 90, 300)]),
                _RAY,
            )
            for top in tops
        ),
        opacity=".13",
    )


def _school(rng: random.Random) -> str:
    """Return small fish far away that swim the same way."""
    middle = rng.uniform(200, 225)
    places = ((40 + 26 * fish, middle + rng.uniform(-22, 22)) for fish in range(7))
    return path(
        "".join(f"M{number(x)} {number(y)}{_SMALL_FISH}" for x, y in places),
        "#7fb4f2",
        opacity=".75",
    )


def _fish() -> str:
    """Return a fish near the glass that swims to the left."""
    return group(
        path("M26 0Q46-24 54-18Q46 0 54 18Q46 22 26 0Z", "#f2a63c"),
        path("M-8-18Q8-38 26-22L20-10ZM-4 16Q4 30 16 26L14 12Z", "#f2a63c"),
        path("M-38 2C-26-20 10-26 32 0C10 26-26 22-38 2Z", "#ffc95c"),
        path("M-10-18Q-2 0-10 18L2 19Q10 0 2-20ZM14-16Q20 0 14 16L22 10Q27 0 22-10Z", "#fff3d0"),
        circle(-24, -3, 4.5, "#fff"),
        circle(-25, -3, 2.6, "#0b1240"),
        line("M-36 6Q-32 9-28 7", "#8a4b12", 1.6),
    )


def _jellyfish() -> str:
    """Return a jellyfish that drifts upwards."""
    arms = (
        "M-18 0C-26 16-8 26-18 46M-6 2C-14 20 4 30-4 54M6 2C0 20 16 28 8 50M18 0C12 16 26 24 18 42"
    )
    return group(
        line(arms, "#ffb3dc", 3.4, opacity=".85"),
        path("M-30 2C-34-40 34-40 30 2Q23-6 15 2Q8-6 0 2Q-8-6-15 2Q-23-6-30 2Z", "#ff9ad0"),
        path("M-22-12C-18-26-8-28-4-27C-14-22-16-14-18-8Z", "#fff", opacity=".6"),
        line("M-9-8V-7M9-8V-7", "#5b1350", 5),
        line("M-4-3Q0 0 4-3", "#5b1350", 2),
    )


def _turtle() -> str:
    """Return a turtle that swims to the left."""
    flippers = "M-20 2Q-34 22-22 34Q-6 26-4 6ZM18 6Q22 20 36 22Q34 8 26 0Z"
    head = "M-26 0Q-50 4-54-8Q-50-20-38-16Q-30-14-26-4Z"
    return group(
        path(flippers + head, "#a8ecc8"),
        path("M-32 6Q-28-28 4-28Q34-26 42 4Q4 16-32 6Z", "#3da98c"),
        line("M-16 4L-10-12L-16-20M-10-12H12L20-18M12-12L18 6M12-12L2-27", "#23786a", 2.6),
        line("M-45-10V-9", "#0b1240", 4.5),
        line("M-53-3Q-49-1-46-2", "#0b1240", 1.6),
    )


def _kelp(x: float, rng: random.Random) -> str:
    """Return a ribbon of kelp that sways up from the ground."""
    foot, top = 346, rng.randint(130, 230)
    sway = rng.choice((-7, 7))
    stem = [(x + sway * (-1) ** leaf, foot - leaf * (foot - top) / 6) for leaf in range(7)]
    left = [(at - 9 + leaf * 1.5, y) for leaf, (at, y) in enumerate(stem)]
    right = [(at + 9 - leaf * 1.5, y) for leaf, (at, y) in enumerate(stem)]
    return path(curve([*left, *reversed(right)]) + "Z", rng.choice(_KELP))


def _coral(x: float, rng: random.Random) -> str:
    """Return a branching coral on the ground."""
    return line(_twigs((x, 312), 0, 19, 4, rng), "#ff8fa0", 5)


def _twigs(root: Point, lean: float, size: float, forks: int, rng: random.Random) -> str:
    """Return a twig and the two that fork from its tip."""
    if not forks:
        return ""
    (x, y), spread = root, rng.uniform(0.35, 0.7)
    tip = (x + lean * size, y - size)
    further = (_twigs(tip, lean + way, size * 0.84, forks - 1, rng) for way in (-spread, spread))
    return f"M{x:.0f} {y:.0f}L{tip[0]:.0f} {tip[1]:.0f}" + "".join(further)


def _bubbles(rng: random.Random) -> str:
    return group(
        *(
            circle(rng.uniform(20, 230), rng.uniform(60, 300), rng.uniform(2, 5), "none")
            for _ in range(9)
        ),
        stroke="#d8f0ff",
        stroke_width=1.4,
        opacity=".7",
    )
