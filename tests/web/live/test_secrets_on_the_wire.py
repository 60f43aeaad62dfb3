"""What a reader may not know changes no byte that reaches them.

Two servers have the same table in two worlds. In the second, another card has come somewhere, as
far as the rules allow, and the reader has seen and been told the same in both: then everything that
their socket and their requests bring must be the same as well.
"""

import json
from collections.abc import Iterator, Sequence
from random import Random as Dice
from typing import Any, NamedTuple

import msgspec
import pytest

from onirium import load
from onirium.core.events import SPECTATOR
from onirium.core.game import CHANCE, Game, State
from onirium.tables import HUMAN
from onirium.tables.events import ActionsTaken
from onirium.tables.table import NO_SEAT, Setup
from tests.support.live_server import HttpUser, LiveServer, TableSocket, run_server
from tests.support.malformed_messages import COMMANDS, VALID_VALUES

WATCHER = int(SPECTATOR)
SEED = 3_141_592_653_589_793
LENGTH = 60
"""So many steps of a game are played."""
ENOUGH = 3
"""So many steps at least the two worlds must go on alike."""
PAIRS = 3

EVERYTHING = {
    "expansions": ["book", "towers", "premonitions"],
    "variants": ["lost-steps", "stone-upon-stone"],
}


class Case(NamedTuple):
    """A game, and somebody who may not know all of it.

    Attributes:
        name: of the game.
        options: its options.
        held: the seats of the reader, several where people share a device.
        eyes: the seat with whose eyes the reader sees, or nobody's.
    """

    name: str
    options: dict[str, Any]
    held: tuple[int, ...]
    eyes: int


CASES = [
    Case("onirim", {}, (), WATCHER),
    Case("onirim", EVERYTHING, (), WATCHER),
    Case("onirim", {"seats": 2}, (0,), 0),
    Case("onirim", {"seats": 2, **EVERYTHING}, (1,), 1),
    Case("onirim", {"seats": 2, "mode": "race"}, (), WATCHER),
    Case("onirim", {"seats": 2, "table": "hidden"}, (0, 1), WATCHER),
    Case("nightmarium", {}, (0,), 0),
    Case("nightmarium", {}, (0, 1), 1),
    Case("nightmarium", {"seats": 3}, (2,), 2),
    Case("nightmarium", {"seats": 3}, (0, 1), WATCHER),
    Case("nightmarium", {"seats": 5}, (), WATCHER),
]

WITHOUT_DELAY = {0, 7}
"""A table of each game, looked at where the rules are not compiled too."""

SAID = {**VALID_VALUES, "seat": 6, "version": 2**31 - 1}
"""What stands in the wishes: nothing of it can be done."""

PATHS = ("", "/steps", "/steps?as=7", "/steps?as=open", "/steps?as=0", "/analysis")
PAGES = ("", "/replay", "/record.json")

Worlds = tuple[list[str], list[str], int]


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, LiveServer]]:
    with (
        run_server(tmp_path_factory.mktemp("here")) as here,
        run_server(tmp_path_factory.mktemp("there")) as there,
    ):
        yield here, there


def possible(state: State) -> list[int]:
    return state.legal_actions() or [outcome for outcome, _ in state.chance_outcomes()]


def played(game: Game, dice: Dice) -> list[str]:
    """Return a random game, as far as it is played."""
    state = game.new_state()
    notations: list[str] = []
    while not state.is_terminal() and len(notations) < LENGTH:
        action = dice.choice(possible(state))
        notations.append(game.notation(action))
        state.apply(action)
    return notations


def told(state: State, action: int, seat: int) -> object:
    """Go on; return all that a seat sees and learns of it."""
    log: list[Any] = []
    state.apply(action, log)
    events = [event.seen_by(seat) for event in log]
    learnt = [(e.kind, e.seat, e.cards, e.source, e.target) for e in events]
    return learnt, msgspec.json.encode(state.view(seat))


def worlds_alike(game: Game, seat: int, dice: Dice) -> Iterator[Worlds]:
    """Return two games each that a seat cannot tell apart, and where they part."""
    while True:
        here = played(game, dice)
        place = dice.randrange(len(here))
        if other := another_card(game, here[: place + 1], dice):
            there = [*here[:place], other, *here[place + 1 :]]
            # When a game is over, all may know all.
            alike = min(length_alike(game, here, there, seat), len(here) - 1)
            if alike >= place + ENOUGH:
                yield here[:alike], there[:alike], place


def another_card(game: Game, notations: Sequence[str], dice: Dice) -> str:
    """Return what else could have come at the end of a game, if that came by chance."""
    *before, came = notations
    state = game.new_state()
    for notation in before:
        state.apply(game.parse(notation))
    others = [game.notation(outcome) for outcome, _ in state.chance_outcomes()]
    return dice.choice([other for other in others if other != came] or [""])


def length_alike(game: Game, here: Sequence[str], there: Sequence[str], seat: int) -> int:
    """Return how many steps of two games look the same to a seat."""
    one, other = game.new_state(), game.new_state()
    for length, notations in enumerate(zip(here, there, strict=True)):
        actions = [game.parse(notation) for notation in notations]
        if actions[1] not in possible(other):
            return length
        if told(one, actions[0], seat) != told(other, actions[1], seat):
            return length
    return len(here)


def moves(game: Game, notations: Sequence[str]) -> list[ActionsTaken]:
    """Return a game as entries of a table: a decision each, and what came after it."""
    state = game.new_state()
    entries = [ActionsTaken(NO_SEAT, [])]
    for notation in notations:
        seat = int(state.current_player())
        if seat != CHANCE:
            entries.append(ActionsTaken(seat, []))
        entries[-1].actions.append(notation)
        state.apply(game.parse(notation))
    return entries


class Wire:
    """What reaches a reader of a table at which things happen."""

    def __init__(self, server: LiveServer, table: str, reader: HttpUser, case: Case) -> None:
        self._house = server
        self._table = table
        self._reader = reader
        self._case = case
        self._received: list[str] = []

    def hear(self, entries: Sequence[ActionsTaken], start: int) -> list[str]:
        """Return all messages: some things happened before, the others happen meanwhile."""
        for number, entry in enumerate(entries[:start]):
            self._house.run(self._house.store.append(self._table, number, entry))
        with self._reader.connect(self._table) as window:
            for entry in entries[start:]:
                self._house.run(self._happen(entry))
                window.receive()
                self._look(window)
                for command in ("resync", "dance", "resign now"):
                    window.send_command(command, command_id=command)
            self._received += window.received
        with self._reader.connect(self._table) as late:
            self._look(late)
            self._misbehave(late)
            self._received += late.received
        self._received += map(self._asked, self._paths())
        for body in (
            '{"type": "take_actions", "version": 0, "actions": [0]}',
            '{"type": "resync"}',
            "{",
            "x" * 9000,
        ):
            self._received.append(self._reader.post(f"/api/t/{self._table}", body).text)
        return self._received

    def _look(self, window: TableSocket) -> None:
        """Open the eyes, where several people share a device."""
        if self._case.eyes in self._case.held[1:]:
            window.send_command("view_seat", seat=self._case.eyes, command_id="look")

    def _misbehave(self, window: TableSocket) -> None:
        """Say everything that can be said, but what ends the game or begins to think."""
        for verb, wish in COMMANDS.items():
            if verb not in {"resign", "request_hint"}:
                fields = [field.name for field in msgspec.structs.fields(wish)]
                said = {name: SAID[name] for name in fields if name != "command_id"}
                window.send_command(verb, **said, command_id=verb)
        version = window.view["version"]
        window.send_command("take_actions", version=version, actions=[10**6], command_id="a")
        if not self._case.held:
            window.send_command("take_actions", version=version, actions=[0], command_id="b")
            window.send_command("view_seat", seat=0, command_id="c")

    def _paths(self) -> list[str]:
        """Return what can be read of the table; own eyes are asked for by name."""
        paths = [f"/api/t/{self._table}{path}" for path in PATHS]
        if len(self._case.held) > 1:
            paths.remove(f"/api/t/{self._table}/steps?as=0")
        return [*paths, *(f"/t/{self._table}{path}" for path in PAGES)]

    def _asked(self, path: str) -> str:
        answer = self._reader.get(path)
        return f"{answer.status_code} {answer.text}"

    async def _happen(self, entry: ActionsTaken) -> None:
        async with self._house.sessions.session(self._table) as session:
            assert session is not None
            await session.sync.commit(entry)


def laid(server: LiveServer, game: Game, case: Case, table: str, reader: HttpUser) -> Wire:
    """Lay a table for a reader."""
    holders = [reader.user_id if seat in case.held else f"{seat}" for seat in range(game.seats)]
    setup = Setup(
        game=game.name,
        options=game.options,
        occupants=[HUMAN] * game.seats,
        owner_ids=holders,
        host_id="0",
        seed=SEED,
    )
    server.run(server.store.create(table, setup))
    return Wire(server, table, reader, case)


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, marks=[pytest.mark.long] * (number not in WITHOUT_DELAY))
        for number in range(len(CASES))
    ],
)
def test_a_reader_cannot_tell_worlds_apart(
    servers: tuple[LiveServer, LiveServer], number: int
) -> None:
    case = CASES[number]
    game = load(case.name, **case.options)
    dice = Dice(number)
    alike = worlds_alike(game, case.eyes, dice)
    for pair in range(PAIRS):
        here, there, place = next(alike)
        readers = [server.new_user() for server in servers]
        wires = [
            laid(server, game, case, f"{number}-{pair}", reader)
            for server, reader in zip(servers, readers, strict=True)
        ]
        games = [moves(game, here), moves(game, there)]
        # The worlds part before the reader comes, or while they look on.
        start = dice.randrange(1, len(games[0]) + 1)
        one, other = (wire.hear(game, start) for wire, game in zip(wires, games, strict=True))
        assert one == other, (place, here, there)
        assert len(one) > len(COMMANDS)
        assert not [message for message in one if str(SEED) in message]


def test_who_may_know_is_told() -> None:
    """Otherwise the test above would prove nothing: the worlds do differ for another seat."""
    game = load("nightmarium")
    here, there, _ = next(worlds_alike(game, 0, Dice(1)))
    assert length_alike(game, here, there, 1) < len(here)


def test_the_seed_is_told_at_the_end(servers: tuple[LiveServer, LiveServer]) -> None:
    visitor = servers[0].new_user()
    table = servers[0].create_table("onirim", (HUMAN,), visitor, seed=SEED)
    with visitor.connect(table) as window:
        while not window.view["is_over"]:
            window.take_first_action()
        *before, last = [json.loads(message)["seed"] for message in window.received]
    assert set(before) == {""}
    assert last == str(SEED)
