"""Readable transcripts of recorded games: actions, events, and the changes in every seat's view.

Four games are kept as whole transcripts, the others as excerpts: the steps at which a decision or
an event first occurs that no whole transcript of the same game contains. A digest at the end of an
excerpt covers its whole transcript, so that a change in an omitted step is noticed too.

``python -m tests.support.transcript`` writes the transcripts of all records under
``tests/transcripts``. Read the difference before committing it: it is a change of the rules.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Final

import msgspec

from onirium.core.game import CHANCE, Game, State
from onirium.record import Record, ReplayStep, load_game, read, replay, to_line

FOLDER: Final = Path(__file__).parents[1] / "transcripts"

WHOLE: Final = {
    "nightmarium-0.1.0-three-won-by-player-2",
    "nightmarium-0.1.0-two-won-by-player-1",
    "onirim-0.1.0-lost",
    "onirim-0.1.0-two-won",
}
"""The records with a whole transcript."""


def stored_transcript(path: Path) -> str:
    """Return the text kept for a record: its whole transcript or an excerpt."""
    record = read(path)
    return transcript(record) if path.stem in WHOLE else excerpt(record)


def transcript(record: Record) -> str:
    """Return the transcript of a whole game."""
    return "\n\n".join(_blocks(record)) + "\n"


def excerpt(record: Record) -> str:
    """Return the steps of a game with decisions and events that no whole transcript contains."""
    heading, *blocks = _blocks(record)
    steps = list(replay(record))
    shown = _numbers_to_show(record.game, steps)
    parts = [heading.splitlines()[0]]
    position = load_game(record).new_state()
    for is_shown, group in groupby(steps, lambda step: step.number in shown):
        numbers = [step.number for step in group]
        if is_shown:
            parts += [f"[position: {to_line(position)}]"]
            parts += [blocks[number - 1] for number in numbers]
        position = steps[numbers[-1] - 1].state
    whole = transcript(record)
    digest = sha256(whole.encode()).hexdigest()
    parts.append(f"[{len(shown)} of {len(steps)} steps; sha256 of the whole transcript: {digest}]")
    return "\n\n".join(parts) + "\n"


def _numbers_to_show(game: str, steps: list[ReplayStep]) -> set[int]:
    """Return the numbers of the steps in an excerpt.

    These are the first step of every new kind with the step before it, which lists the legal
    actions, and the last step, with the outcome.
    """
    covered = set(_kinds_in_whole_transcripts(game))
    numbers = {steps[-1].number}
    for step in steps:
        kinds = _kinds(step)
        if not kinds <= covered:
            numbers |= {max(step.number - 1, 1), step.number}
        covered |= kinds
    return numbers


@cache
def _kinds_in_whole_transcripts(game: str) -> frozenset[str]:
    paths = [FOLDER / f"{name}.json" for name in WHOLE if name.startswith(f"{game}-")]
    return frozenset().union(*(_kinds(step) for path in paths for step in replay(read(path))))


def _kinds(step: ReplayStep) -> set[str]:
    """Return the kind of decision of a step, if it is one, and the kinds of its events."""
    kinds = {f"event {event.kind}" for event in step.events}
    if step.seat != CHANCE:
        kinds.add(f"decision {step.state.game.decision_kind(step.action)}")
    return kinds


def _blocks(record: Record) -> Iterator[str]:
    """Yield the heading with the initial views, then a block of lines for each step."""
    game = load_game(record)
    observers = [SeatObserver(seat) for seat in range(game.seats)]
    heading = f"{record.game} {record.options}, {', '.join(record.seats)}"
    yield "\n".join([heading, *_view_changes(observers, game.new_state())])
    for step in replay(record):
        yield "\n".join([*_step_lines(step, game), *_view_changes(observers, step.state)])


def _step_lines(step: ReplayStep, game: Game) -> Iterator[str]:
    actor = "comes" if step.seat == CHANCE else f"seat {step.seat}"
    yield f"{step.number}. {actor}: {step.notation}"
    for event in step.events:
        cards = ", ".join(game.card_name(card) for card in event.cards if card is not None)
        move = f"{event.source} -> {event.target}" if event.source else event.target
        yield f"  {event.kind}: {cards}; {move}; known to {event.audience:b}"


def _view_changes(observers: list["SeatObserver"], state: State) -> Iterator[str]:
    """Yield the changes common to all views, then those of each seat and its legal actions."""
    changes = [observer.observe(state) for observer in observers]
    common = [change for change in changes[0] if all(change in others for others in changes)]
    if common and len(observers) > 1:
        yield "  all see " + "; ".join(common)
        changes = [[change for change in seen if change not in common] for seen in changes]
    for observer, own_changes in zip(observers, changes, strict=True):
        if own_changes:
            yield f"  seat {observer.seat} sees " + "; ".join(own_changes)
        if observer.choices:
            yield f"  seat {observer.seat} may {observer.choices}"


class SeatObserver:
    """The last view of a seat, to find the changes in the next one.

    Attributes:
        seat: the seat.
        choices: the notation of its legal actions.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.choices = ""
        self._entries: dict[str, str] = {}

    def observe(self, state: State) -> list[str]:
        """Return the entries of the seat's view that have changed, as ``name: text``."""
        view = msgspec.to_builtins(state.view(self.seat))
        self.choices = ", ".join(choice["notation"] for choice in view.pop("legal_actions"))
        entries = dict(_flatten("", view.items()))
        removed = dict.fromkeys(name for name in self._entries if name not in entries)
        changed = {name: text for name, text in entries.items() if self._entries.get(name) != text}
        self._entries = entries
        return [f"{name}: {text or 'nothing'}" for name, text in {**changed, **removed}.items()]


def _flatten(prefix: str, items: Iterable[tuple[object, object]]) -> Iterator[tuple[str, str]]:
    """Yield the non-empty entries of a view under their full names."""
    for name, value in items:
        title = f"{prefix} {name}".strip()
        if isinstance(value, dict):
            yield from _flatten(title, value.items())
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield from _flatten(title, enumerate(value, start=1))
        elif isinstance(value, list) and value:
            yield title, ", ".join(map(str, value))
        elif value and name not in {"game", "seat"}:
            yield title, str(value)


def main() -> None:
    """Write all transcripts."""
    for path in FOLDER.glob("*.json"):
        path.with_suffix(".txt").write_text(stored_transcript(path), "utf-8")


if __name__ == "__main__":
    main()
