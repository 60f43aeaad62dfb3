"""Reference pages that are generated from the code."""

import json
from collections.abc import Iterator
from typing import Final

import msgspec
import typer.main
from typer.cli import get_docs_for_click

import onirium
from onirium.cli.main import app
from onirium.core.options import Option
from onirium.games.registry import options
from onirium.i18n.catalog import Words
from onirium.record.model import Record

OPTION_TYPES: Final = ["string", "integer", "array"]
"""JSON types of the values of options."""


def generated_pages() -> dict[str, str]:
    """Return the text of each generated page by its address."""
    return {
        "reference/command_line.md": command_line(),
        "reference/options_and_actions.md": "\n".join(_games()),
        "reference/record.schema.json": record_schema(),
    }


def record_schema() -> str:
    """Return the JSON Schema of records."""
    _, components = msgspec.json.schema_components(
        [Record], schema_hook=lambda _type: {"type": OPTION_TYPES}
    )
    draft = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    schema = draft | components["Record"] | {"additionalProperties": False}
    return json.dumps(schema, indent=2)


def command_line() -> str:
    """Return the reference of all commands."""
    command = typer.main.get_command(app)
    context = typer.Context(command, info_name="onirium")
    return get_docs_for_click(obj=command, ctx=context, name="onirium", title="Command line")


def _games() -> Iterator[str]:
    yield "# Options and actions\n"
    yield "The options of each game, and the notation of all actions in records.\n"
    for name in onirium.names():
        words = Words("en", name)
        yield f"## {words.text('name')}\n"
        yield "| option | values | default | meaning |\n|---|---|---|---|"
        yield from (_option_row(option, words) for option in options(name))
        yield f"\nActions of {words.text('name')}:\n"
        game = onirium.load(name)
        actions = [game.notation(code) for code in range(game.action_count) if game.is_action(code)]
        yield "\n".join(["```text", *actions, "```\n"])


def _option_row(option: Option, words: Words) -> str:
    default = option.default if isinstance(option.default, tuple) else (option.default,)
    cells = [
        f"`{option.name}`",
        ", ".join(f"`{value}`" for value in option.values) + (", any" if option.multiple else ""),
        ", ".join(f"`{value}`" for value in default) or "none",
        words.text(f"option.{option.name}"),
    ]
    return f"| {' | '.join(cells)} |"
