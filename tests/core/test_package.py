"""The package for interactive use."""

from importlib.metadata import version

import pytest

import onirium


def test_package_has_its_version() -> None:
    assert onirium.__version__ == version("onirium")
    with pytest.raises(AttributeError, match="module 'onirium' has no attribute 'speed'"):
        onirium.speed  # noqa: B018


def test_games_and_states_print_readably() -> None:
    game = onirium.load("onirim", seats=2, expansions="towers")
    state = game.new_state()
    assert repr(game) == "<Game onirim seats=2 expansions=towers>"
    assert repr(state) == "<State of onirim seats=2 expansions=towers: chance node>"
    state.resolve_chance(onirium.Random(1))
    assert repr(state).endswith(f": decision of seat {state.current_player()}>")


def test_game_prints_as_the_command_line_parses_it() -> None:
    game = onirium.load("onirim", expansions=["book", "towers"])
    assert repr(game) == "<Game onirim expansions=book,towers>"
