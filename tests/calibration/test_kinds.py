"""The kinds of game that are calibrated."""

import onirium
from onirium.bots.calibration import load_calibration
from onirium.studies.calibration.kinds import kind_name, list_kinds


def test_every_kind_has_a_calibration_and_a_name_of_its_own() -> None:
    games = [onirium.load(name, **options) for name, options in list_kinds()]
    assert len({kind_name(game) for game in games}) == len(games) == 15
    assert all(load_calibration(game.new_state()) is not None for game in games)
