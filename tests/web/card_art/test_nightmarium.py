import math
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from typing import Final
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Page, sync_playwright

from onirium.games.nightmarium.components import ABILITIES, CARDS, LEGIONS, NAMES, PARTS
from onirium.web.card_art import VARIANTS
from onirium.web.card_art.nightmarium import card_svg, monster, names
from onirium.web.card_art.nightmarium.bodies import body, part
from onirium.web.card_art.nightmarium.cards import LIT, UNLIT
from onirium.web.card_art.nightmarium.designs import MONSTERS
from onirium.web.card_art.nightmarium.frame import BODY, CELLS, OUTLINE, ROOM
from onirium.web.card_art.nightmarium.growths import BEHIND
from onirium.web.card_art.nightmarium.hats import BEFORE
from onirium.web.card_art.svg import WIDTH
from tests.support.chromium import ARGUMENTS, CHROMIUM

EVERY_PART: Final = list(product(LEGIONS, range(9), PARTS))
LARGEST: Final = {1: 7000, 2: 8500, 3: 9500}
"""The maximum size of a picture in bytes, by its number of parts."""


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314 - a drawing of our own


def written(name: str) -> str:
    return name.replace(" ", "-").replace("/", "+")


def parts_of(name: str) -> list[str]:
    return name.split()[1].split("/")


def test_every_kind_has_faces_and_a_picture_for_each_part_it_can_be() -> None:
    copies = ["", *(f".{copy}" for copy in range(VARIANTS))]
    faces = [(name, f"{written(name)}{copy}") for name in NAMES for copy in copies]
    signs = {f"ability-{ability}" for ability in ABILITIES}
    signs |= {f"legion-{legion}" for legion in LEGIONS}
    signs |= {f"outline-{part}" for part in PARTS}
    wanted = {face for _, face in faces} | {f"back{copy}" for copy in copies} | signs
    wanted |= {f"{face}.{part}" for name, face in faces for part in parts_of(name)}
    assert set(names()) == wanted


def test_without_a_number_a_card_is_its_first_copy() -> None:
    for name in map(written, NAMES):
        assert card_svg(name) == card_svg(f"{name}.0")
    assert card_svg("necronaut-head.head") == card_svg("necronaut-head.0.head")
    assert card_svg("back") == card_svg("back.2")


def test_a_card_shows_three_monsters_and_a_legion_all_its_nine() -> None:
    for legion in LEGIONS:
        kinds = [kind for kind, (own, _) in enumerate(CARDS) if own == legion]
        shown = [{monster(kind, variant) for variant in range(VARIANTS)} for kind in kinds]
        assert all(len(three) == VARIANTS for three in shown)
        assert set.union(*shown) == set(range(9))


def test_a_part_picture_shows_the_monster_of_the_face() -> None:
    kind = NAMES.index("insektoid head/torso/legs mocker")
    drawn = body(MONSTERS["insektoid"][monster(kind, 1)], "insektoid", ("head", "torso", "legs"))
    assert drawn in card_svg("insektoid-head+torso+legs-mocker.1")
    for name in PARTS:
        alone = card_svg(f"insektoid-head+torso+legs-mocker.1.{name}")
        assert alone == part("insektoid", monster(kind, 1), name)


def vertices(d: str) -> set[tuple[float, float]]:
    """Return the points that a path of lines and curves goes through."""
    seen: set[tuple[float, float]] = set()
    x = y = 0.0
    for command, text in re.findall("([MLcVZ])([^MLcVZ]*)", d):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
        if command == "c":
            x, y = x + numbers[4], y + numbers[5]
        elif command == "V":
            y = numbers[0]
        elif command != "Z":
            x, y = numbers[-2:]
        seen.add((x, y))
    return seen


def joints(legion: str, which: int, name: str, height: int) -> list[tuple[float, float, str]]:
    """Return where contours of a part cross the height of a joint in the body, and their outline.

    Each is a point on the left, a point on the right, and the width of the stroke.
    """
    picture = parsed(part(legion, which, name))
    cell = picture.find("{*}g")
    assert cell is not None
    (pen,) = cell.findall("{*}g[@stroke-width]")
    found = []
    for path in pen.iter("{http://www.w3.org/2000/svg}path"):
        d = path.get("d", "")
        if re.fullmatch(r"[MLcVZ\d\s.-]+", d) and path.get("stroke-width") is None:
            across = [x for x, y in vertices(d) if y + CELLS[name].top == height]
            if len(across) == 2:
                found.append((min(across), max(across), pen.get("stroke-width", "")))
    return found


def test_any_head_fits_any_torso() -> None:
    """Both go through the same two points, with the same pen, whatever the mixture."""
    neck = (125 - 28, 125 + 28, str(OUTLINE))
    for legion, which in product(LEGIONS, range(9)):
        assert neck in joints(legion, which, "head", 170), (legion, which)
        assert neck in joints(legion, which, "torso", 170), (legion, which)


def test_any_torso_fits_any_legs() -> None:
    waist = (125 - 44, 125 + 44, str(OUTLINE))
    for legion, which in product(LEGIONS, range(9)):
        assert waist in joints(legion, which, "torso", 290), (legion, which)
        assert waist in joints(legion, which, "legs", 290), (legion, which)


def test_cells_overlap_and_make_a_body_as_tall_as_its_picture() -> None:
    head, torso, legs = (CELLS[name] for name in ("head", "torso", "legs"))
    assert head.top + head.below == torso.top + torso.above
    assert torso.top + torso.below == legs.top + legs.above
    assert legs.top + legs.height == BODY
    assert math.isclose(ROOM / BODY, 5 / 7)


def test_thirty_six_monsters_differ_in_their_lines_and_not_in_colour_alone() -> None:
    lines = {
        re.sub("#[0-9a-f]{3,8}", "", part(legion, which, name)): name
        for legion, which, name in EVERY_PART
    }
    whole = {
        re.sub("#[0-9a-f]{3,8}", "", body(design, legion, PARTS))
        for legion in LEGIONS
        for design in MONSTERS[legion]
    }
    assert len(whole) == 36
    assert sum(name == "head" for name in lines.values()) == 36
    assert sum(name == "torso" for name in lines.values()) == 36


def test_all_that_can_be_worn_is_worn_and_is_either_behind_a_head_or_before_it() -> None:
    worn = {name for nine in MONSTERS.values() for one in nine for name in one.head.wears}
    assert worn == BEHIND.keys() | BEFORE.keys()
    assert not BEHIND.keys() & BEFORE.keys()


def test_pictures_are_small_files() -> None:
    for name in NAMES:
        for copy in range(VARIANTS):
            face = f"{written(name)}.{copy}"
            assert len(card_svg(face)) <= LARGEST[len(parts_of(name))], face
            for one in parts_of(name):
                assert len(card_svg(f"{face}.{one}")) <= LARGEST[1] / 2, (face, one)


def test_pictures_are_the_same_in_every_run() -> None:
    program = (
        "from onirium.web.card_art.nightmarium import *; print(*map(card_svg, names()), sep='')"
    )
    other = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.strip() == "".join(map(card_svg, names()))


def test_a_face_lights_the_places_its_card_can_take() -> None:
    for name in NAMES:
        face = card_svg(f"{written(name)}.0")
        lit = [cell for cell in PARTS if f'd="{LIT[cell]}" fill="{UNLIT}"' not in face]
        assert set(lit) == set(parts_of(name)), name


def test_badge_and_medal_are_large_enough_for_a_phone() -> None:
    face = card_svg("necronaut-head-scavenger.0")
    for name, share in (("legion-necronaut", 0.22), ("ability-scavenger", 0.28)):
        before, _, _ = face.partition(inside(name))
        assert before != face
        scale = float(before[before.rindex("scale(") + 6 : -3])
        assert scale * 100 >= share * WIDTH


def inside(name: str) -> str:
    return card_svg(name).partition(">")[2].removesuffix("</svg>")


@pytest.mark.parametrize("names", [ABILITIES, LEGIONS])
def test_signs_differ_in_shape_and_not_in_colour_alone(names: tuple[str, ...]) -> None:
    sort = "ability" if names == ABILITIES else "legion"
    shapes = {re.sub("#[0-9a-f]{3,8}", "", card_svg(f"{sort}-{name}")) for name in names}
    assert len(shapes) == len(names)


@pytest.mark.parametrize(
    "wrong",
    [
        *("", "back.3", "necronaut-head.3", "necronaut", "necronaut-head.0.torso"),
        *("necronaut head.0", "ability-none", "legion-human", "outline-arm"),
    ],
)
def test_what_is_not_there_has_no_picture(wrong: str) -> None:
    with pytest.raises(KeyError):
        card_svg(wrong)


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser.new_page()
        browser.close()


def test_no_part_reaches_farther_than_its_design_says(page: Page) -> None:
    """So that nothing is cut off on a card, nor in the picture of a body."""
    measure = """() => {
        const box = document.querySelector('svg > g').getBBox();
        return [box.x, box.x + box.width, box.y];
    }"""
    for legion, which, name in EVERY_PART:
        page.set_content(part(legion, which, name))
        left, right, top = page.evaluate(measure)
        reach = getattr(MONSTERS[legion][which].reach, name)
        pen = OUTLINE / 2
        assert max(125 - left, right - 125) + pen <= reach + 0.5, (legion, which, name)
        assert reach <= ROOM / 2 + 1, (legion, which, name)
        assert top + CELLS[name].top >= 0, (legion, which, name)
