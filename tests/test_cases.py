"""The readable cases of every game: see ``games/onirim/cases/README.md`` for how they are written."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib.resources import files
from typing import Any

import msgspec
import pytest

import onirium
from onirium import Event, Game, IllegalAction, PositionError, State
from tests.cards import expand
from tests.walk import possible

TITLE = re.compile(r"[A-Z]\d+(\.\d+[a-z]?)? ")
NOTHING = "nothing"


class Case:
    """A case: its title, and its lines with their numbers in the file."""

    def __init__(self, game: str, file: str, title: str) -> None:
        self.game = game
        self.file = file
        self.title = title
        self.lines: list[tuple[int, str]] = []


def cases() -> Iterator[Case]:
    """Yield every case of every game."""
    for game in onirium.names():
        folder = files("onirium.games").joinpath(game, "cases")
        for file in sorted(folder.iterdir(), key=lambda file: file.name):
            if file.name.endswith(".case"):
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
        elif line.startswith(" "):
            begun, start = case.lines.pop()
            case.lines.append((begun, f"{start} {line.strip()}"))
        else:
            case.lines.append((number, line.strip()))
    if case:
        yield case


class Running:
    """A case being run: the state as it is, and as it was at the beginning."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.game: Game = onirium.load(case.game)
        self.fields: dict[str, str] = {}
        self.happened: list[Event] = []

    @cached_property
    def start(self) -> State:
        """The position, once its last line is read."""
        return self.game.from_fields(self.fields) if self.fields else self.game.new_state()

    @cached_property
    def state(self) -> State:
        return self.start.clone()

    def run(self) -> None:
        for number, line in self.case.lines:
            try:
                self.line(line)
            except (AssertionError, ValueError) as error:
                pytest.fail(f"{self.case.file}, line {number}: {line}\n{error}", pytrace=False)
        assert any(not line.startswith(">") for _, line in self.case.lines)

    def line(self, line: str) -> None:
        if line.startswith(">"):
            self.happened = []
            for notation in line.removeprefix(">").split(","):
                self.state.apply(self.game.parse(notation), self.happened)
            return
        name, _, text = (part.strip() for part in line.partition(":"))
        text = "" if text == NOTHING else text
        for pattern, claim in self.CLAIMS.items():
            if found := re.fullmatch(pattern, name):
                claim(self, text, *found.groups())
                return
        if "state" in vars(self):
            self.claim_field(text, name)
        else:
            self.fields[name] = text

    def claim_field(self, text: str, name: str) -> None:
        """Claim what a field holds: the same position must come of it, however it is written."""
        assert text != "the rest", "a claim names its cards"
        actual = self.state.fields()
        try:
            same = self.game.from_fields({**actual, name: text}) == self.state
        except PositionError:
            same = False
        assert same, f"it is: {actual.get(name, NOTHING)}"

    def claim_gains(self, text: str, name: str) -> None:
        before, now = (Counter(expand(state.fields().get(name, ""))) for state in self.both)
        now.subtract(before)
        assert +now == Counter(expand(text)), f"it gains: {list((+now).elements())}"
        assert not -now, f"it loses: {list((-now).elements())}"

    @property
    def both(self) -> tuple[State, State]:
        return self.start, self.state

    def claim_legal(self, text: str) -> None:
        legal = [self.game.notation(action) for action in self.state.legal_actions()]
        assert sorted(legal) == sorted(expand(text)), f"legal is: {', '.join(legal)}"

    def claim_refused(self, text: str) -> None:
        before = self.state.clone()
        for notation in expand(text):
            with pytest.raises(IllegalAction):
                self.state.apply(self.game.parse(notation))
            assert self.state == before

    def claim_may_come(self, text: str) -> None:
        weights = {self.game.notation(card): count for card, count in self.state.chance_outcomes()}
        assert weights == Counter(expand(text)), f"these may come: {weights}"

    def claim_happens(self, text: str) -> None:
        told = [" ".join([event.kind, *self.names(event)]) for event in self.happened]
        assert told == expand(text), f"it happens: {', '.join(told)}"

    def names(self, event: Event) -> list[str]:
        return [self.game.card_name(card) for card in event.cards if card is not None]

    def claim_warns(self, text: str) -> None:
        choices = self.state.view(self.state.current_player()).choices
        warned = [choice.notation for choice in choices if choice.warning]
        assert sorted(warned) == sorted(expand(text)), f"warned of: {', '.join(warned)}"

    def claim_sees(self, text: str, path: str) -> None:
        seen: Any = msgspec.to_builtins(self.state.view(0))
        for name in path.split("."):
            seen = seen[name]
        if isinstance(seen, dict):
            assert Counter(seen) == Counter(expand(text)), f"seen is: {seen}"
        elif isinstance(seen, list):
            assert seen == expand(text), f"seen is: {seen}"
        else:
            assert str(seen) == text, f"seen is: {seen}"

    CLAIMS: dict[str, Callable[..., None]] = {
        r"legal": claim_legal,
        r"refused": claim_refused,
        r"may come": claim_may_come,
        r"happens": claim_happens,
        r"warns": claim_warns,
        r"(\w+) gains": claim_gains,
        r"sees ([\w.]+)": claim_sees,
    }


CASES = list(cases())


@pytest.mark.parametrize("case", CASES, ids=[f"{case.game} {case.title}" for case in CASES])
def test_case(case: Case) -> None:
    Running(case).run()
    assert possible is not None


def test_titles_differ() -> None:
    titles = Counter((case.game, case.title) for case in CASES)
    assert [title for title, count in titles.items() if count > 1] == []
