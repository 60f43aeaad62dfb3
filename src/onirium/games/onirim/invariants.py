"""Invariants of all reachable positions of Onirim."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Final

from onirium.core.buffers import action_buffer
from onirium.core.game import PositionError
from onirium.games.onirim.components import (
    COLOURS,
    DOORS_PER_COLOUR,
    DRAFT_SIZE,
    FIRST_DOOR,
    FIRST_TOWER,
    GOAL_COUNT,
    HAND_SIZE,
    HAPPY_DREAM,
    KIND_COUNT,
    NIGHTMARE,
    PERSONAL_SIZE,
    PROPHECY_SIZE,
    SHARED_SIZE,
    SYMBOL_COUNT,
    card_name,
    is_labyrinth,
)
from onirium.games.onirim.doors import (
    can_search,
    completes_set,
    sought_door,
    waits_for_key,
)
from onirium.games.onirim.expansions.book.components import HARD_PUNISHMENT_PRICE
from onirium.games.onirim.expansions.book.spells import can_cast
from onirium.games.onirim.expansions.premonitions.components import BLUE, BROWN, DREAM_SIZE, PAIR
from onirium.games.onirim.expansions.towers.components import can_touch
from onirium.games.onirim.legal_actions import legal_actions_into
from onirium.games.onirim.outcome import winners
from onirium.games.onirim.state import LOST, NONE, UNDECIDED, Board
from onirium.games.onirim.steps import (
    DRAW,
    OVER,
    SEARCH,
    STEP_NAMES,
    UNLOCK,
    UNVEIL,
    draws_from_deck,
    draws_from_top,
    is_always_asked,
    is_automatic,
    is_decision,
)
from onirium.games.onirim.turn import hides_choice
from onirium.games.onirim.two_players import can_take_door, found_doors

PENDING_COUNTS: Final = range(DREAM_SIZE + 1)
PRICES_DUE: Final = range(HARD_PUNISHMENT_PRICE + 1)

FOLLOWERS: Final = {
    "play": {""},
    "search": {"draw"},
    "unlock": {"draw"},
    "appease": {"settle"},
    "foretell": {"draw"},
    "arrange": {"draw"},
    "deal": {"shuffle", "settle"},
    "draw": {"shuffle"},
    "look": {"foretell"},
    "reveal": {"settle"},
    "settle": {"draw"},
    "shuffle": {""},
}
"""For each step the steps that can follow it on the step stack, in the base game."""

TWO_PLAYER_FOLLOWERS: Final = {
    "toss": {"lay open", "lay goals", "unveil"},
    "lay open": {"draft"},
    "draft": {"shuffle"},
    "exchange": {"draw", "look"},
    "take": {"draw", "look"},
}
BOOK_FOLLOWERS: Final = {
    "lay goals": {"deal", "lay open", "unveil"},
    "cast": {"draw"},
    "draw one": {"draw"},
    "pay": {"look below", "swap", "banish"},
    "look below": {"lift"},
    "lift": {"sink"},
    "sink": {"play", "draw", "meet"},
    "swap": {"play", "draw", "meet"},
    "meet": {"draw"},
    "banish": {"draw"},
}
ORDER_BELOW_FOLLOWERS: Final = {"lift": {"play", "draw", "meet"}}
TOWERS_FOLLOWERS: Final = {
    "look": {"arrange"},
    "topple": {"draw"},
}
PREMONITIONS_FOLLOWERS: Final = {
    "unveil": {"deal", "lay open", "strike"},
    "strike": {"draw"},
    "keys": {"strike"},
    "give up": {"strike"},
    "deal": {"unveil"},
    "dream": {"settle"},
    "look": {"sort"},
    "sort": {"arrange"},
    "arrange": {"settle"},
    "fetch": {"settle"},
}


COUNTING_STEPS: Final = {"look", "reveal", "look below", "unveil", "keys"}
"""The steps that use ``pending_count``."""

PEEKING_STEPS: Final = {"look", "foretell", "arrange", "look below", "lift", "sink", "sort"}
"""The steps during which cards are peeked at."""


def check_deck_composition(board: Board, cards: Mapping[str, Sequence[int]]) -> None:
    """Raise ``PositionError`` unless the piles together are the cards of the deck."""
    placed = Counter(card for pile in cards.values() for card in pile)
    for kind, held in enumerate(board.options.deck):
        if placed[kind] != held:
            name = card_name(kind)
            raise PositionError(f"{name}: the deck has {held}, the position {placed[kind]}")


def check_step_stack(board: Board, steps: Sequence[str]) -> None:
    """Raise ``PositionError`` for a step stack that no game can reach."""
    for step, count in Counter(steps).items():
        if count > 1:
            raise PositionError(f"steps: {step!r} occurs twice")
    known = _followers(board)
    for step, follower in pairwise([*steps, ""]):
        if step not in known:
            raise PositionError(f"steps: {step!r} is not one of the steps {', '.join(known)}")
        if follower not in known[step]:
            right = ", ".join(sorted(name or "nothing" for name in known[step]))
            wrong = follower or "nothing"
            raise PositionError(f"steps: {step!r} may be followed by {right}, not by {wrong}")
    if steps and is_automatic(STEP_NAMES.index(steps[0])):
        raise PositionError(f"steps: {steps[0]!r} runs at once, so no game stops there")


def _followers(board: Board) -> dict[str, set[str]]:
    options = board.options
    parts = [
        (True, FOLLOWERS),
        (options.seats > 1, TWO_PLAYER_FOLLOWERS),
        (options.book, BOOK_FOLLOWERS),
        (options.keeps_order_below, ORDER_BELOW_FOLLOWERS),
        (options.towers, TOWERS_FOLLOWERS),
        (options.premonitions, PREMONITIONS_FOLLOWERS),
    ]
    followers: dict[str, set[str]] = {}
    for in_play, part in parts:
        for step, names in part.items() if in_play else ():
            followers[step] = followers.get(step, set()) | names
    return followers


def check(board: Board) -> None:
    """Check a board against all invariants.

    Raises:
        PositionError: with the first invariant that is violated.
    """
    # The invariants of rows read the goals.
    groups = [_hand_invariants, _relic_invariants, _row_invariants, _drawn_card_invariants]
    groups += [_peeking_invariants, _step_invariants, _outcome_invariants]
    for holds, message in chain.from_iterable(invariants_of(board) for invariants_of in groups):
        if not holds:
            raise PositionError(message)


def _hand_invariants(board: Board) -> Iterator[tuple[bool, str]]:
    """Yield the invariants of hands and limbo."""
    steps = board.step_names()
    full = board.hand_size == HAND_SIZE
    setting_up = bool({"lay open", "draft"} & set(steps))
    yield setting_up or board.hand_size <= HAND_SIZE, f"hand: more than {HAND_SIZE} cards"
    yield "play" not in steps or full, f"hand: a turn begins with {HAND_SIZE} cards"
    draws_nothing = not steps or bool({"play", "strike", "topple"} & set(steps)) or setting_up
    draws_now = bool(steps) and steps[0] in {"deal", "draw"}
    yield (draws_nothing and not draws_now) or not full, "hand: a full hand draws no card"
    yield "play" not in steps or board.limbo_size == 0, "limbo: not empty when a turn begins"
    if board.options.seats > 1:
        yield from _reserve_invariants(board, setting_up=setting_up)


def _reserve_invariants(board: Board, *, setting_up: bool) -> Iterator[tuple[bool, str]]:
    personal = board.hand_size - board.shared_size
    partners = sum(board.partner_hand)
    if setting_up:
        yield from _draft_invariants(board, personal, partners)
    else:
        full = partners == PERSONAL_SIZE
        yield full, f"partner hand: the personal reserve has {PERSONAL_SIZE} cards"
        yield board.shared_size <= SHARED_SIZE, f"shared: more than {SHARED_SIZE} cards"
    yield personal <= PERSONAL_SIZE, f"hand: the personal reserve has at most {PERSONAL_SIZE} cards"
    for kind in range(KIND_COUNT):
        own = board.hand[kind] - board.shared[kind]
        yield board.shown[kind] <= own, f"shown: no such {card_name(kind)} in hand"
        theirs = board.partner_hand[kind]
        yield board.partner_shown[kind] <= theirs, f"partner shown: no such {card_name(kind)}"
    once = not board.options.one_door_each or max(*board.doors, *board.partner_doors) <= 1
    yield once, "doors: a player may have only one door of each colour"


def _draft_invariants(board: Board, personal: int, partners: int) -> Iterator[tuple[bool, str]]:
    """O7.1 Yield the invariants of the reserves before and during the draft."""
    steps = board.step_names()
    if "lay open" in steps:
        most_shared = DRAFT_SIZE - 1 if steps[0] == "lay open" else 0
        yield personal == partners == 0, "hand: the personal reserves are empty before the draft"
        yield board.shared_size <= most_shared, f"shared: more than {most_shared} cards"
    else:
        drafted = board.hand_size + partners == DRAFT_SIZE
        yield drafted, f"shared: the players draft {DRAFT_SIZE} cards"
        yield personal <= partners <= personal + 1, "hand: the players draft in turns"
        yield board.shared_size > SHARED_SIZE, "steps: the draft is over"


def _row_invariants(board: Board) -> Iterator[tuple[bool, str]]:
    """Yield the invariants of the rows of rooms and towers."""
    for name, row in (("row", board.row), ("partner row", board.partner_row)):
        symbols = [int(room) % SYMBOL_COUNT for room in row]
        yield (
            all(a != b for a, b in pairwise(symbols)),
            f"{name}: a symbol is played twice in a row",
        )
    towers = [int(tower) - FIRST_TOWER for tower in board.towers]
    yield all(can_touch(a, b) for a, b in pairwise(towers)), "towers: two neighbours must not touch"
    if board.current_step() == SEARCH:
        complete = len(board.row) > 0 and completes_set(board)
        yield complete, "row: no complete set that allows a search"
        yield board.deck.count(sought_door(board)) > 0, "unknown: no door to search for"
        yield (
            can_take_door(board, sought_door(board)),
            "doors: the mover already has a door of this colour",
        )
        yield can_search(board), "goals: a set fetches only a door that matches the next goal"
        yield (
            not board.options.must_search,
            "steps: a search cannot be declined in this reading, so no game stops there",
        )


def _relic_invariants(board: Board) -> Iterator[tuple[bool, str]]:
    """Yield the invariants of goals and Premonitions."""
    steps = board.step_names()
    if board.options.book:
        laying = "lay goals" in steps
        yield laying == (len(board.goals) < GOAL_COUNT), f"goals: expected {GOAL_COUNT}"
        down = [goal for index, goal in enumerate(board.goals) if board.found_goals >> index & 1]
        for colour, name in enumerate(COLOURS):
            laid = list(board.goals).count(colour)
            yield laid <= DOORS_PER_COLOUR, f"goals: more than two are {name}"
            as_many = down.count(colour) == found_doors(board, colour)
            yield as_many, f"goals: the {name} ones found differ from the {name} doors"
    face_up, pile = int(board.premonitions), int(board.pile)
    struck = 0 if board.striking == NONE else 1 << int(board.striking)
    apart = not (face_up & pile or (face_up | pile) & struck)
    yield apart, "premonitions: one is in two fields"
    yield from _reading_invariants(board)
    penalty = "strike" in steps and steps[0] != "strike"
    yield not steps or penalty == bool(struck), "striking: expected exactly during a penalty"
    yield "keys" not in steps or board.striking == BLUE, "striking: its penalty takes no keys"
    given = board.striking in {BROWN, PAIR}
    yield "give up" not in steps or given, "striking: its penalty takes no door"


def _reading_invariants(board: Board) -> Iterator[tuple[bool, str]]:
    """O14 Yield the invariants of goals and Premonitions in the readings that need more fields."""
    striking = 0 if board.striking == NONE else 1 << int(board.striking)
    elsewhere = int(board.premonitions) | int(board.pile) | striking
    yield not board.struck & elsewhere, "struck: one is in two fields"
    revealed, before = int(board.revealed), int(board.revealed_before)
    yield not revealed & before, "revealed: one is in two fields"
    hidden = (revealed | before) & ~int(board.premonitions)
    yield not hidden, "revealed: one is not face up"
    steps = board.step_names()
    yield not steps or "strike" in steps or not revealed | before, "revealed: nothing strikes"


def _drawn_card_invariants(board: Board) -> Iterator[tuple[bool, str]]:
    """Yield the invariants of the drawn card."""
    steps = set(board.step_names())
    drawn = board.drawn
    dreaming = "settle" in steps and bool(steps & {"dream", "look", "sort", "arrange", "fetch"})
    nightmare = bool(steps & {"topple", "banish"}) or ("settle" in steps and not dreaming)
    door = FIRST_DOOR <= drawn < NIGHTMARE
    met = bool(steps & {"unlock", "meet"})
    offered = drawn != NONE and is_labyrinth(drawn)
    if steps:
        yield (
            nightmare == (drawn == NIGHTMARE),
            "drawn: expected a Nightmare exactly while it is resolved",
        )
        yield (
            dreaming == (drawn == HAPPY_DREAM),
            "drawn: expected a Happy Dream exactly while it is resolved",
        )
        yield met == door, "drawn: expected a door exactly while it can be unlocked"
        yield (
            ("take" in steps) == offered,
            "drawn: expected a labyrinth card exactly during an exchange",
        )
    if board.current_step() == UNLOCK:
        yield waits_for_key(board, drawn), "hand: no key to unlock the door"


def _peeking_invariants(board: Board) -> Iterator[tuple[bool, str]]:
    """Yield the invariants of the peeked cards and of ``pending_count`` and ``to_pay``."""
    steps = board.step_names()
    counted = bool(COUNTING_STEPS & set(steps))
    most = DREAM_SIZE if board.drawn == HAPPY_DREAM else PROPHECY_SIZE
    size = len(board.peeked) + len(board.ordered)
    if not steps:
        return
    yield (
        counted == (board.pending_count > 0),
        "pending: must be positive exactly while cards are peeked at, revealed or chosen",
    )
    yield (
        steps[0] in PEEKING_STEPS or not board.peeked,
        "peeked: no cards are peeked at in this step",
    )
    yield (
        steps[0] in {"arrange", "sink"} or not board.ordered,
        "ordered: no cards are returned in this step",
    )
    yield not size or size + board.pending_count <= most, f"peeked: more than {most} cards"
    yield (
        ("pay" in steps) == (board.to_pay > 0),
        "to pay: must be positive exactly while a spell is paid",
    )
    yield board.to_pay <= board.discard_size, "discard: does not cover the price"


def _step_invariants(board: Board) -> Iterator[tuple[bool, str]]:
    """Yield the invariants of the step: a game stops at a choice, a chance node or its end."""
    step = board.current_step()
    deck = board.deck
    if is_decision(step):
        choices = legal_actions_into(board, action_buffer())
        free = choices > 1 or (
            choices == 1 and (is_always_asked(step) or hides_choice(board, step))
        )
        yield free, f"steps: no choice in the step {STEP_NAMES[step]!r}"
    elif draws_from_deck(step):
        below = not draws_from_top(step)
        known = deck.lowest_is_known() if below else deck.next_is_known()
        yield deck.size() > 0, "unknown: no card to draw"
        yield (
            not known,
            f"{'bottom' if below else 'top'}: the next card is known, so no game stops there",
        )
    elif step == UNVEIL:
        yield board.pile > 0, "pile: no Premonition to turn up"
    if step == DRAW:
        yield (
            not (board.options.book and can_cast(board)),
            "steps: a spell could be cast before the draw",
        )


def _outcome_invariants(board: Board) -> Iterator[tuple[bool, str]]:
    """Yield the invariants of the outcome."""
    over = board.outcome != UNDECIDED
    yield over == (board.current_step() == OVER), "outcome: expected exactly at the end of a game"
    decided = winners(board)
    if over and not decided:
        lost = 1 << (1 - board.mover) if board.options.drawer_loses else LOST
        yield board.outcome == lost, "outcome: contradicts doors and towers"
        yield board.deck.size() == 0, "outcome: a game is lost only with an empty deck"
    else:
        yield board.outcome == decided, "outcome: contradicts doors and towers"
