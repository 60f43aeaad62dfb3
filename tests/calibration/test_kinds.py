"""The kinds of game that are calibrated."""

import onirium
from onirium.bots.calibration import (
    calibration_path,
    load_calibration,
    read_calibration_file,
)
from onirium.games.onirim.components import REDUCED_BOXES
from onirium.studies.calibration.kinds import kind_name, list_kinds


def test_every_kind_has_a_calibration_and_a_name_of_its_own() -> None:
    games = [onirium.load(name, **options) for name, options in list_kinds()]
    assert len({kind_name(game) for game in games}) == len(games) == 15
    assert all(load_calibration(game.new_state()) is not None for game in games)


def test_the_cost_factors_of_every_kind_are_fitted() -> None:
    """``fit`` resets them to 1."""
    for name in {name for name, _ in list_kinds()}:
        file = read_calibration_file(calibration_path(name))
        assert all("cost_games" in origin for origin in file.origins.values())


def test_reduced_boxes_have_no_calibration() -> None:
    """Lines fitted to their own games are off by up to seven points in a tenth."""
    boxes = [onirium.load("onirim", box=box) for box in range(1, len(REDUCED_BOXES) + 1)]
    assert all(load_calibration(box.new_state()) is None for box in boxes)
