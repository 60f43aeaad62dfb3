"""Records as text and files: round trips, replay, and rejection of broken ones."""

import errno
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import onirium
from onirium.match.match import Match
from onirium.record import (
    Record,
    RecordError,
    dumps,
    final_state,
    load_game,
    loads,
    new_record,
    read,
    replay,
    write,
)
from onirium.record.codec import MAX_FILE_BYTES
from onirium.record.model import MAX_NAME_LENGTH, MAX_RECORD_ACTIONS

KEPT = Path(__file__).parents[1] / "transcripts"

SHORT = """{
  "format": 1,
  "game": "onirim",
  "rules": 2,
  "options": {},
  "seats": [
    "human"
  ],
  "actions": [
    "red sun",
    "nightmare",
    "blue moon",
    "blue moon",
    "green key",
    "brown sun",
    "play green key",
    "red door"
  ]
}
"""
"""A deal with a Nightmare, a key played, and a door drawn without its key."""


def random_game(seed: int) -> Match:
    match = Match(onirium.load("onirim"), ["random"], seed)
    match.advance()
    return match


def short_with(**changes: Any) -> str:
    fields = json.loads(SHORT) | changes
    return json.dumps({name: value for name, value in fields.items() if value is not ...})


def rejection(text: str) -> str:
    with pytest.raises(RecordError) as caught:
        loads(text)
    return str(caught.value)


def test_record_text_has_one_action_per_line() -> None:
    record = new_record(onirium.load("onirim"), ["human"])
    record.actions += ["red sun", "nightmare", "blue moon", "blue moon", "green key", "brown sun"]
    record.actions += ["play green key", "red door"]
    assert dumps(record) == SHORT
    assert loads(SHORT) == record


@settings(max_examples=10)
@given(st.integers())
def test_random_games_round_trip(seed: int) -> None:
    match = random_game(seed)
    record = loads(dumps(match.record))
    assert record == match.record
    assert final_state(record) == match.state
    assert final_state(record).history() == match.state.history()


def test_record_of_earlier_rules_replays_by_the_reading_of_then() -> None:
    """O8.5, O14 Rules 1: Parallel Planning swaps the only two face-up goals without a question."""
    record = read(KEPT / "onirim-0.1.0-two-book-won.json")
    assert (record.rules, record.options) == (1, {"seats": 2, "expansions": ["book"]})
    assert final_state(record).returns() == [1.0, 1.0]
    assert loads(dumps(record)) == record
    with pytest.raises(RecordError, match="'play red moon' is illegal; legal actions: swap 1 2"):
        loads(dumps(msgspec.structs.replace(record, rules=2)))
    resumed = Match.resume(record).record
    assert resumed.rules == 2
    assert resumed.options == record.options | {"readings": ["planning"]}
    assert loads(dumps(resumed)) == resumed


def test_options_and_seats_are_part_of_the_record() -> None:
    record = new_record(onirium.load("hush", hand=3), ["human", "random"])
    fields = json.loads(dumps(record))
    assert (fields["options"], fields["seats"]) == ({"hand": 3}, ["human", "random"])
    assert load_game(loads(dumps(record))).options == {"hand": 3}


@settings(max_examples=10)
@given(st.integers(), st.data())
def test_record_may_end_anywhere(seed: int, data: st.DataObject) -> None:
    match = random_game(seed)
    end = data.draw(st.integers(0, len(match.record.actions)))
    del match.record.actions[end:]
    state = onirium.load("onirim").new_state()
    for action in match.state.history()[:end]:
        state.apply(action)
    assert final_state(loads(dumps(match.record))) == state


def test_empty_record_is_a_new_game() -> None:
    record = new_record(onirium.load("onirim"), ["human"])
    assert final_state(loads(dumps(record))) == onirium.load("onirim").new_state()
    assert list(replay(record)) == []


def test_replay_yields_seats_actions_and_events() -> None:
    steps = list(replay(loads(SHORT)))
    assert [step.number for step in steps] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [step.seat for step in steps] == [onirium.CHANCE] * 6 + [0, onirium.CHANCE]
    assert steps[6].notation == "play green key"
    assert steps[6].action == onirium.load("onirim").parse("play green key")
    kinds = [[event.kind for event in step.events] for step in steps]
    # O2.2: limbo goes back after the fifth room; O4.1: without a key the door goes to limbo.
    dealt = ["deal"]
    assert kinds == [
        dealt,
        ["limbo"],
        dealt,
        dealt,
        dealt,
        ["deal", "shuffle"],
        ["play"],
        ["limbo"],
    ]
    assert steps[7].state.to_fields()["limbo"] == "red door"
    assert "limbo" not in steps[6].state.to_fields()


def test_states_of_replay_are_independent() -> None:
    undisturbed = [step.state for step in replay(loads(SHORT))]
    disturbed = []
    for step in replay(loads(SHORT)):
        disturbed.append(step.state.clone())
        choices = step.state.legal_actions() or [step.state.chance_outcomes()[0][0]]
        step.state.apply(choices[0])
    assert disturbed == undisturbed


def test_spaces_in_notation_are_normalized() -> None:
    steps = list(replay(loads(SHORT.replace("play green key", " play  green\\tkey "))))
    assert steps[6].notation == "play green key"


def test_example_in_the_documentation_is_a_record() -> None:
    page = (
        Path(__file__)
        .parents[2]
        .joinpath("docs", "reference", "record_format.md")
        .read_text("utf-8")
    )
    assert f"```json\n{SHORT}```" in page


ENDINGS = {
    "nightmarium-0.1.0-five-won-by-player-2.json": (117, 9, [0.0, 1.0, 0.0, 0.0, 0.0]),
    "nightmarium-0.1.0-four-won-by-player-4.json": (276, 22, [0.0, 0.0, 0.0, 1.0]),
    "nightmarium-0.1.0-three-won-by-player-2.json": (102, 10, [0.0, 1.0, 0.0]),
    "nightmarium-0.1.0-two-won-by-player-1.json": (80, 10, [1.0, 0.0]),
    "onirim-0.1.0-all-won.json": (229, 8, [1.0]),
    "onirim-0.1.0-book-won.json": (198, 8, [1.0]),
    "onirim-0.1.0-lost.json": (140, 1, [0.0]),
    "onirim-0.1.0-premonitions-won.json": (131, 8, [1.0]),
    "onirim-0.1.0-race-all-won-by-player-2.json": (293, 6, [0.0, 1.0]),
    "onirim-0.1.0-towers-won.json": (140, 8, [1.0]),
    "onirim-0.1.0-two-book-won.json": (196, 8, [1.0, 1.0]),
    "onirim-0.1.0-two-silent-won.json": (148, 8, [1.0, 1.0]),
    "onirim-0.1.0-two-won.json": (117, 8, [1.0, 1.0]),
    "onirim-0.1.0-won.json": (129, 8, [1.0]),
}
"""The number of actions, the doors found or creatures completed, and the returns of each record."""


def test_every_kept_record_has_an_expected_ending() -> None:
    assert {path.name for path in KEPT.glob("*.json")} == set(ENDINGS)


@pytest.mark.parametrize("name", ENDINGS)
def test_kept_records_replay(name: str) -> None:
    record = read(KEPT / name)
    state = final_state(record)
    actions = record.actions
    moved = [event for step in replay(record) for event in step.events]
    gained = [event for event in moved if event.target == "doors" or event.kind == "complete"]
    given_up = [event for event in moved if event.source.endswith("doors")]
    length, number, returns = ENDINGS[name]
    assert len(actions) == length
    assert len(gained) - len(given_up) == number
    assert state.is_terminal()
    assert state.returns() == returns


def test_kept_records_round_trip() -> None:
    for path in KEPT.glob("*.json"):
        assert dumps(read(path)).encode() == path.read_bytes()


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        (SHORT.replace('"game"', "game"), "line 3, column 3: ", "not JSON"),
        (SHORT.replace('"blue moon",', '"blue moon"', 1), "line 13, column 5: ", "delimiter"),
        (SHORT + "more", "line 20, column 1: ", "a record is a single JSON object"),
        (" \n", "not a record", "empty"),
        (SHORT.replace("red door", "red\ndoor"), "line 17, column 9: ", "control character"),
    ],
)
def test_broken_json_is_rejected_with_line_and_column(text: str, place: str, reason: str) -> None:
    assert rejection(text).startswith(place)
    assert reason in rejection(text)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 2}, "format: version 2 is too new; this Onirium reads up to 1"),
        ({"format": 2, "moves": [1]}, "format: version 2 is too new"),
        ({"format": 0}, "format: Expected int >= 1"),
        ({"format": "1"}, "format: Expected int, got str"),
        ({"format": ...}, "the field format is missing"),
        ({"rules": 3}, "rules: version 3 is too new; this Onirium reads up to 2"),
        ({"rules": 0}, "rules: Expected int >= 1"),
        ({"game": "chess"}, "game: unknown game 'chess'; available: onirim"),
        ({"game": ""}, "game: Expected str of length >= 1"),
        ({"game": None}, "game: Expected str, got null"),
        ({"options": []}, "options: Expected object, got array"),
        ({"options": {"towers": True}}, "game: onirim has no option 'towers'"),
        (
            {"game": "hush", "rules": 1, "options": {"hand": 4}},
            "game: hand: 4 is not one of 1, 2, 3",
        ),
        ({"game": "hush", "rules": 1}, "seats: hush has 2, not 1"),
        ({"options": {"name": "chess"}}, "game: onirim has no option 'name'"),
        ({"seats": []}, "seats: onirim has 1, not 0"),
        ({"seats": ["human", "human"]}, "seats: onirim has 1, not 2"),
        ({"seats": [7]}, "seats, number 1: Expected str, got int"),
        ({"seats": ["\x1b[2J"]}, "seats: '\\x1b[2J' has unprintable characters"),
        ({"seats": ["\ud800"]}, "seats: '\\ud800' has unprintable characters"),
        ({"seats": "human"}, "seats: Expected array, got str"),
        ({"seats": "\ud800"}, "not a record: '\\ud800' is not valid Unicode"),
        ({"format": "2\ud800"}, "not a record: '\\ud800' is not valid Unicode"),
        ({"actions": ["red sun", 3]}, "actions, number 2: Expected str, got int"),
        ({"actions": {}}, "actions: Expected array, got object"),
        ({"actions": ...}, "the field actions is missing"),
        (
            {"deck": []},
            "'deck': no such field; the fields are: format, game, rules, options, seats",
        ),
    ],
)
def test_invalid_fields_are_rejected_with_their_names(
    changes: dict[str, Any], message: str
) -> None:
    assert message in rejection(short_with(**changes))


@pytest.mark.parametrize("text", ["3", "[]", "null", '"red sun"', "NaN"])
def test_json_without_an_object_is_rejected(text: str) -> None:
    assert rejection(text) == "not a record: a record is a JSON object"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * 100_000, "brackets are nested too deeply"),
        ('{"a":' * 100_000, "brackets are nested too deeply"),
        ("1" * 5_000, "a number has too many digits"),
    ],
)
def test_json_beyond_the_parser_limits_is_rejected(text: str, reason: str) -> None:
    assert rejection(text) == f"not a record: {reason}"


def test_unknown_action_is_rejected_with_its_number() -> None:
    text = SHORT.replace("play green key", "play green queen")
    assert rejection(text) == "action 7: onirim has no action 'play green queen'"


def test_illegal_action_is_rejected_with_number_and_legal_actions() -> None:
    text = SHORT.replace("play green key", "play red key")
    assert rejection(text) == (
        "action 7: 'play red key' is illegal; legal actions: "
        "play red sun, play blue moon, play green key, play brown sun, "
        "discard red sun, discard blue moon, discard green key, discard brown sun"
    )


def test_impossible_card_is_rejected() -> None:
    doors = ["red door", "red door", "red door"]
    assert rejection(short_with(actions=doors)).startswith(
        "action 3: 'red door' is illegal; chance outcomes: red sun, red moon, "
    )


def test_decision_at_a_chance_node_is_rejected() -> None:
    assert "action 1: 'play red sun'" in rejection(short_with(actions=["play red sun"]))


@pytest.mark.parametrize("name", ENDINGS)
def test_actions_after_the_end_are_rejected(name: str) -> None:
    record = read(KEPT / name)
    last = record.actions[-1]
    record.actions.append(last)
    number = len(record.actions)
    assert rejection(dumps(record)) == (f"action {number}: {last!r} is illegal: the game is over")


def test_unchecked_record_is_checked_by_replay() -> None:
    record = Record(1, "onirim", 1, {}, ["human"], ["red sun", "red queen"])
    steps = replay(record)
    assert next(steps).notation == "red sun"
    with pytest.raises(RecordError, match=r"^action 2: onirim has no action 'red queen'$"):
        next(steps)


def test_unknown_game_is_rejected() -> None:
    with pytest.raises(RecordError, match=r"^game: unknown game 'go'"):
        load_game(Record(1, "go", 1, {}, [], []))


def test_action_count_is_limited() -> None:
    longest = short_with(actions=["nightmare"] * MAX_RECORD_ACTIONS)
    assert rejection(longest).startswith("action 11: ")
    longer = short_with(actions=["nightmare"] * (MAX_RECORD_ACTIONS + 1))
    assert rejection(longer) == f"actions: Expected array of length <= {MAX_RECORD_ACTIONS}"


def test_name_length_is_limited() -> None:
    name = "x" * MAX_NAME_LENGTH
    assert rejection(short_with(actions=[name])) == f"action 1: onirim has no action {name!r}"
    assert rejection(short_with(actions=[name + "x"])) == (
        f"actions, number 1: Expected str of length <= {MAX_NAME_LENGTH}"
    )


def test_every_truncation_is_valid_or_rejected() -> None:
    for length in range(1, len(SHORT.rstrip())):
        assert re.search(r"line \d+, column \d+: ", rejection(SHORT[:length]))
    assert loads(SHORT.rstrip()) == loads(SHORT)


@settings(max_examples=300)
@given(st.text())
@example("\ufeff{}")
@example("\ud800")
def test_arbitrary_text_is_rejected(text: str) -> None:
    assert rejection(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@settings(max_examples=300)
@given(st.sampled_from(Record.__struct_fields__), JSON)
@example("options", {"self": 1})
@example("options", {"name": 1})
def test_arbitrary_field_value_is_valid_or_rejected(name: str, value: Any) -> None:
    try:
        record = loads(short_with(**{name: value}))
    except RecordError:
        return
    assert loads(dumps(record)) == record


@settings(max_examples=300)
@given(st.integers(0, len(SHORT)), st.integers(0, 4), st.text(max_size=4))
def test_changed_text_is_valid_or_rejected(place: int, cut: int, put: str) -> None:
    try:
        record = loads(SHORT[:place] + put + SHORT[place + cut :])
    except RecordError:
        return
    assert loads(dumps(record)) == record


def test_files_round_trip(tmp_path: Path) -> None:
    record = random_game(5).record
    write(record, tmp_path / "game.json")
    assert read(tmp_path / "game.json") == record
    assert read(str(tmp_path / "game.json")) == record
    assert (tmp_path / "game.json").read_bytes() == dumps(record).encode()


def test_names_outside_ascii_stay_readable(tmp_path: Path) -> None:
    record = new_record(onirium.load("onirim"), ["Анна"])
    write(record, tmp_path / "game.json")
    assert '"Анна"' in (tmp_path / "game.json").read_text("utf-8")
    assert read(tmp_path / "game.json") == record


def test_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(SHORT.replace("\n", "\r\n"), "utf-8-sig", newline="")
    assert read(path) == loads(SHORT)


def read_rejection(path: Path) -> str:
    with pytest.raises(RecordError) as caught:
        read(path)
    return str(caught.value)


def test_missing_file_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert read_rejection(path) == f"{path}: No such file or directory"


def test_folder_is_rejected(tmp_path: Path) -> None:
    assert read_rejection(tmp_path) == f"{tmp_path}: Is a directory"


def test_unreadable_file_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    path = tmp_path / "game.json"
    assert read_rejection(path) == f"{path}: Permission denied"


def test_invalid_path_is_rejected() -> None:
    assert "null" in read_rejection(Path("game\0.json"))


def test_file_without_utf8_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(SHORT.replace("human", "Zoë").encode("latin-1"))
    assert read_rejection(path) == f"{path}: line 7: this is not UTF-8 text"


def test_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(SHORT.replace("play green key", "play red key"))
    assert read_rejection(path).startswith(f"{path}: action 7: 'play red key' is illegal")


def test_file_size_is_limited(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(SHORT.ljust(MAX_FILE_BYTES))
    assert read(path) == loads(SHORT)
    path.write_text(SHORT.ljust(MAX_FILE_BYTES + 1))
    assert (
        read_rejection(path) == f"{path}: larger than {MAX_FILE_BYTES} bytes, the limit of a record"
    )


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    yield
    monkeypatch.undo()


@pytest.mark.usefixtures("full_disk")
def test_failed_write_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(SHORT)
    with pytest.raises(RecordError) as caught:
        write(random_game(5).record, path)
    assert str(caught.value) == f"{path}: cannot be written: No space left on device"
    assert path.read_text() == SHORT
    assert list(tmp_path.iterdir()) == [path]


def test_file_is_replaced_atomically(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    path.write_text(SHORT)
    record = random_game(5).record
    held = []

    def look_while_replacing(self: Path, target: Path) -> None:
        held.append((path.read_text(), self.read_text() == dumps(record), self.parent == tmp_path))
        os.replace(self, target)  # noqa: PTH105

    monkeypatch.setattr(Path, "replace", look_while_replacing)
    write(record, path)
    assert held == [(SHORT, True, True)]
    assert read(path) == record
    assert list(tmp_path.iterdir()) == [path]


def test_symbolic_link_remains(tmp_path: Path) -> None:
    folder, link = tmp_path / "folder", tmp_path / "link.json"
    folder.mkdir()
    link.symlink_to("folder/game.json")
    write(loads(SHORT), link)
    assert str(link.readlink()) == "folder/game.json"
    assert read(folder / "game.json") == loads(SHORT)
    assert list(folder.iterdir()) == [folder / "game.json"]


@pytest.mark.parametrize("name", ["missing/game.json", "folder", "file/game.json", "game\0.json"])
def test_unwritable_path_is_rejected(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(RecordError) as caught:
        write(loads(SHORT), tmp_path / name)
    assert str(caught.value).startswith(f"{tmp_path / name}: cannot be written: ")
    assert {path.name for path in tmp_path.iterdir()} == {"folder", "file"}
