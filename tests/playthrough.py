"""Kept games as readable transcripts: every action, every event, and what every seat then sees.

``python -m tests.playthrough`` writes the transcripts of all records under ``tests/records`` anew.
Read the difference before committing it: it is a change of the rules, in words.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from onirium.kernel.game import CHANCE, State
from onirium.record import Record, game_of, read, replay

RECORDS = Path(__file__).parent / "records"
TRANSCRIPTS = Path(__file__).parent / "playthroughs"


def transcript(record: Record) -> str:
    """Return the whole game as text."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    game = game_of(record)
    yield f"{record.game} {record.options}, {', '.join(record.seats)}"
    yield from _views(game.new_state())
    for step in replay(record):
        who = "comes" if step.seat == CHANCE else f"seat {step.seat}"
        yield f"\n{step.number}. {who}: {step.notation}"
        for event in step.events:
            cards = ", ".join(game.card_name(card) for card in event.cards if card is not None)
            way = f"{event.source} -> {event.target}" if event.source else event.target
            yield f"  {event.kind}: {cards}; {way}; known to {event.audience:b}"
        yield from _views(step.state)


def _views(state: State) -> Iterator[str]:
    for seat in range(state.game.seats):
        view = msgspec.to_builtins(state.view(seat))
        choices = ", ".join(choice["notation"] for choice in view.pop("choices"))
        yield f"  seat {seat} sees " + "; ".join(_parts("", view))
        if choices:
            yield f"  seat {seat} may {choices}"


def _parts(prefix: str, view: dict[str, Any]) -> Iterator[str]:
    """Yield the parts of a view that hold anything."""
    for name, value in view.items():
        title = f"{prefix} {name}".strip()
        if isinstance(value, dict) and not all(isinstance(part, int) for part in value.values()):
            yield from _parts(title, value)
        elif isinstance(value, dict) and any(value.values()):
            counts = (f"{count} {card}" for card, count in value.items() if count)
            yield f"{title}: {', '.join(counts)}"
        elif isinstance(value, list) and value:
            yield f"{title}: {', '.join(map(str, value))}"
        elif value and not isinstance(value, dict) and name not in {"game", "seat"}:
            yield f"{title}: {value}"


def main() -> None:
    """Write all transcripts."""
    for path in RECORDS.glob("*.json"):
        text = transcript(read(path))
        (TRANSCRIPTS / f"{path.stem}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
