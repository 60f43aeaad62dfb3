"""States and views as pictures."""

import re
from xml.etree import ElementTree as ET

import pytest

import onirium
from onirium.core.game import State
from onirium.notebook.board import view_to_svg
from onirium.record import from_line
from tests.support.hush_game import make

SVG = "{http://www.w3.org/2000/svg}"


def titles(svg: str | None) -> list[str]:
    """Return the names of the cards of a picture, in order."""
    return [str(title.text) for title in ET.fromstring(svg or "").iter(f"{SVG}title")]  # noqa: S314


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def dealt(name: str, **options: object) -> State:
    state = onirium.load(name, **options).new_state()
    state.resolve_chance(onirium.Random(1))
    return state


def test_a_state_of_onirim_shows_its_cards() -> None:
    state = from_line("onirim; steps: play; hand: 2 red sun, 3 blue moon; unknown: the rest")
    svg = state._repr_svg_()
    assert titles(svg) == [*["red sun"] * 2, *["blue moon"] * 3, "hidden card"]
    assert "Deck: 71" in (svg or "")


def test_a_view_shows_no_card_that_its_seat_does_not_see() -> None:
    state = dealt("onirim", seats=2)
    rng = onirium.Random(2)
    while not state.view(0).partner.hand.count("?"):
        state.apply(state.legal_actions()[0])
        state.resolve_chance(rng)
    seat = int(state.current_player())
    shown = titles(state.view(seat)._repr_svg_())
    assert shown == titles(state._repr_svg_())
    hidden = state.view(seat).partner.hand.count("?")
    assert hidden
    assert shown.count("hidden card") == hidden + 1


@pytest.mark.parametrize("name", ["onirim", "nightmarium"])
def test_a_spectator_is_not_named_as_a_player(name: str) -> None:
    svg = dealt(name, seats=2).view(int(onirium.SPECTATOR))._repr_svg_() or ""
    heading = ET.fromstring(svg).attrib["aria-label"]  # noqa: S314
    assert heading == name.capitalize()


def test_a_spectator_sees_the_players_in_order_and_no_hand() -> None:
    svg = dealt("nightmarium", seats=3).view(int(onirium.SPECTATOR))._repr_svg_()
    texts = [text.text for text in ET.fromstring(svg or "").iter(f"{SVG}text")]  # noqa: S314
    players = [f"Player\xa0{number}: 0/5" for number in (1, 2, 3)]
    assert texts == ["Nightmarium", *players, "Deck: 93"]


def test_creatures_show_their_parts_and_outlines_of_the_missing_ones() -> None:
    state = from_line(
        "nightmarium; steps: act; actions: 2; turns: 2; hand 1: necronaut head; hand 2: 2"
        " chimerid torso; creature 1.1: insektoid legs singer; creature 2.1: chimerid legs"
        " executioner, chimerid torso executioner; unknown: the rest"
    )
    svg = state.view(0)._repr_svg_() or ""
    assert titles(svg) == [
        "1.1: Insektoid legs (Singer)",
        "2.1: Chimerid legs (Executioner), Chimerid torso (Executioner)",
        "Necronaut head",
        "Deck",
    ]
    assert svg.count("nightmarium-outline-head'") == 2
    assert svg.count("nightmarium-outline-torso'") == 1


@pytest.mark.parametrize("name", ["onirim", "nightmarium"])
def test_ids_of_pictures_are_unique_and_references_resolve(name: str) -> None:
    svg = dealt(name)._repr_svg_() or ""
    ids = re.findall(r' id="([^"]+)"', svg)
    references = set(re.findall(r"url\(#([^)]+)\)", svg)) | set(
        re.findall(r"href=['\"]#([^'\"]+)", svg)
    )
    assert len(ids) == len(set(ids))
    assert references <= set(ids)


def test_a_game_without_pictures_is_shown_as_text() -> None:
    assert make({}).new_state()._repr_svg_() is None


def test_pictures_of_a_height_show_all_cards() -> None:
    view = dealt("onirim").view(0)
    low, high = (ET.fromstring(view_to_svg(view, height_px=px) or "") for px in (100, 900))  # noqa: S314
    assert (low.get("height"), high.get("height")) == ("100", "900")
    needed = ET.fromstring(view_to_svg(view) or "").get("height")  # noqa: S314
    assert low.get("viewBox") == f"0 0 760 {needed}"
    assert high.get("viewBox") == "0 0 760 900"
