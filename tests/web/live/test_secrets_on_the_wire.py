"""Hidden information does not affect any byte that a viewer receives.

Two servers host the same table in two different states. In the second state one chance outcome
differs, although the viewer has observed the same events in both. All messages and responses must
be identical then.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from onirium import load
from onirium.core.events import SPECTATOR
from onirium.core.game import CHANCE, Game, State
from onirium.match.match import HUMAN
from onirium.tables.events import ActionsTaken
from onirium.tables.setup import NO_SEAT, Setup
from tests.support.live_server import HttpUser, LiveServer, TableSocket, run_server
from tests.support.malformed_messages import COMMANDS, VALID_VALUES
from tests.support.random_walk import possible_actions

WATCHER = int(SPECTATOR)
SEED = 3_141_592_653_589_793
MAX_STEPS = 60
"""Longest random game, in steps."""
MIN_COMMON_STEPS = 3
"""Shortest common continuation of the two states, in steps."""
PAIRS = 2

EVERYTHING = {
    "expansions": ["book", "towers", "premonitions"],
    "variants": ["lost-steps", "stone-upon-stone"],
}


class Case(NamedTuple):
    """A game, and a viewer with incomplete information.

    Attributes:
        game: name of the game.
        options: its options.
        own_seats: seats of the viewer; several if players share a device.
        viewed_seat: the seat that is viewed, or 7 for a spectator.
    """

    game: str
    options: dict[str, Any]
    own_seats: tuple[int, ...]
    viewed_seat: int


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

QUICK_CASES = {0, 7}
"""One case of each game that also runs in the quick tests."""

REJECTED_VALUES = {**VALID_VALUES, "seat": 6, "version": 2**31 - 1}
"""Field values with which every command is rejected."""

PATHS = ("", "/steps", "/steps?as=7", "/steps?as=open", "/steps?as=0", "/analysis")
PAGES = ("", "/replay", "/record.json")

StatePair = tuple[list[str], list[str], int]


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, LiveServer]]:
    with (
        run_server(tmp_path_factory.mktemp("first")) as first,
        run_server(tmp_path_factory.mktemp("second")) as second,
    ):
        yield first, second


def random_game(game: Game, rng: Random) -> list[str]:
    """Return the notation of a random game."""
    state = game.new_state()
    notations: list[str] = []
    while not state.is_terminal() and len(notations) < MAX_STEPS:
        action = rng.choice(possible_actions(state))
        notations.append(game.notation(action))
        state.apply(action)
    return notations


def apply_and_observe(state: State, action: int, seat: int) -> object:
    """Apply an action; return the events and the view that a seat observes."""
    log: list[Any] = []
    state.apply(action, log)
    events = [event.seen_by(seat) for event in log]
    observed = [(e.kind, e.seat, e.cards, e.source, e.target) for e in events]
    return observed, msgspec.json.encode(state.view(seat))


def indistinguishable_games(game: Game, seat: int, rng: Random) -> Iterator[StatePair]:
    """Yield pairs of games that a seat cannot distinguish, and the step at which they differ."""
    while True:
        first = random_game(game, rng)
        index = rng.randrange(len(first))
        if other := other_outcome(game, first[: index + 1], rng):
            second = [*first[:index], other, *first[index + 1 :]]
            # At the end of a game everything is revealed.
            length = min(common_length(game, first, second, seat), len(first) - 1)
            if length >= index + MIN_COMMON_STEPS:
                yield first[:length], second[:length], index


def other_outcome(game: Game, notations: Sequence[str], rng: Random) -> str:
    """Return another outcome of the last step of a game; empty if it was no chance outcome."""
    *before, last = notations
    state = game.new_state()
    for notation in before:
        state.apply(game.parse(notation))
    others = [game.notation(outcome) for outcome, _ in state.chance_outcomes()]
    return rng.choice([other for other in others if other != last] or [""])


def common_length(game: Game, first: Sequence[str], second: Sequence[str], seat: int) -> int:
    """Return the number of steps after which a seat can distinguish two games."""
    one, other = game.new_state(), game.new_state()
    for length, notations in enumerate(zip(first, second, strict=True)):
        actions = [game.parse(notation) for notation in notations]
        if actions[1] not in possible_actions(other):
            return length
        if apply_and_observe(one, actions[0], seat) != apply_and_observe(other, actions[1], seat):
            return length
    return len(first)


def to_events(game: Game, notations: Sequence[str]) -> list[ActionsTaken]:
    """Return the events of a game: each decision with the chance outcomes after it."""
    state = game.new_state()
    events = [ActionsTaken(NO_SEAT, [])]
    for notation in notations:
        seat = int(state.current_player())
        if seat != CHANCE:
            events.append(ActionsTaken(seat, []))
        events[-1].actions.append(notation)
        state.apply(game.parse(notation))
    return events


class Recorder:
    """Records everything that a viewer of a table receives."""

    def __init__(self, server: LiveServer, table: str, user: HttpUser, case: Case) -> None:
        self._server = server
        self._table = table
        self._user = user
        self._case = case
        self._received: list[str] = []

    def record(self, events: Sequence[ActionsTaken], start: int) -> list[str]:
        """Return all messages and responses; the viewer connects before event ``start``."""
        for number, event in enumerate(events[:start]):
            self._server.run(self._server.store.append(self._table, number, event))
        with self._user.connect(self._table) as client:
            for event in events[start:]:
                self._server.run(self._commit(event))
                client.receive()
                self._open_view(client)
                for command in ("resync", "dance", "resign now"):
                    client.send_command(command, command_id=command)
            self._received += client.received
        with self._user.connect(self._table) as second_client:
            self._open_view(second_client)
            self._send_all_commands(second_client)
            self._received += second_client.received
        self._received += map(self._get, self._paths())
        for body in (
            '{"type": "take_actions", "version": 0, "actions": [0]}',
            '{"type": "resync"}',
            "{",
            "x" * 9000,
        ):
            self._received.append(self._user.post(f"/api/t/{self._table}", body).text)
        return self._received

    def _open_view(self, client: TableSocket) -> None:
        """View the own seat, if players share a device."""
        if self._case.viewed_seat in self._case.own_seats[1:]:
            client.send_command("view_seat", seat=self._case.viewed_seat, command_id="look")

    def _send_all_commands(self, client: TableSocket) -> None:
        """Send every command except those that end the game or start a computation."""
        for command_type, command in COMMANDS.items():
            if command_type not in {"resign", "request_hint"}:
                fields = [field.name for field in msgspec.structs.fields(command)]
                values = {name: REJECTED_VALUES[name] for name in fields if name != "command_id"}
                client.send_command(command_type, **values, command_id=command_type)
        version = client.view["version"]
        client.send_command("take_actions", version=version, actions=[10**6], command_id="a")
        if not self._case.own_seats:
            client.send_command("take_actions", version=version, actions=[0], command_id="b")
            client.send_command("view_seat", seat=0, command_id="c")

    def _paths(self) -> list[str]:
        """Return all paths that serve data of the table."""
        paths = [f"/api/t/{self._table}{path}" for path in PATHS]
        if len(self._case.own_seats) > 1:
            paths.remove(f"/api/t/{self._table}/steps?as=0")
        return [*paths, *(f"/t/{self._table}{path}" for path in PAGES)]

    def _get(self, path: str) -> str:
        response = self._user.get(path)
        return f"{response.status_code} {response.text}"

    async def _commit(self, event: ActionsTaken) -> None:
        async with self._server.sessions.session(self._table) as session:
            assert session is not None
            await session.sync.commit(event)


def create_recorder(
    server: LiveServer, game: Game, case: Case, table: str, user: HttpUser
) -> Recorder:
    """Create a table and a recorder for one of its viewers."""
    owner_ids = [
        user.user_id if seat in case.own_seats else f"{seat}" for seat in range(game.seats)
    ]
    setup = Setup(
        game=game.name,
        options=game.options,
        occupants=[HUMAN] * game.seats,
        owner_ids=owner_ids,
        host_id="0",
        seed=SEED,
    )
    server.run(server.store.create(table, setup))
    return Recorder(server, table, user, case)


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, marks=[pytest.mark.long] * (number not in QUICK_CASES))
        for number in range(len(CASES))
    ],
)
def test_viewer_receives_the_same_in_indistinguishable_states(
    servers: tuple[LiveServer, LiveServer], number: int
) -> None:
    case = CASES[number]
    game = load(case.game, **case.options)
    rng = Random(number)
    pairs = indistinguishable_games(game, case.viewed_seat, rng)
    for pair in range(PAIRS):
        first, second, index = next(pairs)
        users = [server.new_user() for server in servers]
        recorders = [
            create_recorder(server, game, case, f"{number}-{pair}", user)
            for server, user in zip(servers, users, strict=True)
        ]
        games = [to_events(game, first), to_events(game, second)]
        # The states diverge before the viewer connects, or meanwhile.
        start = rng.randrange(1, len(games[0]) + 1)
        one, other = (
            recorder.record(game, start) for recorder, game in zip(recorders, games, strict=True)
        )
        assert one == other, (index, first, second)
        assert len(one) > len(COMMANDS)
        assert not [message for message in one if str(SEED) in message]


def test_states_differ_for_another_seat() -> None:
    """Otherwise the test above would prove nothing."""
    game = load("nightmarium")
    first, second, _ = next(indistinguishable_games(game, 0, Random(1)))
    assert common_length(game, first, second, 1) < len(first)


def test_seed_is_sent_only_at_the_end(servers: tuple[LiveServer, LiveServer]) -> None:
    user = servers[0].new_user()
    table = servers[0].create_table("onirim", (HUMAN,), user, seed=SEED)
    with user.connect(table) as client:
        while not client.view["is_over"]:
            client.take_first_action()
        *before, last = client.received
    assert not [message for message in before if str(SEED) in message]
    assert str(SEED) in last
