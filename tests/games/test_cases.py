"""Runs the readable cases of all games; ``tests/rules/onirim/README.md`` defines their format."""

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

import onirium
from onirium import Event, IllegalAction, OptionError, PositionError
from tests.support.card_lists import expand

TITLE = re.compile(r"[A-Z]\d+(\.\d+[a-z]?)? ")
NOTHING = "nothing"
RULES = Path(__file__).parents[1] / "rules"


class Case:
    """A case: its title, the options of its game, and its numbered lines."""

    def __init__(self, game: str, file: str, title: str) -> None:
        self.game = game
        self.file = file
        self.title = title
        self.options: dict[str, str] = {}
        self.lines: list[tuple[int, str]] = []

    def texts(self) -> list[str]:
        return [text for _, text in self.lines]


def split_line(line: str) -> tuple[str, str]:
    """Return the name and the text of a line; the text is empty for ``nothing``."""
    name, _, text = line.partition(":")
    return name.strip(), "" if text.strip() == NOTHING else text.strip()


def parse_options(text: str) -> dict[str, str]:
    """Return the options of a line such as ``expansions=book,towers; seats=2``."""
    pairs = [option.partition("=") for option in text.split(";")]
    return {name.strip(): value.strip() for name, _, value in pairs}


def all_cases() -> Iterator[Case]:
    """Yield all cases of all games, including those of the expansions."""
    for game in onirium.names():
        for file in sorted((RULES / game).glob("*.case")):
            yield from cases_of(game, file.name, file.read_text("utf-8"))


def cases_of(game: str, file: str, text: str) -> Iterator[Case]:
    case: Case | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if TITLE.match(line):
            if case:
                yield case
            case = Case(game, file, line.strip())
        elif case is None:
            pytest.fail(f"{file}, line {number}: no case begins here: {line!r}")
        elif line.startswith("options:"):
            case.options = parse_options(line.removeprefix("options:"))
        elif line.startswith(" "):
            begun, start = case.lines.pop()
            case.lines.append((begun, f"{start} {line.strip()}"))
        else:
            case.lines.append((number, line.strip()))
    if case:
        yield case


class Running:
    """A running case: the current state, the initial state, and the events of the last step."""

    def __init__(self, case: Case) -> None:
        self.game = onirium.load(case.game, **case.options)
        position = list(itertools.takewhile(self.is_field, case.texts()))
        fields = dict(map(split_line, position))
        assert len(fields) == len(position), "a field is laid out twice"
        self.start = self.game.from_fields(fields) if fields else self.game.new_state()
        self.state = self.start.clone()
        self.events: list[Event] = []
        self.steps = case.lines[len(fields) :]

    def is_field(self, line: str) -> bool:
        return not line.startswith(">") and self.claim_in(line) is None

    def claim_in(self, line: str) -> Callable[[], None] | None:
        """Return the claim of a line, if it starts with the keyword of one."""
        name, text = split_line(line)
        for pattern, claim in self.CLAIMS.items():
            if match := re.fullmatch(pattern, name):
                return partial(claim, self, text, *match.groups())
        return None

    def step(self, line: str) -> None:
        """Run the step of a line, or check its claim."""
        claim = self.claim_in(line)
        if line.startswith(">"):
            self.events = []
            for notation in line.removeprefix(">").split(","):
                self.state.apply(self.game.parse(notation), self.events)
        elif claim:
            claim()
        else:
            self.claim_field(*split_line(line))

    def claim_field(self, name: str, text: str) -> None:
        """Check the content of a field by parsing the position with the claimed text."""
        assert text != "the rest", "a claim names its cards"
        actual = self.state.to_fields()
        claimed = {**actual, name: text}
        if not text:
            del claimed[name]
        try:
            same = self.game.from_fields(claimed) == self.state
        except PositionError:
            same = False
        assert same, f"it is: {actual.get(name, NOTHING)}"

    def claim_gains(self, text: str, name: str) -> None:
        before, now = (
            Counter(expand(state.to_fields().get(name, ""))) for state in (self.start, self.state)
        )
        now.subtract(before)
        assert +now == Counter(expand(text)), f"it gains: {list((+now).elements())}"
        assert not -now, f"it loses: {list((-now).elements())}"

    def claim_legal(self, text: str) -> None:
        legal = [self.game.notation(action) for action in self.state.legal_actions()]
        assert sorted(legal) == sorted(expand(text)), f"legal is: {', '.join(legal)}"

    def claim_refused(self, text: str) -> None:
        before = self.state.clone()
        possible = [notation for notation in expand(text) if not self.is_refused(notation)]
        assert possible == [], f"possible is: {', '.join(possible)}"
        assert self.state == before

    def is_refused(self, notation: str) -> bool:
        try:
            self.state.apply(self.game.parse(notation))
        except IllegalAction:
            return True
        return False

    def claim_may_come(self, text: str) -> None:
        weights = {self.game.notation(card): count for card, count in self.state.chance_outcomes()}
        assert weights == Counter(expand(text)), f"these may come: {weights}"

    def claim_happens(self, text: str) -> None:
        events = self.describe_events(self.events)
        assert events == expand(text), f"it happens: {', '.join(events)}"

    def claim_learns(self, text: str, player: str) -> None:
        events = self.describe_events([event.seen_by(int(player) - 1) for event in self.events])
        assert events == expand(text), f"player {player} learns: {', '.join(events)}"

    def describe_events(self, events: list[Event]) -> list[str]:
        return [" ".join([event.kind, *map(self.name, event.cards)]) for event in events]

    def name(self, card: int | None) -> str:
        return "?" if card is None else self.game.card_name(card)

    def claim_warns(self, text: str) -> None:
        choices = self.state.view(self.state.current_player()).legal_actions
        warned = [choice.notation for choice in choices if choice.warning]
        assert sorted(warned) == sorted(expand(text)), f"warned of: {', '.join(warned)}"

    def claim_sees(self, text: str, player: str | None, path: str) -> None:
        seen: Any = msgspec.to_builtins(self.state.view(int(player or 1) - 1))
        # The format of the cases uses the word choices for the legal actions of a view.
        for name in path.replace("choices", "legal_actions").split("."):
            seen = seen[int(name)] if isinstance(seen, list) else seen[name]
        if isinstance(seen, dict):
            assert Counter(seen) == Counter(expand(text)), f"seen is: {seen}"
        elif isinstance(seen, list):
            assert [str(part) for part in seen] == expand(text), f"seen is: {seen}"
        else:
            assert str(seen) == text, f"seen is: {seen}"

    CLAIMS: ClassVar[dict[str, Callable[..., None]]] = {
        r"legal": claim_legal,
        r"refused": claim_refused,
        r"may come": claim_may_come,
        r"happens": claim_happens,
        r"warns": claim_warns,
        r"([\w ]+) gains": claim_gains,
        r"seat (\d) learns": claim_learns,
        r"(?:seat (\d) )?sees ([\w.]+)": claim_sees,
    }


CASES = list(all_cases())


@pytest.mark.parametrize("case", CASES, ids=[f"{case.game} {case.title}" for case in CASES])
def test_case(case: Case) -> None:
    try:
        running = Running(case)
    except (OptionError, PositionError) as error:
        pytest.fail(f"{case.file}, {case.title}\n{error}", pytrace=False)
    assert running.steps
    for number, line in running.steps:
        try:
            running.step(line)
        except (AssertionError, ValueError) as error:
            problem = str(error).partition("\n")[0]
            pytest.fail(f"{case.file}, line {number}: {line}\n{problem}", pytrace=False)


def test_titles_are_unique() -> None:
    titles = Counter((case.game, case.title) for case in CASES)
    assert [title for title, count in titles.items() if count > 1] == []
