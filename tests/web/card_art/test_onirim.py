import gzip
import os
import re
import subprocess
import sys
from itertools import combinations
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from onirium.games import registry
from onirium.games.nightmarium.components import LEGIONS
from onirium.games.onirim.components import CARD_COUNT, card_name
from onirium.games.onirim.expansions.towers.components import LEFT_SIDES, RIGHT_SIDES
from onirium.web.card_art import VARIANTS, card_svg, names
from onirium.web.card_art.nightmarium.palette import PALETTES
from onirium.web.card_art.onirim.palette import PLACES
from tests.support.colour_difference import VISION_TYPES, ciede2000, distance

COLOURS: Final = ("red", "blue", "green", "brown")
TABLE: Final = [card_name(card).replace(" ", "-") for card in range(int(CARD_COUNT))]
OTHERS: Final = (
    *("back", "back-goal", "spells"),
    *("badge-red", "badge-blue", "badge-green", "badge-brown"),
    *("symbol-sun", "symbol-moon", "symbol-key"),
)
SHAPES: Final = {
    *("svg", "g", "path", "circle", "ellipse", "rect", "line", "polygon", "polyline", "use"),
    *("defs", "clipPath", "linearGradient", "radialGradient", "stop", "mask", "pattern", "symbol"),
}
LARGEST: Final = 12_000
LARGEST_ZIPPED: Final = 3_000
"""The maximum sizes of a picture in bytes: a table shows some dozens of them at once."""
CLEARLY_DIFFERENT: Final = 20
PLACE_COLOURS: Final = [PLACES[colour].colour for colour in COLOURS]
LEGION_COLOURS: Final = [PALETTES[legion].skin for legion in LEGIONS]


def parsed(game: str, name: str) -> ET.Element:
    return ET.fromstring(card_svg(game, name))  # noqa: S314 - a drawing of our own


def test_every_card_of_onirim_has_a_picture_and_so_has_each_copy() -> None:
    wanted = {
        f"{name}{copy}" for name in TABLE for copy in ("", *(f".{n}" for n in range(VARIANTS)))
    }
    assert wanted | set(OTHERS) <= set(names("onirim"))


@pytest.mark.parametrize("game", registry.names())
def test_pictures_hold_nothing_but_shapes(game: str) -> None:
    for name in names(game):
        for element in parsed(game, name).iter():
            assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in SHAPES, name
            assert not (element.text or "").strip(), name
            assert not any(key == "style" or key.startswith("on") for key in element.attrib), name


@pytest.mark.parametrize("game", registry.names())
def test_pictures_refer_to_nothing_but_their_own_gradients(game: str) -> None:
    for name in names(game):
        text = card_svg(game, name)
        own = re.findall(r' id="([^"]+)"', text)
        assert len(own) == len(set(own)), name
        assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(own), name
        assert set(re.findall(r'href="#([^"]+)"', text)) <= set(own), name
        assert "//" not in text.removeprefix('<svg xmlns="http://www.w3.org/2000/svg"'), name
        assert text.count("href=") == text.count('href="#'), name
        assert text.count("url(") == text.count("url(#"), name


@pytest.mark.parametrize("game", registry.names())
def test_pictures_are_small_files(game: str) -> None:
    for name in names(game):
        text = card_svg(game, name).encode()
        assert len(text) <= LARGEST, name
        assert len(gzip.compress(text)) <= LARGEST_ZIPPED, name


@pytest.mark.parametrize("game", registry.names())
def test_pictures_are_square_or_as_wide_and_tall_as_cards_or_gates(game: str) -> None:
    for name in names(game):
        _, _, width, height = map(int, parsed(game, name).get("viewBox", "").split())
        gate = height * 240 / 314 if name.startswith(("gate-", "doorway-", "leaf-")) else height
        assert width in {height, height * 5 / 7, gate}, name


def test_pictures_are_the_same_in_every_run() -> None:
    drawn = "print(*(card_svg('onirim', n) for n in names('onirim')))"
    program = f"from onirium.web.card_art import *; {drawn}"
    other = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.split("\n")[0] == " ".join(
        card_svg("onirim", name) for name in names("onirim")
    )


def test_copies_of_a_room_are_drawn_each_for_itself() -> None:
    rooms = [f"{colour}-{symbol}" for colour in COLOURS for symbol in ("sun", "moon", "key")]
    for room in rooms:
        assert len({card_svg("onirim", f"{room}.{copy}") for copy in range(VARIANTS)}) == VARIANTS
        assert card_svg("onirim", room) == card_svg("onirim", f"{room}.0")


@pytest.mark.parametrize("wrong", ["", "red", "red-sun.3", "red-sun.", "grey-sun", "../red-sun"])
def test_what_is_not_a_card_has_no_picture(wrong: str) -> None:
    with pytest.raises(KeyError):
        card_svg("onirim", wrong)


def test_what_is_not_a_game_has_no_pictures() -> None:
    with pytest.raises(KeyError):
        card_svg("chess", "king")
    with pytest.raises(KeyError):
        names("chess")


def test_cards_that_are_different_look_different() -> None:
    drawn = [card_svg("onirim", name) for name in (*TABLE, *OTHERS)]
    assert len(set(drawn)) == len(drawn)


def side_signs(name: str) -> list[set[str]]:
    """Return where the left and the right side of a tower carry a sign."""
    picture = parsed("onirim", name).find("{*}g[@clip-path]")
    assert picture is not None
    right = picture.find("{*}g[@transform='matrix(-1 0 0 1 250 0)']")
    assert right is not None
    places = ([layer.get("transform", "") for layer in side] for side in (picture, right))
    return [{at for at in side if re.fullmatch(r"translate\(0 \d+\)", at)} for side in places]


def test_tower_shows_the_printed_symbols_at_its_sides() -> None:
    """O1.3 A sun, a moon, both or nothing; signs that must not touch lie at the same height."""
    (suns, _), (moons, _) = map(side_signs, ("green-tower-4", "blue-tower-4"))
    printed = [set[str](), suns, moons, suns | moons]
    for colour, left, right in zip(COLOURS, LEFT_SIDES, RIGHT_SIDES, strict=True):
        for number, sides in enumerate(zip(left, right, strict=True), start=3):
            signs = side_signs(f"{colour}-tower-{number}")
            assert signs == [printed[side] for side in sides], (colour, number)
    assert len(suns) == len(moons) == 1
    assert suns != moons


def test_badges_differ_in_shape_and_not_in_colour_alone() -> None:
    shapes = {
        re.sub(r"#[0-9a-f]{3,6}", "", card_svg("onirim", f"badge-{colour}")) for colour in COLOURS
    }
    assert len(shapes) == len(COLOURS)


@pytest.mark.parametrize("vision", VISION_TYPES)
@pytest.mark.parametrize("colours", [PLACE_COLOURS, LEGION_COLOURS], ids=["places", "legions"])
def test_colours_are_distinguishable_to_all_viewers(colours: list[str], vision: str) -> None:
    nearest = min(distance(one, two, vision) for one, two in combinations(colours, 2))
    assert nearest >= CLEARLY_DIFFERENT


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_differences_are_those_its_authors_published(
    one: tuple[float, float, float], two: tuple[float, float, float], expected: float
) -> None:
    assert ciede2000(one, two) == pytest.approx(expected, abs=5e-5)
