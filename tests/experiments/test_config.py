"""Study files: expansion of grids, precedence of keys, and error messages."""

from pathlib import Path
from textwrap import dedent

import pytest

from onirium.studies.experiments.config import (
    DEFAULT_MAX_GAMES,
    StudyConfig,
    StudyConfigError,
    describe_setting,
    parse_config,
    read_config,
)

ONIRIM = """
games = 10
[[grid]]
game = "onirim"
players = "greedy"
"""
NIGHTMARIUM = """
games = 10
[[grid]]
game = "nightmarium"
options.seats = 3
"""


def describe_settings(text: str) -> list[str]:
    return [describe_setting(setting) for setting in parse_config(text).settings]


def test_options_form_a_grid() -> None:
    text = (
        ONIRIM + 'options = {expansions = ["book", "book,premonitions"], variants = "lost-steps"}'
    )
    assert describe_settings(text) == [
        "onirim expansions=book variants=lost-steps: greedy",
        "onirim expansions=book,premonitions variants=lost-steps: greedy",
    ]
    text = NIGHTMARIUM.replace("3", "[2, 3]") + 'options.creatures = [5, 6, 7]\nplayers="random"'
    assert describe_settings(text) == [
        "nightmarium: random, random",
        "nightmarium creatures=6: random, random",
        "nightmarium creatures=7: random, random",
        "nightmarium seats=3: random, random, random",
        "nightmarium seats=3 creatures=6: random, random, random",
        "nightmarium seats=3 creatures=7: random, random, random",
    ]


def test_option_with_several_values_may_be_a_nested_list() -> None:
    text = ONIRIM + 'options.expansions = [[], ["towers", "book"], "premonitions"]'
    assert describe_settings(text) == [
        "onirim: greedy",
        "onirim expansions=book,towers: greedy",
        "onirim expansions=premonitions: greedy",
    ]


@pytest.mark.parametrize(
    ("players", "lineups"),
    [
        ('"greedy"', ["greedy, greedy, greedy"]),
        ('["greedy", "random"]', ["greedy, greedy, greedy", "random, random, random"]),
        ('["greedy, random ,random"]', ["greedy, random, random"]),
        ('[["greedy", "random", "random"], ["quick"]]', [
            "greedy, random, random", "quick, quick, quick"
        ]),
    ],
)  # fmt: skip
def test_single_name_fills_all_seats(players: str, lineups: list[str]) -> None:
    text = f"{NIGHTMARIUM}players = {players}"
    assert describe_settings(text) == [f"nightmarium seats=3: {lineup}" for lineup in lineups]


def test_key_of_a_grid_takes_precedence() -> None:
    config = parse_config(
        """
        seed = 7
        games = 10
        players = "random"
        rotate = true
        simulations = 20

        [[grid]]
        game = "nightmarium"

        [[grid]]
        game = "onirim"
        players = "quick"
        precision = 0.02
        rotate = false
        simulations = 30

        [[grid]]
        game = "nightmarium"
        options.creatures = 6
        games = 30
        """
    )
    assert config.seed == 7
    first, second, third = config.settings
    assert (first.games, first.precision, first.rotate) == (10, None, True)
    assert (second.games, second.precision) == (DEFAULT_MAX_GAMES, 0.02)
    assert (second.players, second.rotate) == (("quick@30",), False)
    assert (third.games, third.precision) == (30, None)


@pytest.mark.parametrize(
    ("players", "seated"),
    [('"quick"', "quick@5"), ('["quick@7", "quick"]', "quick@7, quick@5")],
)
def test_simulations_of_the_command_line_apply_without_a_number_in_the_file(
    players: str, seated: str
) -> None:
    config = parse_config(f'games = 1\n[[grid]]\ngame = "onirim"\nplayers = {players}', 5)
    assert ", ".join(", ".join(setting.players) for setting in config.settings) == seated


@pytest.mark.parametrize(
    "keys", ['players = "greedy"', 'players = "quick@7"', 'players = "quick"\nsimulations = 7']
)
def test_simulations_of_the_command_line_without_effect_are_rejected(keys: str) -> None:
    with pytest.raises(StudyConfigError, match="no player here is one: remove it"):
        parse_config(f'games = 1\n[[grid]]\ngame = "onirim"\n{keys}', 5)


def test_precision_may_have_a_maximum_number_of_games() -> None:
    [setting] = parse_config(
        ONIRIM.replace("games = 10", "precision = 0.01\nmax_games = 5000")
    ).settings
    assert (setting.games, setting.precision) == (5000, 0.01)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("games = \n", r"invalid TOML: .*\(at line 1, column 9\)"),
        ("games = 1\nthis is none", r"invalid TOML: .*\(at line 2, column 6\)"),
        ("", r"grid: missing; add \[\[grid\]\] with a game and its players"),
        ("games = 0", "games: Expected int >= 1"),
        ("gmaes = 1", "unknown field gmaes; known fields: .*games, precision, .*grid"),
        ("grid = 3", "grid: Expected object | array"),
        ('seed = "x"', "seed: Expected int, got str"),
        ("[[grid]]\nplayers = 'greedy'", "grid 1: Object missing required field game"),
        (ONIRIM + "colour = 1", "grid 1: unknown field colour"),
        (ONIRIM + "simulations = 0", "grid 1: simulations: Expected int >= 1"),
        (ONIRIM.replace("greedy", "quick@"), "grid 1, players: quick@: write a positive number"),
        (
            ONIRIM.replace("greedy", "greedy@5"),
            "players: greedy@5: greedy does not search; write",
        ),
        (ONIRIM.replace("games = 10", "games = 10_000_000_000"), "games: Expected int <= 10+$"),
        (ONIRIM + "precision = 0.5", "grid 1: precision: Expected float < 0.5"),
        (ONIRIM + "precision = 0", "grid 1: precision: Expected float > 0"),
        (ONIRIM.replace("onirim", "chess"), "grid 1, game: unknown game 'chess'"),
        (ONIRIM + "options.speed = 1", "grid 1, options: onirim has no option 'speed'"),
        (ONIRIM + "options.mode = ['race']", "grid 1, options: mode: race requires seats=2"),
        (
            ONIRIM + "options.expansions = ['', 'tower']",
            "grid 1, options: expansions: 'tower' is not one of book, towers, premonitions",
        ),
        (
            ONIRIM + "options.expansions = []",
            "grid 1, options.expansions: the list of alternatives is empty",
        ),
        (ONIRIM.replace("greedy", "clever"), "grid 1, players: onirim has no bot 'clever'"),
        (ONIRIM.replace('players = "greedy"', ""), "grid 1: players missing"),
        (ONIRIM.replace('"greedy"', "[]"), "grid 1: players missing"),
        (
            ONIRIM.replace("greedy", "greedy, random"),
            "players: name one player for each seat of onirim: 1, not 2",
        ),
        (ONIRIM.replace("games = 10", ""), "grid 1: give either games or precision"),
        (ONIRIM + "games = 9\nprecision = 0.1", "grid 1: give either games or precision"),
        (ONIRIM + "max_games = 5", "grid 1: max_games needs precision"),
        ("max_games = 5\n" + ONIRIM, "^max_games needs precision"),
        (
            ONIRIM + "rotate = true",
            "grid 1, players: onirim has 1 seat here, so there is nothing to rotate",
        ),
        (
            ONIRIM + ONIRIM.replace("games = 10", ""),
            "grid 2: duplicate setting onirim: greedy",
        ),
        (ONIRIM + "players = 'greedy'\n\n", r"invalid TOML: Cannot overwrite.*\(at line 6"),
    ],
)
def test_invalid_file_is_rejected_with_place_and_reason(text: str, reason: str) -> None:
    with pytest.raises(StudyConfigError, match=reason) as raised:
        parse_config(text)
    assert "\n" not in str(raised.value)


def test_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "my study.toml"
    with pytest.raises(StudyConfigError, match=r"my study\.toml: No such file"):
        read_config(path)
    path.write_text(ONIRIM + "colour = 1")
    with pytest.raises(StudyConfigError, match=r"my study\.toml: grid 1: .*unknown field colour"):
        read_config(path)
    path.write_bytes(b"games = 10 # \xff")
    with pytest.raises(StudyConfigError, match=r"my study\.toml: byte 14 is not UTF-8"):
        read_config(path)
    path.write_text(ONIRIM)
    assert isinstance(read_config(path), StudyConfig)


def test_examples_of_the_documentation_are_valid() -> None:
    root = Path(__file__).parents[2]
    for page in ("docs/guides/study.md", "docs/reference/studies.md"):
        _, _, text = (root / page).read_text("utf-8").partition("```toml\n")
        config = parse_config(dedent(text.partition("```")[0]))
        assert len(config.settings) == 5 * 2 + 2 * 2
    [example] = (root / "examples").glob("*.toml")
    assert len(read_config(example).settings) == 2**3
