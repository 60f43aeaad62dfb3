"""The references of the documentation site agree with the program."""

import inspect
import json
from pathlib import Path

import jsonschema
import pytest

from onirium.cli.main import app
from onirium.games.registry import names, options
from onirium.record import RecordError, loads
from tools.site.references import generated_pages

RECORDS = sorted((Path(__file__).parents[1] / "transcripts").glob("*.json"))
NAMES = names()  # other tests add games
PAGES = generated_pages()
SCHEMA = json.loads(PAGES["reference/record.schema.json"])


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_schema_accepts_records(path: Path) -> None:
    jsonschema.validate(json.loads(path.read_text("utf-8")), SCHEMA)


@pytest.mark.parametrize(
    "change", [{"format": 0}, {"seats": "human"}, {"actions": [1]}, {"comment": "good"}]
)
def test_schema_and_reader_reject_the_same_records(change: dict[str, object]) -> None:
    record = json.loads(RECORDS[0].read_text("utf-8")) | change
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(record, SCHEMA)
    with pytest.raises(RecordError):
        loads(json.dumps(record))


def test_reference_lists_every_command_and_every_option() -> None:
    for command in app.registered_commands:
        assert command.callback is not None
        name, summary = command.callback.__name__, (inspect.getdoc(command.callback) or "")
        assert f"## `onirium {name}`" in PAGES["reference/command_line.md"]
        assert f"`{name}`: {summary.splitlines()[0]}\n" in PAGES["reference/command_line.md"]
    for name in NAMES:
        for option in options(name):
            assert f"| `{option.name}` |" in PAGES["reference/options_and_actions.md"]
