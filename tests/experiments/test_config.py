"""Plans of studies: what a file means, and what is said where it cannot be."""

from pathlib import Path

import pytest

from onirium.studies.experiments.config import (
    MAX_GAMES,
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


def names(text: str) -> list[str]:
    return [describe_setting(setting) for setting in parse_config(text).settings]


def test_the_options_are_a_grid() -> None:
    text = (
        ONIRIM + 'options = {expansions = ["book", "book,premonitions"], variants = "lost-steps"}'
    )
    assert names(text) == [
        "onirim expansions=book variants=lost-steps: greedy",
        "onirim expansions=book,premonitions variants=lost-steps: greedy",
    ]
    text = NIGHTMARIUM.replace("3", "[2, 3]") + 'options.creatures = [5, 6, 7]\nplayers="random"'
    assert names(text) == [
        "nightmarium: random, random",
        "nightmarium creatures=6: random, random",
        "nightmarium creatures=7: random, random",
        "nightmarium seats=3: random, random, random",
        "nightmarium seats=3 creatures=6: random, random, random",
        "nightmarium seats=3 creatures=7: random, random, random",
    ]


def test_several_values_of_an_option_may_be_a_list_of_their_own() -> None:
    text = ONIRIM + 'options.expansions = [[], ["towers", "book"], "premonitions"]'
    assert names(text) == [
        "onirim: greedy",
        "onirim expansions=book,towers: greedy",
        "onirim expansions=premonitions: greedy",
    ]


@pytest.mark.parametrize(
    ("players", "sit"),
    [
        ('"greedy"', ["greedy, greedy, greedy"]),
        ('["greedy", "random"]', ["greedy, greedy, greedy", "random, random, random"]),
        ('["greedy, random ,random"]', ["greedy, random, random"]),
        ('[["greedy", "random", "random"], ["quick"]]', [
            "greedy, random, random", "quick, quick, quick"
        ]),
    ],
)  # fmt: skip
def test_one_name_is_enough_for_all_seats(players: str, sit: list[str]) -> None:
    text = f"{NIGHTMARIUM}players = {players}"
    assert names(text) == [f"nightmarium seats=3: {seats}" for seats in sit]


def test_a_grid_goes_before_what_stands_above_all() -> None:
    plan = parse_config(
        """
        seed = 7
        games = 10
        players = "random"
        rotate = true
        budget_ms = 20

        [[grid]]
        game = "nightmarium"

        [[grid]]
        game = "onirim"
        players = "greedy"
        precision = 0.02
        rotate = false
        budget_ms = 30

        [[grid]]
        game = "nightmarium"
        options.creatures = 6
        games = 30
        """
    )
    assert plan.seed == 7
    first, second, third = plan.settings
    assert (first.games, first.precision, first.rotate, first.budget_ms) == (10, None, True, 20)
    assert (second.games, second.precision) == (MAX_GAMES, 0.02)
    assert (second.players, second.rotate, second.budget_ms) == (("greedy",), False, 30)
    assert (third.games, third.precision) == (30, None)


def test_a_precision_may_have_a_limit() -> None:
    [setting] = parse_config(
        ONIRIM.replace("games = 10", "precision = 0.01\nat_most = 5000")
    ).settings
    assert (setting.games, setting.precision) == (5000, 0.01)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("games = \n", r"this is not TOML: .*\(at line 1, column 9\)"),
        ("games = 1\nthis is none", r"this is not TOML: .*\(at line 2, column 6\)"),
        ("", "grid: there is none; add"),
        ("games = 0", "games: Expected int >= 1"),
        ("gmaes = 1", "unknown field gmaes; there are: .*games, precision, .*grid"),
        ("grid = 3", "grid: Expected object | array"),
        ('seed = "x"', "seed: Expected int, got str"),
        ("[[grid]]\nplayers = 'greedy'", "grid 1: Object missing required field game"),
        (ONIRIM + "colour = 1", "grid 1: Object contains unknown field colour"),
        (ONIRIM + "budget_ms = 0.5", "grid 1: budget_ms: Expected float >= 1"),
        (ONIRIM + "precision = 0.5", "grid 1: precision: Expected float < 0.5"),
        (ONIRIM + "precision = 0", "grid 1: precision: Expected float > 0"),
        (ONIRIM.replace("onirim", "chess"), "grid 1, game: unknown game 'chess'"),
        (ONIRIM + "options.speed = 1", "grid 1, options onirim has no option 'speed'"),
        (ONIRIM + "options.mode = ['race']", "grid 1, options mode: race requires seats=2"),
        (
            ONIRIM + "options.expansions = ['', 'tower']",
            "grid 1, options expansions: 'tower' is none of book, towers, premonitions",
        ),
        (ONIRIM + "options.expansions = []", "grid 1, options.expansions: an empty list"),
        (ONIRIM.replace("greedy", "clever"), "grid 1, players: onirim has no bot 'clever'"),
        (ONIRIM.replace('players = "greedy"', ""), "grid 1: who plays?"),
        (ONIRIM.replace('"greedy"', "[]"), "grid 1: who plays?"),
        (ONIRIM.replace("greedy", "greedy, random"), r"players: onirim has 1 seat\(s\), not 2"),
        (ONIRIM.replace("games = 10", ""), "grid 1: how many.* games or precision"),
        (ONIRIM + "games = 9\nprecision = 0.1", "grid 1: how many.* games or precision"),
        (ONIRIM + "rotate = true", "grid 1, players: onirim has 1 seat here and nobody to change"),
        (ONIRIM + ONIRIM.replace("games = 10", ""), "grid 2: onirim: greedy is there already"),
        (ONIRIM + "players = 'greedy'\n\n", r"this is not TOML: Cannot overwrite.*\(at line 6"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(text: str, reason: str) -> None:
    with pytest.raises(StudyConfigError, match=reason) as refusal:
        parse_config(text)
    assert "\n" not in str(refusal.value)


def test_a_file_is_named_where_it_is_wrong(tmp_path: Path) -> None:
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


def test_the_studies_that_are_shown_can_be_carried_out() -> None:
    root = Path(__file__).parents[2]
    shown = (root / "docs/studies.md").read_text("utf-8")
    _, _, text = shown.partition("```toml\n")
    assert len(parse_config(text.partition("```")[0]).settings) == 5 * 2 + 2 * 2
    [example] = (root / "examples").glob("*.toml")
    assert len(read_config(example).settings) == 2**3
