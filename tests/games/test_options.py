"""Options: validation, resolution, requirements, and their listing on the command line."""

import io
import itertools
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.console import Console as RichConsole

import onirium
from onirium import OptionError
from onirium.bots.registry import bot_names
from onirium.cli.main import main
from onirium.core.options import Option, Requirement, non_default, resolve
from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES, _catalogues
from onirium.match.match import HUMAN
from onirium.terminal.commands.options import run
from onirium.terminal.console import Console
from tests.support import hush_game
from tests.support.nightmarium import variant_matrix as nightmarium
from tests.support.onirim import variant_matrix as onirim

SEATS = Option("seats", (1, 2), 1)
EXTRAS = Option("extras", ("bell", "drum", "gong"), (), multiple=True)
FIRST = Option("first", ("chance", 1, 2), "chance")
DICE = Option("dice", (4, 6, 20), (6,), multiple=True)
OPTIONS = (SEATS, EXTRAS, FIRST, DICE)
DEFAULTS = {"seats": 1, "extras": (), "first": "chance", "dice": (6,)}

every_option = pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
names = st.sampled_from([option.name for option in OPTIONS])
leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.binary(),
    st.text(),
    st.sampled_from(["1", "2", "bell", "drum,gong", "bell,,", "chance", "4,6", "6"]),
)
anything = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner),
        st.lists(inner).map(tuple),
        st.dictionaries(st.text(), inner),
        st.frozensets(leaves),
        st.sets(leaves),
    ),
)


def resolved(**raw: Any) -> dict[str, Any]:
    return resolve("chess", OPTIONS, raw)


def rejection(**raw: Any) -> str:
    """Return the error message for options, or an empty string if they are valid."""
    try:
        resolved(**raw)
    except OptionError as error:
        return str(error)
    return ""


def test_options_not_given_have_their_defaults() -> None:
    assert resolved() == DEFAULTS
    assert list(resolved(dice=4, seats=2)) == ["seats", "extras", "first", "dice"]


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ({"seats": 2}, 2),
        ({"seats": "2"}, 2),
        ({"seats": " 2 "}, 2),
        ({"seats": np.int64(2)}, 2),
        ({"first": "chance"}, "chance"),
        ({"first": "1"}, 1),
        ({"first": 2}, 2),
    ],
)
def test_a_single_value_can_be_given_as_text(raw: dict[str, Any], value: object) -> None:
    [name] = raw
    result = resolved(**raw)[name]
    assert (result, type(result)) == (value, type(value))


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ({"extras": "gong"}, ("gong",)),
        ({"extras": "gong,bell"}, ("bell", "gong")),
        ({"extras": " gong , bell "}, ("bell", "gong")),
        ({"extras": "bell,bell"}, ("bell",)),
        ({"extras": ["drum", "bell", "drum"]}, ("bell", "drum")),
        ({"extras": ("gong", "drum")}, ("drum", "gong")),
        ({"extras": {"gong", "drum"}}, ("drum", "gong")),
        ({"extras": frozenset(["gong"])}, ("gong",)),
        ({"extras": ""}, ()),
        ({"extras": "  "}, ()),
        ({"extras": []}, ()),
        ({"dice": ""}, ()),
        ({"dice": 20}, (20,)),
        ({"dice": "20,4"}, (4, 20)),
        ({"dice": ["20", 4]}, (4, 20)),
    ],
)
def test_multiple_values_are_ordered_and_unique(raw: dict[str, Any], value: object) -> None:
    [name] = raw
    assert resolved(**raw)[name] == value


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ({"seats": 0}, "seats: 0 is not one of 1, 2"),
        ({"seats": 3}, "seats: 3 is not one of 1, 2"),
        ({"seats": "02"}, "seats: '02' is not one of 1, 2"),
        ({"seats": "٢"}, "seats: '٢' is not one of 1, 2"),
        ({"seats": True}, "seats: True is not one of 1, 2"),
        ({"seats": 1.0}, "seats: 1.0 is not one of 1, 2"),
        ({"seats": [1]}, "seats: [1] is not one of 1, 2"),
        ({"seats": ""}, "seats: '' is not one of 1, 2"),
        ({"seats": None}, "seats: None is not one of 1, 2"),
        ({"seats": "1,2"}, "seats: '1,2' is not one of 1, 2"),
        ({"first": "change"}, "first: 'change' is not one of chance, 1, 2"),
        ({"extras": "bell,horn"}, "extras: 'horn' is not one of bell, drum, gong"),
        ({"extras": "Bell"}, "extras: 'Bell' is not one of bell, drum, gong"),
        ({"extras": "bell,"}, "extras: '' is not one of bell, drum, gong"),
        ({"extras": ["bell,drum"]}, "extras: 'bell,drum' is not one of bell, drum, gong"),
        ({"extras": [["bell"]]}, "extras: ['bell'] is not one of bell, drum, gong"),
        ({"extras": {"bell": 1}}, "extras: {'bell': 1} is not one of bell, drum, gong"),
        ({"extras": None}, "extras: None is not one of bell, drum, gong"),
        ({"dice": [6, True]}, "dice: True is not one of 4, 6, 20"),
        ({"colour": "red"}, "chess has no option 'colour'; options: seats, extras, first, dice"),
        (
            {"seat": 2},
            "chess has no option 'seat'; did you mean 'seats'? Options: seats, extras, first, dice",
        ),
        ({"": 2}, "chess has no option ''; options: seats, extras, first, dice"),
    ],
)
def test_invalid_values_are_rejected_with_the_valid_ones(raw: dict[str, Any], reason: str) -> None:
    assert rejection(**raw) == reason


OPTIONS_WITH_REQUIREMENTS = (
    Option("seats", (1, 2, 3), 1),
    EXTRAS,
    Option("pitch", (1, 2), 1, requires=(Requirement((2,), "extras", ("bell", "gong")),)),
    Option(
        "modes",
        ("duel", "trio"),
        (),
        multiple=True,
        requires=(Requirement(("duel",), "seats", (2, 3)), Requirement(("trio",), "seats", (3,))),
    ),
)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ({"pitch": 2}, "pitch: 2 requires extras=bell or gong"),
        ({"pitch": 2, "extras": "drum"}, "pitch: 2 requires extras=bell or gong"),
        ({"pitch": 2, "extras": "drum,gong"}, ""),
        ({"modes": "duel"}, "modes: duel requires seats=2 or 3"),
        ({"modes": "duel,trio", "seats": 2}, "modes: trio requires seats=3"),
        ({"modes": "duel,trio", "seats": 3}, ""),
    ],
)
def test_an_unsatisfied_requirement_is_named(raw: dict[str, Any], reason: str) -> None:
    error = ""
    try:
        resolve("chess", OPTIONS_WITH_REQUIREMENTS, raw)
    except OptionError as rejected:
        error = str(rejected)
    assert error == reason


def test_the_error_for_a_game_without_options_says_so() -> None:
    with pytest.raises(OptionError, match=r"^chess has no option 'clock'; options: none$"):
        resolve("chess", (), {"clock": 5})


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@every_option
@pytest.mark.parametrize(
    "value",
    [10**5000, [10**5000], -(2**63), "9" * 100_000, nested(100_000), "a\nb", "\x1b[31m", "\ud800"],
    ids=["huge", "huge in a list", "low", "long", "deep", "line", "escape", "surrogate"],
)
def test_huge_or_unprintable_values_are_rejected_in_one_short_line(
    option: Option, value: Any
) -> None:
    reason = rejection(**{option.name: value})
    assert reason.startswith(f"{option.name}: ")
    assert len(reason) < 200
    assert reason.isprintable()


@pytest.mark.long
@given(names, anything)
@example("seats", float("nan"))
@example("dice", {6.0})
def test_any_value_is_resolved_or_rejected(name: str, value: Any) -> None:
    reason = rejection(**{name: value})
    if reason:
        assert reason.startswith(f"{name}: ")
        assert reason.isprintable()
        return
    result = resolved(**{name: value})
    assert {**result, name: None} == {**DEFAULTS, name: None}
    [option] = [option for option in OPTIONS if option.name == name]
    values = result[name] if option.multiple else (result[name],)
    assert values == tuple(value for value in option.values if value in values)
    assert all(type(value) in {int, str} for value in values)


@given(st.text(), anything)
def test_any_unknown_name_is_rejected(name: str, value: Any) -> None:
    if name in DEFAULTS:
        return
    reason = rejection(**{name: value})
    assert reason.startswith("chess has no option ")
    assert reason.isprintable()
    assert all(option.name in reason for option in OPTIONS)


def test_non_default_returns_options_that_differ_from_their_defaults() -> None:
    assert non_default(OPTIONS, resolved()) == {}
    assert non_default(OPTIONS, resolved(dice="6", first="chance")) == {}
    result = non_default(OPTIONS, resolved(dice="", first="2", extras="gong,bell"))
    assert list(result.items()) == [("extras", ["bell", "gong"]), ("first", 2), ("dice", [])]


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("first", ["chance", 1, 2])
def test_non_default_options_resolve_to_the_same_values(seats: int, first: str | int) -> None:
    for size, other in itertools.product(range(4), repeat=2):
        for extras in itertools.combinations(["gong", "drum", "bell"], size):
            dice = ["20", 6, 4][:other]
            once = resolved(seats=seats, first=first, extras=extras, dice=dice)
            stored = json.loads(json.dumps(non_default(OPTIONS, once)))
            assert resolved(**stored) == once
            typed = {
                name: ",".join(map(str, value)) if isinstance(value, list) else str(value)
                for name, value in stored.items()
            }
            assert resolved(**typed) == once


def test_a_game_keeps_its_non_default_options() -> None:
    assert onirium.load("hush").options == onirium.load("hush", hand="2").options == {}
    assert onirium.load("hush", hand="3").options == {"hand": 3}
    assert onirium.load("hush", hand=2).new_state() == onirium.load("hush").new_state()
    assert registry.options("hush") == hush_game.OPTIONS
    with pytest.raises(OptionError, match=r"^unknown game 'chess'"):
        registry.options("chess")


@pytest.mark.parametrize("name", [*registry.names(), "hush"])
def test_the_options_of_every_game_are_valid(name: str) -> None:
    options = registry.options(name)
    assert len({option.name for option in options}) == len(options)
    for option in options:
        assert option.name.isidentifier()
        assert len({str(value) for value in option.values}) == len(option.values) > 1
        assert not any("," in str(value) for value in option.values)
        assert resolve(name, [option], {option.name: option.default}) == {
            option.name: option.default
        }
    assert onirium.load(name).options == {}


@pytest.mark.parametrize("name", registry.names())
def test_requirements_name_values_that_exist_and_never_a_default(name: str) -> None:
    options = {option.name: option for option in registry.options(name)}
    for option in options.values():
        default = option.default if isinstance(option.default, tuple) else (option.default,)
        for requirement in option.requires:
            assert requirement.option != option.name
            assert set(requirement.values) <= set(option.values) - set(default)
            assert set(requirement.one_of) < set(options[requirement.option].values)


@pytest.mark.parametrize("name", registry.names())
def test_a_value_is_available_for_the_seat_counts_with_which_the_game_loads(
    name: str,
) -> None:
    [seats, *others] = registry.options(name)
    for option, count in itertools.product(others, seats.values):
        for value in option.values:
            raw = {seats.name: count, option.name: value}
            try:
                onirium.load(name, **raw)
            except OptionError as error:
                available = "seats=" not in str(error)
            else:
                available = True
            assert option.is_available(value, seats.name, count) == available


WORDS = {
    "option.hand": "how many cards are held at a time, which is also how many are dealt before the"
    " first turn",
    "option.extras": "which extras",
    "option.extras.bell": "the bell",
    "option.extras.drum": "the drum",
    "option.extras.gong": "the gong",
    "option.first": "who begins",
    "option.first.chance": "it is tossed",
    "option.seats": "players",
    "option.dice": "dice",
}


@pytest.fixture
def _hush_speaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Provide a message catalogue for the test game."""
    folder = tmp_path / "hush" / "words"
    folder.mkdir(parents=True)
    entries = [f'msgid "{key}"\nmsgstr "{text}"\n' for key, text in WORDS.items()]
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    for language in LANGUAGES:
        (folder / f"{language}.po").write_text("\n".join([header, *entries]), "utf-8")
    monkeypatch.setattr("onirium.i18n.catalog._GAMES", tmp_path)
    _catalogues.cache_clear()
    yield
    _catalogues.cache_clear()


def listed(game: str, language: str = "en", width: int = 80) -> list[str]:
    output = io.StringIO()
    run(game, language, Console({}, RichConsole(file=output, width=width)))
    return output.getvalue().splitlines()


def blocks(lines: list[str]) -> list[list[str]]:
    """Return the blocks between empty lines, without labels."""
    groups = itertools.groupby(lines, bool)
    return [[line.split("  ")[-1].strip() for line in group] for filled, group in groups if filled]


@pytest.mark.usefixtures("_hush_speaks")
def test_each_option_is_listed_with_its_meaning_values_and_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hush_game, "OPTIONS", OPTIONS)
    seats, extras, first, dice, players, command = blocks(listed("hush"))
    assert seats == ["seats", "players", "1, 2", "1"]
    assert extras == ["extras", "which extras; several, separated by commas",
                      "bell: the bell", "drum: the drum", "gong: the gong", "none"]  # fmt: skip
    assert first == ["first", "who begins", "chance: it is tossed", "1, 2", "chance"]
    assert dice == ["dice", "dice; several, separated by commas", "4, 6, 20", "6"]
    assert players == ["human: a person at this keyboard", "random: plays at random"]
    assert command == ["onirium play hush -o seats=2 -o extras=bell,drum"]


@pytest.mark.usefixtures("_hush_speaks")
@pytest.mark.parametrize("width", [40, 80])
def test_lines_wrap_at_the_width_of_the_terminal(width: int) -> None:
    lines = listed("hush", width=width)
    assert max(map(len, lines)) <= width
    assert WORDS["option.hand"] in " ".join(" ".join(lines).split())


@pytest.mark.usefixtures("_hush_speaks")
def test_the_command_lists_options(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["options", "hush", "--language", "en"])
    assert end.value.code == 0
    output = capsys.readouterr().out
    assert "1, 2, 3" in output
    assert "onirium play hush -o hand=1" in output


def test_a_game_without_options_cannot_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hush_game, "OPTIONS", ())
    with pytest.raises(OptionError, match=r"^hush has no options$"):
        run("hush", "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", registry.names())
def test_every_game_lists_its_options(name: str, language: str) -> None:
    lines = listed(name, language)
    assert max(map(len, lines)) <= 80
    *listing, players, [command] = blocks(lines)
    occupants = [HUMAN, *bot_names(onirium.load(name))[::-1]]
    assert [line.split(":")[0] for line in players] == occupants
    assert [block[0] for block in listing] == [option.name for option in registry.options(name)]
    words = command.removeprefix(f"onirium play {name} -o ").split(" -o ")
    raw = dict(word.split("=") for word in words)
    assert list(onirium.load(name, **raw).options) == list(raw)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["options", "chess"], "unknown game 'chess'; available: onirim, nightmarium, hush"),
        (["options", "hush", "--language", "fr"], "available: en, ru, de"),
        (["play", "hush", "-o", "hand=4"], "hand: '4' is not one of 1, 2, 3"),
        (["play", "hush", "-o", "hand="], "hand: '' is not one of 1, 2, 3"),
        (["play", "hush", "-o", "hand"], "option 'hand': expected NAME=VALUE"),
        (["play", "hush", "-o", "=3"], "hush has no option ''; options: hand"),
        (["play", "hush", "-o", "name=3"], "hush has no option 'name'; options: hand"),
        (["play", "hush", "-o", "hands=3"], "'hands'; did you mean 'hand'? Options: hand"),
        (
            ["simulate", "hush", "-o", "hand=3", "-o", "hand=3"],
            "option 'hand' is given twice; write several values as NAME=VALUE,VALUE",
        ),
        (["simulate", "hush", "-o", "hand=" + "9" * 9999], "is not one of 1, 2, 3"),
    ],
)
def test_the_command_line_rejects_options_in_one_line(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    output = capsys.readouterr()
    lines = [line for line in output.err.splitlines() if "plain Python" not in line]
    assert (end.value.code, output.out, len(lines)) == (2, "", 1)
    assert lines[0].startswith("onirium: ")
    assert reason in lines[0]


ONIRIM_TABLES = [
    onirim.with_table_options(options, number)
    for options in onirim.COMBINATIONS
    for number in range(3)
]


@pytest.mark.parametrize(
    ("game", "tables", "readings"),
    [
        ("onirim", ONIRIM_TABLES, onirim.READINGS),
        ("nightmarium", nightmarium.TABLES, nightmarium.READINGS),
    ],
)
def test_the_rules_are_compared_with_every_value_of_every_option(
    game: str, tables: list[Any], readings: Iterable[str]
) -> None:
    """Games with the options of a variant matrix are compared with the model of the rules."""
    compared: dict[str, set[object]] = {"readings": {*readings}}
    for options in tables:
        for name, value in options._asdict().items():
            compared.setdefault(name, set()).update(value if isinstance(value, tuple) else [value])
    for option in registry.options(game):
        if not option.for_study:
            missing = {*option.values} - compared.get(option.name, set())
            assert not missing, f"add {option.name}={missing} to the variant matrix"
