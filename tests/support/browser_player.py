"""Random players that use the page only: highlighted cards, drop targets and buttons.

They know neither rules nor messages, and take any offered action; so every kind of action is
reached sooner or later.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Any, Final

from playwright.sync_api import Page

from tests.support.browser_pages import POLL_INTERVAL_MS

OFFER_SELECTOR: Final = "button.card.legal, .spot.aims > .goal, .choices button"

_DECISION_JS = """
(offers) => {
  const text = (selector) => document.querySelector(selector)?.textContent.trim() ?? "";
  const ending = text(".end .ending");
  const cover = document.querySelector("[data-hold]");
  const found = cover || ending ? [] : [...document.querySelectorAll(offers)];
  if (!ending && !cover && !found.length) return null;
  return {
    ending, cover: Boolean(cover), notice: text(".notice"), prompt: text(".prompt"),
    offers: found.map((one) => ({
      what: one.matches(".card") ? "card" : one.matches(".goal") ? "goal" : "button",
      lifted: one.matches(".lifted"), armed: one.matches(".armed"),
      gathered: one.matches(".gathered"),
      own: one.matches(".own *"), key: one.dataset.key ?? "",
      label: one.getAttribute("aria-label") ?? one.textContent.trim(),
    })),
  };
}
"""

_CLICK_POINT_JS = """
([offers, index]) => {
  const one = document.querySelectorAll(offers)[index];
  if (!one) return null;
  one.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = one.getBoundingClientRect();
  for (const across of [0.5, 0.15, 0.85]) for (const down of [0.5, 0.12, 0.3, 0.88]) {
    const point = [box.x + box.width * across, box.y + box.height * down];
    if (one.contains(document.elementFromPoint(...point))) return point;
  }
  return null;
}
"""

_FOCUS_JS = """
([offers, index]) => {
  const found = [...document.querySelectorAll(offers)];
  if (!found.length) return null;
  const focused = document.activeElement;
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [from, to] = [middle(focused), middle(found[index] ?? found[0])];
  const way = [to[0] - from[0], to[1] - from[1]];
  return [found.indexOf(focused), focused.matches("button.card"), ...way];
}
"""

_SKIPPED_BY_TAB_JS: Final = """
() => [...document.querySelectorAll('button.card[tabindex="0"]:not(.legal)')]
  .map((stop) => stop.dataset.zone)
  .filter((zone) => document.querySelector(`button.card.legal[data-zone="${zone}"]`))
"""

_STRAY_KEYS: Final = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Tab", "Tab"]

STRAY_KEY_PROBABILITY: Final = 0.3

MAX_FAILED_WALKS: Final = 3

TIMEOUT_MS: Final = 60_000
MAX_DECISIONS: Final = 1500

Decision = dict[str, Any]
Point = tuple[float, float]


class BrowserPlayer(ABC):
    """A player that takes any offered action.

    Attributes:
        page: the page of the table.
        rng: chooses among the offers.
        labels: the labels of all offers seen so far.
    """

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.rng = Random(seed)
        self.labels: set[str] = set()

    def play(self, stop: Callable[[], bool] = lambda: False) -> str:
        """Play until the game is over or ``stop`` returns true; return the displayed result."""
        for _ in range(MAX_DECISIONS):
            decision = self.wait_for_decision()
            if decision["ending"] or stop():
                return str(decision["ending"])
            self.act(decision)
        raise AssertionError(f"the game does not end: {self.wait_for_decision()}")

    def wait_for_decision(self) -> Decision:
        """Wait for the next decision, and return it with its offers."""
        handle = self.page.wait_for_function(
            _DECISION_JS, arg=OFFER_SELECTOR, timeout=TIMEOUT_MS, polling=POLL_INTERVAL_MS
        )
        decision: Decision = handle.json_value()
        assert not decision["notice"], decision
        self.labels.update(offer["label"] for offer in decision["offers"])
        return decision

    def current_decision(self) -> Decision | None:
        """Return the pending decision, or None."""
        decision: Decision | None = self.page.evaluate(_DECISION_JS, OFFER_SELECTOR)
        return decision

    def act(self, decision: Decision) -> None:
        """Take one step of a decision: a card, a drop target, a button or the cover."""
        if decision["cover"]:
            self.hold_cover()
            return
        offers = decision["offers"]
        self.activate(
            self.rng.choices(range(len(offers)), [self.weight(decision, o) for o in offers])[0]
        )

    def weight(self, decision: Decision, offer: dict[str, Any]) -> int:
        """Return the weight of an offer; a started selection is usually completed."""
        if offer["armed"]:
            return 100
        begun = any(other["lifted"] or other["gathered"] for other in decision["offers"])
        return {"card": 1 if begun else 3, "goal": 6, "button": 4 if begun else 1}[offer["what"]]

    @abstractmethod
    def activate(self, index: int) -> None:
        """Activate an offer, by its index among all of them."""

    @abstractmethod
    def hold_cover(self) -> None:
        """Hold the button that uncovers the table."""

    def click_point(self, index: int) -> Point | None:
        """Return a point at which an offer can be clicked, or None if it has disappeared."""
        point = self.page.evaluate(_CLICK_POINT_JS, [OFFER_SELECTOR, index])
        return (point[0], point[1]) if point else None


class MousePlayer(BrowserPlayer):
    """Plays by clicking."""

    def activate(self, index: int) -> None:
        if point := self.click_point(index):
            self.page.mouse.click(*point)

    def hold_cover(self) -> None:
        self.page.locator("[data-hold]").hover()
        self.page.mouse.down()
        self.page.locator("[data-hold]").wait_for(state="detached")
        self.page.mouse.up()


class TouchPlayer(MousePlayer):
    """Plays by touching the screen."""

    def activate(self, index: int) -> None:
        if point := self.click_point(index):
            self.page.touchscreen.tap(*point)


class DragPlayer(MousePlayer):
    """Drags each card to one of its drop targets, if there are any."""

    drag_count = 0

    def act(self, decision: Decision) -> None:
        offers = decision["offers"]
        gathers = any(offer["gathered"] for offer in offers)
        cards = [index for index, offer in enumerate(offers) if offer["what"] == "card"]
        if gathers or not cards or not self.drag(self.rng.choice(cards)):
            super().act(decision)

    def drag(self, index: int) -> bool:
        """Lift a card, and drop it on a random target; return whether there was one."""
        mouse = self.page.mouse
        if (point := self.click_point(index)) is None:
            return False
        mouse.move(*point)
        mouse.down()
        mouse.move(point[0] + 4, point[1] - 12, steps=3)
        goals = self.page.locator(".spot.aims > .goal")
        box = goals.nth(self.rng.randrange(goals.count())).bounding_box() if goals.count() else None
        if box is not None:
            mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            self.drag_count += 1
        mouse.up()
        return box is not None


class KeyboardPlayer(BrowserPlayer):
    """Plays with keys only: digits lift cards, Tab and arrows move, Enter activates."""

    failed_walks = 0

    def act(self, decision: Decision) -> None:
        press = self.page.keyboard.press
        skipped = self.page.evaluate(_SKIPPED_BY_TAB_JS)
        assert not skipped, f"Tab stops at an unusable card of {skipped}, not at a usable one"
        own = [index for index, offer in enumerate(decision["offers"]) if offer["own"]]
        if decision["cover"]:
            self.hold_cover()
        elif own and self.rng.random() < 0.5:
            press(str(self.rng.randint(1, min(9, len(own)))))
            # The digit of a lifted card plays it: another key could reach the end of the game.
            lifted = any(offer["lifted"] for offer in decision["offers"])
            if not lifted and self.rng.random() < 0.5:
                press(self.rng.choice(["Enter", "d"]))
        else:
            super().act(decision)

    def activate(self, index: int) -> None:
        """Move the focus to the offer, or after four keys to any, and press Enter."""
        press = self.page.keyboard.press
        for steps in range(200):
            state = self.page.evaluate(_FOCUS_JS, [OFFER_SELECTOR, index])
            if state is None:
                return
            focused, among_cards, across, down = state
            if focused == index or (focused >= 0 and steps > 4):
                press("Enter")
                self.failed_walks = 0
                return
            press(self.next_key(across, down) if among_cards else "Tab")
        # A stray key may have opened a dialog.
        press("Escape")
        self.failed_walks += 1
        assert self.failed_walks < MAX_FAILED_WALKS, "the keyboard does not reach any offer"

    def next_key(self, across: float, down: float) -> str:
        """Return the arrow key towards an offer; sometimes a stray key."""
        if self.rng.random() < STRAY_KEY_PROBABILITY:
            return self.rng.choice(_STRAY_KEYS)
        if abs(across) > abs(down):
            return "ArrowRight" if across > 0 else "ArrowLeft"
        return "ArrowDown" if down > 0 else "ArrowUp"

    def hold_cover(self) -> None:
        self.page.locator("[data-hold]").focus()
        self.page.keyboard.down("Enter")
        self.page.locator("[data-hold]").wait_for(state="detached")
        self.page.keyboard.up("Enter")
