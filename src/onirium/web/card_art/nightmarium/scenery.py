"""Dim scenery behind the monsters of each legion."""

from collections.abc import Callable
from typing import Final

from onirium.web.card_art.svg import darker, group, path


def _wrecks(land: str) -> str:
    """Return a ship run aground, and a buoy."""
    hull = "M20 232q30 20 84 10l10 40h-84q-14-24-10-50Z"
    masts = "M48 236v-112h5v40l34 18v4l-34-8v60ZM82 240v-70h4v70Z"
    sail = "M53 130q28 14 22 44q-12 4-22 0ZM86 176q20 8 18 30q-10 2-18 0Z"
    buoy = "M186 290l8-70h16l8 70ZM198 220v-22h8v22Z"
    return path(hull + masts + buoy, land) + path(sail, land, opacity=0.6)


def _laboratory(land: str) -> str:
    """Return shelves with flasks, and arches."""
    arches = "M0 290v-150q30-60 60 0v150ZM190 290v-150q30-60 60 0v150Z"
    shelf = "M0 226h66v8h-66ZM184 210h66v8h-66Z"
    flasks = (
        "M14 226l10-18v-14h10v14l10 18ZM48 226v-22h12v22ZM196 210v-26h14v26Z"
        "M220 210l8-14v-14h8v14l8 14Z"
    )
    return path(arches, land, opacity=0.5) + path(shelf + flasks, darker(land, 0.5))


def _hive(land: str) -> str:
    """Return combs, and blades of grass as tall as trees."""
    cell = "l17-10 17 10v20l-17 10-17-10Z"
    combs = "".join(
        f"M{x} {y}{cell}"
        for x, y in (
            (8, 120),
            (46, 120),
            (27, 152),
            (8, 184),
            (172, 108),
            (210, 108),
            (191, 140),
            (210, 172),
        )
    )
    grass = (
        "M10 300q-6-90 20-130q-8 70 6 130ZM44 300q0-60 26-90q-12 50-8 90Z"
        "M214 300q-2-80 30-120q-14 70-8 120ZM182 300q-4-60-20-80q24 20 36 80Z"
    )
    return path(combs, land, opacity=0.55) + path(grass, darker(land, 0.4))


def _wood(land: str) -> str:
    """Return bare crooked trees."""
    left = (
        "M22 300q10-70-2-110q-8-20-22-26q22-2 28 12q-2-30 8-44q-2 30 2 48q8-14 22-16"
        "q-18 14-20 34q0 60 10 102Z"
    )
    right = (
        "M208 300q6-60 2-90q-6-20-24-28q20 0 28 12q-2-34-14-48q24 10 24 46q8-22 24-26"
        "q-16 18-20 44q-2 50 8 90Z"
    )
    return group(path(left, land), path(right, darker(land, 0.25)))


SCENERY: Final[dict[str, Callable[[str], str]]] = {
    "necronaut": _wrecks,
    "homunculus": _laboratory,
    "insektoid": _hive,
    "chimerid": _wood,
}
