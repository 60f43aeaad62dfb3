"""Kept games as readable transcripts: every action, every event, and what each seat then sees anew.

``python -m tests.support.transcript`` writes
the transcripts of all records under ``tests/transcripts``.
Read the difference before committing it: it is a change of the rules, in words.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from onirium.core.game import CHANCE, State
from onirium.record import Record, load_game, read, replay

RECORDS = Path(__file__).parents[1] / "transcripts"
TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"


def transcript(record: Record) -> str:
    """Return the whole game as text."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    game = load_game(record)
    eyes = [Eyes(seat) for seat in range(game.seats)]
    yield f"{record.game} {record.options}, {', '.join(record.seats)}"
    yield from _news(eyes, game.new_state())
    for step in replay(record):
        who = "comes" if step.seat == CHANCE else f"seat {step.seat}"
        yield f"\n{step.number}. {who}: {step.notation}"
        for event in step.events:
            cards = ", ".join(game.card_name(card) for card in event.cards if card is not None)
            way = f"{event.source} -> {event.target}" if event.source else event.target
            yield f"  {event.kind}: {cards}; {way}; known to {event.audience:b}"
        yield from _news(eyes, step.state)


def _news(eyes: list["Eyes"], state: State) -> Iterator[str]:
    """Yield what all see that they did not see before, then what only some do, and may do."""
    news = [seat.news(state) for seat in eyes]
    common = [told for told in news[0] if all(told in others for others in news)]
    if common and len(eyes) > 1:
        yield "  all see " + "; ".join(common)
        news = [[told for told in seen if told not in common] for seen in news]
    for seat, told in zip(eyes, news, strict=True):
        if told:
            yield f"  seat {seat.seat} sees " + "; ".join(told)
        if seat.choices:
            yield f"  seat {seat.seat} may {seat.choices}"


class Eyes:
    """A seat that looks on, and remembers what it saw last."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.seen: dict[str, str] = {}
        self.choices = ""

    def news(self, state: State) -> list[str]:
        """Return what the seat sees that it did not see before; keep what it may do."""
        view = msgspec.to_builtins(state.view(self.seat))
        self.choices = ", ".join(choice["notation"] for choice in view.pop("legal_actions"))
        parts = dict(_parts("", view))
        gone = dict.fromkeys(name for name in self.seen if name not in parts)
        changed = {name: text for name, text in parts.items() if self.seen.get(name) != text}
        self.seen = parts
        return [f"{name}: {text or 'nothing'}" for name, text in {**changed, **gone}.items()]


def _parts(prefix: str, view: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the parts of a view that hold anything, by their names."""
    for name, value in view.items():
        title = f"{prefix} {name}".strip()
        if isinstance(value, dict):
            yield from _parts(title, value)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield from _parts(
                title, {str(place): part for place, part in enumerate(value, start=1)}
            )
        elif isinstance(value, list) and value:
            yield title, ", ".join(map(str, value))
        elif value and name not in {"game", "seat"}:
            yield title, str(value)


def main() -> None:
    """Write all transcripts."""
    for path in RECORDS.glob("*.json"):
        text = transcript(read(path))
        (TRANSCRIPTS / f"{path.stem}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
