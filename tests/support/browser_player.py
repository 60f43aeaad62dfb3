"""Plays at a table by what the page offers: cards that glow, places to put them, buttons.

It knows neither rules nor messages. Whatever glows is good enough; that is how every choice of a
game is reached sooner or later.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Any, Final

from playwright.sync_api import Page

OFFERS: Final = "button.card.legal, .spot.aims > .goal, .choices button"

_MOMENT = """
(offers) => {
  const text = (selector) => document.querySelector(selector)?.textContent.trim() ?? "";
  const ending = text("dialog[open] .ending");
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

_POINT = """
([offers, place]) => {
  const one = document.querySelectorAll(offers)[place];
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

_FOCUSED = """
([offers, place]) => {
  const found = [...document.querySelectorAll(offers)];
  if (!found.length) return null;
  const focused = document.activeElement;
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [from, to] = [middle(focused), middle(found[place] ?? found[0])];
  const way = [to[0] - from[0], to[1] - from[1]];
  return [found.indexOf(focused), focused.matches("button.card"), ...way];
}
"""

_WAYS: Final = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Tab", "Tab"]

ASTRAY: Final = 0.3

LOST_FOR_GOOD: Final = 3

PATIENCE: Final = 60_000
LONGEST: Final = 1500

Moment = dict[str, Any]
Point = tuple[float, float]


class Player(ABC):
    """Somebody who plays anything that is possible.

    Attributes:
        page: the page of the table.
        chance: chooses.
        met: all that the page ever said of what could be done, for tests of what was reached.
    """

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.chance = Random(seed)
        self.met: set[str] = set()

    def play(self, enough: Callable[[], bool] = lambda: False) -> str:
        """Play until the game is over or it is enough; return what the page says of the end."""
        for _ in range(LONGEST):
            moment = self.moment()
            if moment["ending"] or enough():
                return str(moment["ending"])
            self.touch(moment)
        raise AssertionError(f"the game goes on and on: {self.moment()}")

    def moment(self) -> Moment:
        """Wait until there is something to do; return what."""
        handle = self.page.wait_for_function(_MOMENT, arg=OFFERS, timeout=PATIENCE)
        moment: Moment = handle.json_value()
        assert not moment["notice"], moment
        self.met.update(offer["label"] for offer in moment["offers"])
        return moment

    def now(self) -> Moment | None:
        """Return what there is to do, if the page waits for it."""
        moment: Moment | None = self.page.evaluate(_MOMENT, OFFERS)
        return moment

    def touch(self, moment: Moment) -> None:
        """Do one thing."""
        if moment["cover"]:
            self.hold()
            return
        offers = moment["offers"]
        self.do(self.chance.choices(range(len(offers)), [self.taste(moment, o) for o in offers])[0])

    def taste(self, moment: Moment, offer: dict[str, Any]) -> int:
        """Return how gladly something is done: what is begun is mostly brought to its end."""
        if offer["armed"]:
            return 100
        begun = any(other["lifted"] or other["gathered"] for other in moment["offers"])
        return {"card": 1 if begun else 3, "goal": 6, "button": 4 if begun else 1}[offer["what"]]

    @abstractmethod
    def do(self, place: int) -> None:
        """Touch an offer, by its place among all of them."""

    @abstractmethod
    def hold(self) -> None:
        """Hold the button that uncovers the table."""

    def point(self, place: int) -> Point | None:
        """Return where an offer can be touched; nowhere if it has just gone."""
        point = self.page.evaluate(_POINT, [OFFERS, place])
        return (point[0], point[1]) if point else None


class Mouse(Player):
    """Plays by clicking."""

    def do(self, place: int) -> None:
        if point := self.point(place):
            self.page.mouse.click(*point)

    def hold(self) -> None:
        self.page.locator("[data-hold]").hover()
        self.page.mouse.down()
        self.page.locator("[data-hold]").wait_for(state="detached")
        self.page.mouse.up()


class Fingers(Mouse):
    """Plays by touching the screen."""

    def do(self, place: int) -> None:
        if point := self.point(place):
            self.page.touchscreen.tap(*point)


class Dragger(Mouse):
    """Drags each card to a place that glows for it, if there is one."""

    dragged = 0

    def touch(self, moment: Moment) -> None:
        offers = moment["offers"]
        gathers = any(offer["gathered"] for offer in offers)
        cards = [place for place, offer in enumerate(offers) if offer["what"] == "card"]
        if gathers or not cards or not self.drag(self.chance.choice(cards)):
            super().touch(moment)

    def drag(self, place: int) -> bool:
        """Lift a card, and drop it where it glows."""
        mouse = self.page.mouse
        if (point := self.point(place)) is None:
            return False
        mouse.move(*point)
        mouse.down()
        mouse.move(point[0] + 4, point[1] - 12, steps=3)
        goals = self.page.locator(".spot.aims > .goal")
        box = (
            goals.nth(self.chance.randrange(goals.count())).bounding_box()
            if goals.count()
            else None
        )
        if box is not None:
            mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            self.dragged += 1
        mouse.up()
        return box is not None


class Keyboard(Player):
    """Plays by keys alone: numbers lift cards, Tab and arrows move, Enter chooses."""

    lost = 0

    def touch(self, moment: Moment) -> None:
        press = self.page.keyboard.press
        own = [place for place, offer in enumerate(moment["offers"]) if offer["own"]]
        if moment["cover"]:
            self.hold()
        elif own and self.chance.random() < 0.5:
            press(str(self.chance.randint(1, min(9, len(own)))))
            if self.chance.random() < 0.5:
                press(self.chance.choice(["Enter", "d"]))
        else:
            super().touch(moment)

    def do(self, place: int) -> None:
        """Walk on with Tab and arrows to the wanted offer, or soon to any other; choose it."""
        press = self.page.keyboard.press
        for steps in range(200):
            state = self.page.evaluate(_FOCUSED, [OFFERS, place])
            if state is None:
                return
            focused, among_cards, across, down = state
            if focused == place or (focused >= 0 and steps > 4):
                press("Enter")
                self.lost = 0
                return
            press(self.way(across, down) if among_cards else "Tab")
        # Something else may have opened on the way.
        press("Escape")
        self.lost += 1
        assert self.lost < LOST_FOR_GOOD, "the keyboard does not lead there"

    def way(self, across: float, down: float) -> str:
        """Return the arrow that leads to an offer; now and then a key that leads elsewhere."""
        if self.chance.random() < ASTRAY:
            return self.chance.choice(_WAYS)
        if abs(across) > abs(down):
            return "ArrowRight" if across > 0 else "ArrowLeft"
        return "ArrowDown" if down > 0 else "ArrowUp"

    def hold(self) -> None:
        self.page.locator("[data-hold]").focus()
        self.page.keyboard.down("Enter")
        self.page.locator("[data-hold]").wait_for(state="detached")
        self.page.keyboard.up("Enter")
