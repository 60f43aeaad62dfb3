"""Hush: a small test game that uses all features of the game interface.

Two seats. Cards are a hush, a whisper, a murmur or a shout, worth 0 to 3, three of each. Each seat
is dealt some cards, which only it sees. In turn a seat plays a card face up and draws one, if the
deck has any; or shows a card to the other seat and keeps it; or, once in the game, peeks at the
lowest card of the deck, which stays there. The game ends when the seat to move has no card. The
higher sum of played cards wins; equal sums are half a win each.
"""

import json
import operator
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple, SupportsIndex

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from onirium import CHANCE, TERMINAL, Event, Game, PositionError, Random, State
from onirium.core.deck import Deck
from onirium.core.game import check_chance_node, check_seat
from onirium.core.options import Option, non_default, resolve
from onirium.core.view import ActionInfo, View

CARDS = ("hush", "whisper", "murmur", "shout")
COPIES = 3
SEATS = 2
OPTIONS = (Option("hand", (1, 2, 3), 2),)
PLAY = 0
SHOW = 4
PEEK = 8
ACTIONS = 9
BOTH = 0b11
FIELDS = ("step", "mover", "peeked", "hand 0", "hand 1", "laid 0", "laid 1", "bottom")
STEPS = ("over", "deal", "play", "draw", "peek")


class Held(NamedTuple):
    """A card in hand and the seats that have seen it, as a bit mask."""

    kind: int
    seen: int


class HushView(View, frozen=True, kw_only=True):
    """The view of a seat, with a question mark for each unseen card."""

    hand: list[str]
    shown: list[str]
    other: list[str]
    laid: list[list[str]]
    deck: int
    bottom: list[str]
    unseen: dict[str, int]


class HushState(State):
    """A state of Hush."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.deck = Deck(vec[u8](bytes([COPIES] * len(CARDS))))
        self.hands: list[list[Held]] = [[], []]
        self.laid: list[list[int]] = [[], []]
        self.peeked = 0
        self.mover = 0
        self.step = "deal"

    def current_player(self) -> i64:
        if self.step == "over":
            return TERMINAL
        return self.mover if self.step == "play" else CHANCE

    def legal_actions_into(self, actions: vec[i64]) -> i64:
        plays = {PLAY + card.kind for card in self.hands[self.mover]}
        shows = {SHOW + card.kind for card in self.hands[self.mover] if card.seen != BOTH}
        peeks = {PEEK} if self.deck.size() and not self.peeked >> self.mover & 1 else set()
        for index, action in enumerate(sorted(plays | shows | peeks)):
            actions[index] = action
        return len(plays | shows | peeks)

    def chance_outcomes_into(self, outcomes: vec[i64], weights: vec[i64]) -> i64:
        kinds = [kind for kind in range(len(CARDS)) if self.deck.unknown[kind]]
        for index, kind in enumerate(kinds):
            outcomes[index] = ACTIONS + kind
            weights[index] = i64(self.deck.unknown[kind])
        return len(kinds)

    def sample(self, rng: Random) -> i64:
        check_chance_node(self)
        return ACTIONS + self.deck.kind_at(rng.randrange(self.deck.unknown_size))

    def resolve_chance(self, rng: Random) -> i64:
        count = 0
        while self.current_player() == CHANCE:
            self.apply_unchecked(self.sample(rng))
            count += 1
        return count

    def apply_unchecked(self, action: i64) -> None:
        if action >= ACTIONS:
            kind = action - ACTIONS
            self.deck.draw_unknown(kind)
            self._resolve(kind)
        elif action == PEEK:
            self._peek()
        elif action >= SHOW:
            self._show(action - SHOW)
        else:
            self._play(action - PLAY)
        if self.step == "play" and not self.hands[self.mover]:
            self.step = "over"

    def _resolve(self, kind: int) -> None:
        """Resolve an unknown card: dealt, drawn, or peeked at the bottom."""
        if self.step == "peek":
            self._log("peek", kind, "deck", "deck", audience=1 << self.mover)
            self.deck.put_at_bottom(kind, seen=1 << self.mover)
            self._pass_on()
        else:
            self._take(kind, 0)

    def _take(self, kind: int, seen: int) -> None:
        """Put a card into the hand; seats that saw it in the deck still know it."""
        seen |= 1 << self.mover
        self._log("draw", kind, "deck", f"hand {self.mover}", audience=seen)
        self._hold(Held(kind, seen))
        hand_size = resolve("hush", OPTIONS, self.game.options)["hand"]
        dealt = all(len(hand) == hand_size for hand in self.hands)
        if self.step == "deal" and not dealt:
            self.mover = int(len(self.hands[0]) == hand_size)
        else:
            self._pass_on()

    def _hold(self, card: Held) -> None:
        self.hands[self.mover] = sorted([*self.hands[self.mover], card])

    def _pass_on(self) -> None:
        self.mover = 1 - self.mover
        self.step = "play"

    def _remove(self, kind: int) -> Held:
        """Remove a card from the hand; of equal ones the one seen by more seats."""
        card = max(card for card in self.hands[self.mover] if card.kind == kind)
        self.hands[self.mover].remove(card)
        return card

    def _play(self, kind: int) -> None:
        self._remove(kind)
        self.laid[self.mover].append(kind)
        self._log("play", kind, f"hand {self.mover}", f"laid {self.mover}")
        if self.deck.unknown_size:
            self.step = "draw"
        elif self.deck.size():
            card, seen = self.deck.draw_known()
            self._take(card, seen)
        else:
            self._pass_on()

    def _show(self, kind: int) -> None:
        card = min(card for card in self.hands[self.mover] if card.kind == kind)
        self.hands[self.mover].remove(card)
        self._hold(Held(kind, BOTH))
        self._log("show", kind, f"hand {self.mover}", f"hand {self.mover}")
        self._pass_on()

    def _peek(self) -> None:
        self.peeked |= 1 << self.mover
        if len(self.deck.bottom) == 0:
            self.step = "peek"
            return
        self._log("peek", self.deck.bottom[-1], "deck", "deck", audience=1 << self.mover)
        self.deck.bottom_seen[-1] |= 1 << self.mover
        self._pass_on()

    def _log(self, kind: str, card: int, source: str, target: str, audience: int = BOTH) -> None:
        if self.log is not None:
            self.log.append(Event(kind, self.mover, (int(card),), source, target, audience))

    def returns(self) -> list[float]:
        mine, yours = sum(self.laid[0]), sum(self.laid[1])
        if self.step != "over" or mine == yours:
            return [0.5, 0.5] if self.step == "over" else [0.0, 0.0]
        return [float(mine > yours), float(yours > mine)]

    def copy_from(self, other: State) -> None:
        assert isinstance(other, HushState)
        self.history_node = other.history_node
        self.deck.copy_from(other.deck)
        self.hands = [list(hand) for hand in other.hands]
        self.laid = [list(laid) for laid in other.laid]
        self.peeked = other.peeked
        self.mover = other.mover
        self.step = other.step

    def clone(self) -> "HushState":
        copy = HushState(self.game)
        copy.copy_from(self)
        return copy

    def determinize(self, seat: SupportsIndex, rng: Random) -> State:
        seat = check_seat(self.game, seat)
        resampled = self.clone()
        resampled.history_node = ()
        theirs = resampled.hands[1 - seat]
        for card in theirs:
            if not card.seen >> seat & 1:
                resampled.deck.add(card.kind, 1)
        resampled.deck.hide_unseen(seat)
        resampled.hands[1 - seat] = sorted(
            card if card.seen >> seat & 1 else Held(resampled.deck.draw_random(rng), card.seen)
            for card in theirs
        )
        resampled.deck.fill_hidden(rng)
        return resampled

    def view(self, seat: SupportsIndex) -> HushView:
        seat = check_seat(self.game, seat)
        mine = self.current_player() == seat
        known = [card for card in self.hands[1 - seat] if card.seen >> seat & 1]
        hidden = len(self.hands[1 - seat]) - len(known)
        return HushView(
            game=self.game.name,
            seat=seat,
            player=self.current_player(),
            step=self.step,
            legal_actions=[describe_action(action) for action in self.legal_actions()]
            if mine
            else [],
            returns=self.returns(),
            hand=[CARDS[card.kind] for card in self.hands[seat]],
            shown=[CARDS[card.kind] for card in self.hands[seat] if card.seen == BOTH],
            other=[*(CARDS[card.kind] for card in known), *["?"] * hidden],
            laid=[[CARDS[kind] for kind in laid] for laid in self.laid],
            deck=self.deck.size(),
            bottom=[
                CARDS[kind] if seen >> seat & 1 else "?"
                for kind, seen in zip(self.deck.bottom, self.deck.bottom_seen, strict=True)
            ],
            unseen={CARDS[kind]: count for kind, count in enumerate(self._unseen(seat)) if count},
        )

    def _unseen(self, seat: int) -> list[int]:
        """Return the number of unseen cards of each kind."""
        counts = [int(count) for count in self.deck.unknown]
        for card in self.hands[1 - seat]:
            counts[card.kind] += not card.seen >> seat & 1
        for kind, seen in zip(self.deck.bottom, self.deck.bottom_seen, strict=True):
            counts[kind] += not seen >> seat & 1
        return counts

    def observe_into(self, seat: i64, numbers: vec[i16], start: i64) -> None:
        view = self.view(seat)
        seen = [
            *[int(step == self.step) for step in STEPS],
            *_counts(view.hand),
            *_counts(view.shown),
            *_counts(view.other),
            view.other.count("?"),
            *_counts(view.laid[0]),
            *_counts(view.laid[1]),
            view.deck,
            *_counts(view.bottom),
            *self._unseen(seat),
        ]
        for index, number in enumerate(seen, start):
            numbers[index] = number

    def to_fields(self) -> dict[str, str]:
        bottom = zip(self.deck.bottom, self.deck.bottom_seen, strict=True)
        fields = {
            "step": self.step,
            "mover": str(self.mover),
            "peeked": str(self.peeked),
            "hand 0": _write(self.hands[0]),
            "hand 1": _write(self.hands[1]),
            "laid 0": ", ".join(CARDS[kind] for kind in self.laid[0]),
            "laid 1": ", ".join(CARDS[kind] for kind in self.laid[1]),
            "bottom": _write(Held(kind, seen) for kind, seen in bottom),
        }
        return {name: text for name, text in fields.items() if text}

    def to_bytes(self) -> bytes:
        return json.dumps(self.to_fields()).encode()


class Hush(Game):
    """Hush, with the size of the hands as its option."""

    def __init__(self, options: Mapping[str, object]) -> None:
        resolved = resolve("hush", OPTIONS, options)
        super().__init__("hush", 1, non_default(OPTIONS, resolved), SEATS, ACTIONS, len(CARDS))

    def new_state(self) -> State:
        return HushState(self)

    def from_fields(self, fields: Mapping[str, str]) -> State:
        if not {"step", "mover", "peeked"} <= set(fields) <= set(FIELDS):
            raise PositionError(f"the fields of hush are {', '.join(FIELDS)}")
        state = HushState(self)
        state.step = fields["step"]
        state.mover = int(fields["mover"])
        state.peeked = int(fields["peeked"])
        bottom = _read(fields.get("bottom", ""))
        for seat in range(SEATS):
            state.hands[seat] = sorted(_read(fields.get(f"hand {seat}", "")))
            laid = fields.get(f"laid {seat}", "")
            state.laid[seat] = [_kind(name) for name in laid.split(", ") if name]
        for card in [*state.hands[0], *state.hands[1], *bottom]:
            state.deck.draw_unknown(card.kind)
        for kind in [*state.laid[0], *state.laid[1]]:
            state.deck.draw_unknown(kind)
        for card in bottom:
            state.deck.put_at_bottom(card.kind, card.seen)
        return state

    def observation_spec(self) -> dict[str, tuple[int, int]]:
        kinds = (len(CARDS), COPIES)
        deck = len(CARDS) * COPIES
        return {
            "step": (len(STEPS), 1),
            "hand": kinds,
            "shown": kinds,
            "other": kinds,
            "hidden": (1, resolve("hush", OPTIONS, self.options)["hand"]),
            "laid": (SEATS * len(CARDS), COPIES),
            "deck": (1, deck),
            "bottom": kinds,
            "unseen": kinds,
        }

    def notation(self, action: SupportsIndex) -> str:
        number = operator.index(action)
        if number >= ACTIONS:
            return CARDS[number - ACTIONS] if number < ACTIONS + len(CARDS) else f"action {number}"
        if number == PEEK or number < 0:
            return "peek" if number == PEEK else f"action {number}"
        return f"{self.decision_kind(number)} {CARDS[number % len(CARDS)]}"

    def card_name(self, card: int) -> str:
        return CARDS[card]

    def decision_kind(self, action: int) -> str:
        return ("play", "show", "peek")[action // len(CARDS)]


def make(options: Mapping[str, object]) -> Game:
    return Hush(options)


def describe_action(action: int) -> ActionInfo:
    kind = ("play", "show", "peek")[action // len(CARDS)]
    if action == PEEK:
        return ActionInfo(action=action, notation=kind, kind=kind)
    card = CARDS[action % len(CARDS)]
    return ActionInfo(action=action, notation=f"{kind} {card}", kind=kind, card=card, zone="hand")


def _counts(names: Iterable[str]) -> list[int]:
    counted = Counter(names)
    return [counted[name] for name in CARDS]


def _write(cards: Iterable[Held]) -> str:
    return ", ".join(f"{CARDS[kind]} {seen:02b}" for kind, seen in cards)


def _read(text: str) -> list[Held]:
    cards = []
    for part in text.split(", ") if text else []:
        name, seen = part.split()
        cards.append(Held(_kind(name), int(seen, 2)))
    return cards


def _kind(name: str) -> int:
    if name not in CARDS:
        raise PositionError(f"{name!r} is not one of {', '.join(CARDS)}")
    return CARDS.index(name)
