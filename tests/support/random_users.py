"""People who do at a table whatever they may, by dice; and a table as it can be compared."""

import copy
import random
from typing import Any

import msgspec

from onirium.record import to_line
from onirium.tables import PERSON
from onirium.tables.events import AnyEntry
from onirium.tables.table import PHRASES, Hosted, Refused, Setup

ANNA, BORIS, CLARA = "anna", "boris", "clara"


def setup_of(
    game: str = "onirim",
    seats: tuple[str, ...] = (PERSON,),
    holders: tuple[str, ...] = (ANNA,),
    **more: Any,
) -> Setup:
    """Return a setup; seats that nobody is named for are held by nobody."""
    held = [*holders, *[""] * (len(seats) - len(holders))]
    laid = {"host": ANNA, "options": {}, "seed": 1, **more}
    return Setup(game=game, seats=list(seats), holders=held, **laid)


def of_two(game: str = "hush", **more: Any) -> Setup:
    """Return the setup of a table of two people."""
    return setup_of(game, (PERSON, PERSON), (ANNA, BORIS), **more)


def begun(setup: Setup) -> Hosted:
    """Return a table at which the game has begun."""
    hosted = Hosted("t", setup)
    hosted.apply(hosted.start())
    return hosted


def decide(hosted: Hosted, *notations: str) -> None:
    """Let whoever is to decide do it, by notation or just the first thing that is legal."""
    state = hosted.match.state
    actions = [hosted.match.game.parse(notation) for notation in notations]
    actions = actions or state.legal_actions()[:1]
    hosted.apply(hosted.move(state.current_player(), actions, hosted.version))


def snapshot(hosted: Hosted) -> dict[str, Any]:
    """Return everything that one can know of a table."""
    seats = range(len(hosted.seats))
    return {
        "record": msgspec.to_builtins(hosted.match.record),
        "state": to_line(hosted.match.state),
        "history": hosted.match.state.history(),
        "seats": msgspec.to_builtins(hosted.seats),
        "entries": list(hosted.entries),
        "talk": list(hosted.talk),
        "asked": copy.deepcopy(hosted.asked),
        "practice": hosted.practice,
        "over": hosted.over,
        "results": hosted.results(),
        "resigned": hosted.resigned,
        "next": hosted.next_table,
        "linked": hosted.linked,
        "undo": [hosted.undo_by(seat) for seat in seats],
        "news": [hosted.match.news(seat) for seat in seats],
    }


def future(hosted: Hosted) -> list[str]:
    """Return what would come if computer players took all seats now."""
    match = hosted.match.copy()
    for seat in range(len(hosted.seats)):
        match.sit(seat, "random")
    match.play_on()
    return match.record.actions


def folded(hosted: Hosted) -> Hosted:
    """Return the table that its setup and its entries make, after they lay in a file."""
    setup = msgspec.json.decode(msgspec.json.encode(hosted.setup), type=Setup)
    entries = msgspec.json.decode(msgspec.json.encode(hosted.entries), type=list[AnyEntry])
    again = Hosted(hosted.id, setup)
    for entry in entries:
        again.apply(entry)
    return again


class Guests:
    """Guests of a table: they decide, talk, take back, come, go and give up, by dice."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._secrets: list[tuple[int, str]] = []

    def propose(self, hosted: Hosted) -> AnyEntry:
        """Return what one of them proposes, and may."""
        while True:
            try:
                return self._any(hosted)
            except Refused:
                continue

    def _any(self, hosted: Hosted) -> AnyEntry:
        dice = self._dice
        seat = dice.randrange(len(hosted.seats))
        what = dice.randrange(40)
        if hosted.asked and what < 20:
            asked = [seat for seat in hosted.people() if _is_asked(hosted, seat)]
            return hosted.answer(dice.choice(asked), yes=dice.random() < 0.7)
        if what < 30:
            return self._decide(hosted)
        if what < 32:
            return hosted.undo(seat)
        if what < 34:
            return hosted.say(seat, dice.choice(PHRASES))
        if what < 35:
            return hosted.hint(seat) or self._decide(hosted)
        if what < 36:
            who = dice.choice([PERSON, PERSON, "random", "greedy"])
            return hosted.hand_over(seat, who, dice.choice([ANNA, hosted.seats[seat].holder]))
        if what < 38:
            return self._invite_or_join(hosted, seat)
        if hosted.over:
            return hosted.follow("another")
        if dice.random() < 0.1:
            return hosted.resign(seat)
        return self._decide(hosted)

    def _decide(self, hosted: Hosted) -> AnyEntry:
        state = hosted.match.state
        action = self._dice.choice(state.legal_actions() or [0])
        return hosted.move(state.current_player(), [action], hosted.version)

    def _invite_or_join(self, hosted: Hosted, seat: int) -> AnyEntry:
        if self._dice.random() < 0.3:
            return hosted.link(ANNA, on=self._dice.random() < 0.7)
        if self._secrets and self._dice.random() < 0.5:
            seat, secret = self._dice.choice(self._secrets)
            return hosted.join(seat, self._dice.choice([BORIS, CLARA]), secret)
        entry, secret = hosted.invite(seat, ANNA)
        self._secrets.append((seat, secret))
        return entry


def _is_asked(hosted: Hosted, seat: int) -> bool:
    return hosted.asked is not None and hosted.seats[seat].holder in hosted.asked.waiting
