"""Layout of replays: sentences beside the tabs, findings beside the table, the curve below it."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from onirium import record
from onirium.record import Record
from tests.support.axe import NEXT_FRAMES
from tests.support.browser_pages import browser_page, identify, resize
from tests.support.composition import size_id
from tests.support.live_server import LiveServer
from tests.support.nightly import gate_cases, nightly

pytestmark = pytest.mark.browser

RECORDS = Path(__file__).parents[1] / "transcripts"
STEPS = {
    "onirim-0.1.0-all-won": 49,
    "onirim-0.1.0-won": 40,
    "onirim-0.1.0-two-won": 60,
    "onirim-0.1.0-race-all-won-by-player-2": 120,
    "nightmarium-0.1.0-four-won-by-player-4": 40,
    "nightmarium-0.1.0-five-won-by-player-2": 54,
    "nightmarium-0.1.0-two-won-by-player-1": 13,
}
"""The step of each record: cards of the deck are looked at in the first and last, one is drawn in
the third."""
MAIN_RECORDS = ["onirim-0.1.0-all-won", "nightmarium-0.1.0-five-won-by-player-2"]
"""The record of each game with the most parts on the table."""
OTHER_RECORDS = [name for name in STEPS if name not in MAIN_RECORDS]
DESKTOPS: list[ViewportSize] = [
    {"width": 1440, "height": 900},
    {"width": 1280, "height": 720},
]
SMALL_DESKTOPS: list[ViewportSize] = [
    DESKTOPS[1],
    {"width": 1200, "height": 800},
    {"width": 1024, "height": 768},
    {"width": 900, "height": 600},
]
"""Laptops at 125 % zoom, landscape tablets."""
SMALL: list[ViewportSize] = [
    {"width": 820, "height": 1180},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
]
SHORT_PHONE: ViewportSize = {"width": 375, "height": 667}
NARROW: ViewportSize = {"width": 320, "height": 640}
MIN_TARGET_PX = 44

MEETINGS_JS = """
() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) &&
      getComputedStyle(one).clipPath !== "inset(50%)")
    .map((one) => [one.className || one.tagName, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 2 && height > 2);
  const table = boxes(
    ".gate, .set > .card, .drawn, .prop .tag, .creature .body, .banner, .part > *, .panel .card, "
    + ".own .card, .own .label, .shelf > *, .step-narration, .overview > *, .eyes");
  const panel = boxes(
    ".findings, .plot, .replaying input, .replaying button, .replaying output, .verdict");
  if (!table.length || !panel.length) throw new Error("nothing can meet");
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 &&
    one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return panel.flatMap(([name, box]) =>
    table.filter(([, other]) => meet(box, other)).map(([other]) => `${name} over ${other}`));
}
"""


ROOM_PLACES_JS = """
() => [...document.querySelectorAll(".trail > .card")].map((room) => room.getAttribute("style"))
"""


def invented_analysis(played: Record, action_counts: list[int]) -> dict[str, Any]:
    """Return an analysis with made-up numbers: only their places matter here.

    Of the five costliest decisions, three follow one another at once.
    """
    decided = [*action_counts[3:6], action_counts[len(action_counts) // 2], action_counts[-2]]
    count = len(played.actions)
    seats = [
        {
            "seat": seat,
            "initial_win_probability": 0.5,
            "luck": 0.1,
            "cost": 0.1,
            "remainder": 0.0,
            "final_win_probability": 0.5,
            "error": 0.0125,
            "best_share": 0.75,
            "adjusted_result": 0.4,
            "curve": [[step, 0.5] for step in range(0, count, 3)],
        }
        for seat in range(len(played.seats))
    ]
    costly = [
        {
            "action_count": action_count,
            "seat": 0,
            "best_win_probability": 0.6,
            "win_probability": 0.5,
            "rank": rank,
            "chosen": "Discard the hand, take a new one",
            "better": "Reveal the top 5 cards",
        }
        for rank, action_count in enumerate(decided, 1)
    ]
    return {"type": "game_analysis", "seats": seats, "decisions": costly}


def open_replay(
    page: Page, server: LiveServer, name: str, step: int | None = None, language: str = "en"
) -> str:
    """Open the replay of a record at a step, by default that of ``STEPS``; return the table."""
    user = server.new_user(language)
    table_id = server.create_table_from_record(record.read(RECORDS / f"{name}.json"), user)
    identify(page, user)
    page.goto(f"{server.address}/t/{table_id}/replay#{STEPS[name] if step is None else step}")
    page.locator(".replaying").wait_for()
    return table_id


def open_analysed_replay(page: Page, server: LiveServer, name: str) -> None:
    table_id = open_replay(page, server, name)
    frames = page.request.get(f"{server.address}/api/t/{table_id}/steps?as=open").json()["frames"]
    action_counts = [frame["action_count"] for frame in frames]
    analysis = invented_analysis(record.read(RECORDS / f"{name}.json"), action_counts)
    page.evaluate(
        "([key, stored]) => sessionStorage.setItem(key, stored)",
        [f"onirium.analysis {table_id} en", json.dumps(analysis)],
    )
    page.reload()
    page.locator(".replaying .plot").wait_for()


def test_the_sentence_of_a_step_is_visible_beside_the_tabs(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as page:
        open_replay(page, server, "onirim-0.1.0-race-all-won-by-player-2", 30)
        for size in SMALL:
            resize(page, size)
            expect(page.locator(".step-narration p").last).to_be_in_viewport(ratio=1)
            assert page.evaluate(MEETINGS_JS) == [], size


@pytest.mark.parametrize("name", [MAIN_RECORDS[0], *nightly(*MAIN_RECORDS[1:], *OTHER_RECORDS)])
@pytest.mark.parametrize("language", ["de", *nightly("en", "ru")])
def test_the_controls_cover_nothing_of_the_table(
    chromium: Browser, server: LiveServer, name: str, language: str
) -> None:
    with browser_page(chromium, viewport=DESKTOPS[0], locale=language) as page:
        open_replay(page, server, name, language=language)
        for size in SMALL_DESKTOPS:
            resize(page, size)
            assert page.evaluate(MEETINGS_JS) == [], size


CONTROLS_JS = """
() => [...document.querySelectorAll(".row > *")].map((one) => {
  const { left, right } = one.getBoundingClientRect();
  return [left, right];
})
"""


def test_the_controls_stay_when_an_analysis_begins(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium, viewport=DESKTOPS[1]) as page:
        page.route("**/analysis", lambda _: None)
        open_replay(page, server, "nightmarium-0.1.0-four-won-by-player-4")
        places = page.evaluate(CONTROLS_JS)
        page.locator("button.analyse").click()
        expect(page.locator(".analysing progress")).to_be_visible()
        assert page.evaluate(CONTROLS_JS) == places


LOW_PHONES: list[ViewportSize] = [
    {"width": 667, "height": 331},
    {"width": 667, "height": 375},
    {"width": 740, "height": 340},
]
"""Small landscape phones, below the bars of their browsers."""

CUT_OFF_CONTROLS_JS = """
() => [...document.querySelectorAll(".replaying button")].filter((one) =>
  one.checkVisibility() && one.getBoundingClientRect().right > innerWidth).length
"""


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["de", "ru"])
@pytest.mark.parametrize("name", ["onirim-0.1.0-two-won", "nightmarium-0.1.0-five-won-by-player-2"])
def test_controls_stay_above_the_hand_on_small_landscape_phones(
    chromium: Browser, server: LiveServer, name: str, language: str
) -> None:
    with browser_page(chromium, viewport=LOW_PHONES[0], locale=language) as page:
        open_replay(page, server, name, 40, language)
        expect(page.locator(".replaying form")).to_be_visible()
        for size in LOW_PHONES:
            resize(page, size)
            assert page.evaluate(MEETINGS_JS) == [], size
            assert page.evaluate(CUT_OFF_CONTROLS_JS) == 0, size


COVERED_COUNTS_JS = """
() => {
  const words = document.querySelector(".step-narration").getBoundingClientRect();
  const counts = [...document.querySelectorAll(".prop .tag")];
  if (!counts.length) throw new Error("no pile has a count");
  return counts.filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < words.right && words.left < right && top < words.bottom && words.top < bottom;
  }).map((one) => one.innerText);
}
"""
"""Script that returns the counts of piles that the sentence of a step covers."""


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["onirim-0.1.0-all-won", "nightmarium-0.1.0-five-won-by-player-2"])
def test_a_sentence_of_two_lines_covers_no_counts(
    chromium: Browser, server: LiveServer, name: str
) -> None:
    with browser_page(chromium, locale="de") as page:
        open_replay(page, server, name, 0, "de")
        page.locator(".step-narration").wait_for()
        for size in [SMALL[1], SHORT_PHONE]:
            resize(page, size)
            assert page.evaluate(COVERED_COUNTS_JS) == [], size


CUT_OFF_NARRATION_JS = """
() => [...document.querySelectorAll(".step-narration p")].filter((one) => one.checkVisibility() &&
  (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1))
  .map((one) => one.innerText)
"""
"""Script that returns the sentences of which a part is hidden."""


@pytest.mark.nightly
def test_the_last_sentence_of_a_game_is_whole_on_phones(
    chromium: Browser, server: LiveServer
) -> None:
    last = len(record.read(RECORDS / "onirim-0.1.0-won.json").actions)
    with browser_page(chromium, locale="de") as page:
        open_replay(page, server, "onirim-0.1.0-won", last, "de")
        expect(page.locator(".step-narration")).to_contain_text("Labyrinth")
        for size in SMALL:
            resize(page, size)
            assert page.evaluate(CUT_OFF_NARRATION_JS) == [], size


SLICED_LINE_JS = """
() => {
  const words = document.querySelector(".step-narration");
  const rest = words.clientHeight % parseFloat(getComputedStyle(words).lineHeight);
  return words.scrollHeight > words.clientHeight + 1 ? rest : 0;
}
"""
"""Script that returns the visible height of the topmost line of the sentences, if it is sliced."""


@pytest.mark.nightly
@pytest.mark.parametrize(
    "name", ["onirim-0.1.0-race-all-won-by-player-2", "nightmarium-0.1.0-two-won-by-player-1"]
)
def test_desktops_show_whole_lines_of_a_step(
    chromium: Browser, server: LiveServer, name: str
) -> None:
    with browser_page(chromium, viewport=DESKTOPS[0], locale="ru") as page:
        open_replay(page, server, name, 1000, "ru")
        page.locator(".step-narration").wait_for()
        for size in DESKTOPS:
            resize(page, size)
            assert page.evaluate(SLICED_LINE_JS) <= 1, size
            assert page.evaluate(COVERED_COUNTS_JS) == [], size


FIRST_LINE_JS = """
() => {
  const [place, sentence] = [".step-narration", ".step-narration p:last-child"].map(
    (one) => document.querySelector(one).getBoundingClientRect());
  return sentence.top - place.top;
}
"""
"""Script that returns how far below the edge of its place the latest sentence begins."""


def test_a_sentence_longer_than_its_place_shows_its_beginning(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium, viewport=DESKTOPS[-1], locale="de") as page:
        open_replay(page, server, "nightmarium-0.1.0-four-won-by-player-4", 0, "de")
        sentence = page.locator(".step-narration p").last
        expect(sentence).to_contain_text("Igor bekommt")
        assert sentence.evaluate("(one) => one.offsetHeight > one.closest('[role]').clientHeight")
        assert page.evaluate(FIRST_LINE_JS) >= 0


CUT_HANDS_JS = """
() => [...document.querySelectorAll(".open .held")].filter((hand) => {
  const { right } = hand.querySelector(".card:last-child > img").getBoundingClientRect();
  return right > hand.getBoundingClientRect().right + 1;
}).length
"""
"""Script that returns how many open hands end in the middle of a card."""


@pytest.mark.nightly
def test_the_last_card_of_an_open_hand_is_whole(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium, viewport=DESKTOPS[0]) as page:
        open_replay(page, server, "nightmarium-0.1.0-four-won-by-player-4")
        for size in [*DESKTOPS, *SMALL]:
            resize(page, size)
            assert page.locator(".open .held .card").count() > 0
            assert page.evaluate(CUT_HANDS_JS) == 0, size


def test_the_tabs_of_a_replay_bring_each_troupe_forward(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium, viewport=SMALL[1]) as page:
        open_replay(page, server, "nightmarium-0.1.0-five-won-by-player-2")
        tabs, front = page.locator(".overview button"), page.locator(".board.front h2")
        expect(tabs).to_have_count(4)
        for tab in tabs.all():
            tab.click()
            expect(tab).to_have_attribute("aria-pressed", "true")
            expect(front).to_have_text(tab.locator(".who").inner_text())


@pytest.mark.nightly
def test_a_replay_shows_the_seat_that_was_chosen_last(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as page:
        open_replay(page, server, "nightmarium-0.1.0-four-won-by-player-4")
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/steps?as=0", hold)
        page.route("**/steps?as=2", lambda route: route.abort())
        selector, hand = page.locator(".eyes select"), page.locator(".own")
        everyone = hand.inner_html()
        selector.select_option("0")
        selector.select_option("1")
        expect(hand).not_to_have_js_property("innerHTML", everyone)
        second = hand.inner_html()
        with page.expect_response("**/steps?as=0") as answered:
            held[0].continue_()
        answered.value.finished()
        page.evaluate(NEXT_FRAMES)
        assert (hand.inner_html(), selector.input_value()) == (second, "1")
        selector.select_option("2")
        expect(page.get_by_role("alert")).to_contain_text("No connection")
        assert (hand.inner_html(), selector.input_value()) == (second, "1")
        selector.select_option("3")
        expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("name", [MAIN_RECORDS[0], *nightly(*MAIN_RECORDS[1:], *OTHER_RECORDS)])
def test_an_analysis_covers_nothing_of_the_table(
    chromium: Browser, server: LiveServer, name: str
) -> None:
    with browser_page(chromium, viewport=DESKTOPS[0]) as page:
        open_analysed_replay(page, server, name)
        assert page.locator(".findings").is_visible()
        for size in DESKTOPS:
            resize(page, size)
            assert page.evaluate(MEETINGS_JS) == [], size
        page.locator("[aria-controls=findings]").click()
        for size in SMALL:
            resize(page, size)
            assert page.evaluate(MEETINGS_JS) == [], size
        page.locator(".plot .mark").nth(3).click()
        expect(page.locator(".verdict")).to_contain_text("Discard the hand")
        for size in [*DESKTOPS, *SMALL]:
            resize(page, size)
            assert page.evaluate(MEETINGS_JS) == [], ("beside a verdict", size)
        rooms = page.evaluate(ROOM_PLACES_JS)
        page.reload()
        page.locator(".replaying .plot").wait_for()
        assert page.evaluate(ROOM_PLACES_JS) == rooms, "a window of this size from the start"


FAULTY_TARGETS_JS = """
(least) => {
  const targets = [...document.querySelectorAll("a, button, input, select")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) &&
      getComputedStyle(one).clipPath !== "inset(50%)");
  const controls = targets.filter((one) => one.closest(".replaying, .replay > .bar"));
  if (!controls.length) throw new Error("the replay has no controls");
  const name = (one) => one.getAttribute("aria-label") ?? one.textContent.trim();
  const box = (one) => one.getBoundingClientRect();
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 &&
    one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const hits = (one, x, y) => {
    const { left, top, width, height } = box(one);
    return one.contains(document.elementFromPoint(left + x * width, top + y * height));
  };
  return controls.flatMap((one) => {
    one.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { left, right, width, height } = box(one);
    return [
      ...(Math.min(width, height) < least - 0.1 ? [`${name(one)}: ${width} x ${height}`] : []),
      ...(left < 0 || right > innerWidth ? [`${name(one)} leaves the window`] : []),
      ...targets.filter((other) => other !== one && meet(box(one), box(other)))
        .map((other) => `${name(one)} over ${name(other)}`),
      ...[[0.5, 0.5], [0.5, 0.03], [0.5, 0.97], [0.03, 0.5], [0.97, 0.5]]
        .filter(([x, y]) => !hits(one, x, y)).map(([x, y]) => `${name(one)} covered at ${x}, ${y}`),
    ];
  });
}
"""
"""Script that returns the controls that are too small, overlap another target or are covered."""


@pytest.mark.nightly
@pytest.mark.parametrize("name", STEPS)
def test_each_control_of_a_replay_can_be_touched(
    chromium: Browser, server: LiveServer, name: str
) -> None:
    with browser_page(chromium, viewport=DESKTOPS[0]) as page:
        open_replay(page, server, name)
        for size in [*DESKTOPS, *SMALL, NARROW]:
            resize(page, size)
            assert page.evaluate(FAULTY_TARGETS_JS, MIN_TARGET_PX) == [], size
        resize(page, DESKTOPS[0])
        open_analysed_replay(page, server, name)
        for size in DESKTOPS:
            resize(page, size)
            assert page.evaluate(FAULTY_TARGETS_JS, MIN_TARGET_PX) == [], size
        page.locator("[aria-controls=findings]").click()
        for size in [*DESKTOPS, *SMALL, NARROW]:
            resize(page, size)
            assert page.evaluate(FAULTY_TARGETS_JS, MIN_TARGET_PX) == [], size


FOLLOW_LATE_JS = """
(link) => {
  const { hash } = location;
  location.hash = link.hash;
  history.replaceState(null, "", hash);
}
"""
"""Script that follows a link, and notes the step before it in the address before its event."""


@pytest.mark.nightly
def test_marks_of_neighbouring_decisions_lead_to_each_of_them(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium, viewport=DESKTOPS[0]) as page:
        open_analysed_replay(page, server, "onirim-0.1.0-won")
        page.locator("[aria-controls=findings]").click()
        marks = page.locator(".plot .mark")
        for size in [*DESKTOPS, *SMALL, NARROW]:
            resize(page, size)
            steps = []
            for number in range(marks.count()):
                marks.nth(number).click()
                expect(marks.nth(number)).to_have_class("mark current")
                steps.append(int(page.url.split("#")[1]))
            assert steps == sorted(set(steps)), size
            assert len(steps) == 5
        marks.first.evaluate(FOLLOW_LATE_JS)
        expect(marks.first).to_have_class("mark current")


def test_a_decision_of_the_list_is_shown_on_small_screens(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium, viewport=SMALL[2]) as page:
        open_analysed_replay(page, server, "onirim-0.1.0-won")
        button = page.locator("[aria-controls=findings]")
        button.click()
        page.locator(".costly a").first.press("Enter")
        expect(page.locator(".findings")).to_have_count(0)
        expect(page.locator(".mark.current")).to_have_text("1")
        expect(page.locator(".verdict")).to_contain_text("Discard the hand")
        expect(button).to_be_focused()
        # The link to the step shown is no navigation.
        button.click()
        page.locator(".costly a").first.press("Enter")
        expect(page.locator(".findings")).to_have_count(0)
        button.click()
        expect(page.locator(".findings")).to_be_visible()
        page.go_back()
        expect(page.locator(".findings")).to_have_count(0)
        expect(page.locator(".mark.current")).to_have_text("1")
        expect(button).to_be_focused()


THUMB_JS = """
([x]) => {
  const slider = document.querySelector(".replaying [type=range]");
  const { left, width } = slider.getBoundingClientRect();
  const part = Number(slider.value) / Number(slider.max);
  return Math.abs(left + 12 + part * (width - 24) - x) <= (width - 24) / slider.max &&
    document.querySelector(".replaying output").textContent.startsWith(`${slider.value} `);
}
"""
"""Script that returns whether the thumb is at the nearest step to a place, and its step shown."""


@pytest.mark.parametrize("size", gate_cases(SMALL, SMALL[0]), ids=size_id)
def test_the_slider_follows_the_pointer(
    chromium: Browser, server: LiveServer, size: ViewportSize
) -> None:
    with browser_page(chromium, viewport=size) as page:
        open_replay(page, server, "onirim-0.1.0-all-won")
        slider = page.locator(".replaying [type=range]")
        box = slider.bounding_box()
        assert box
        x = (
            box["x"]
            + 12
            + (box["width"] - 24)
            * STEPS["onirim-0.1.0-all-won"]
            / int(slider.get_attribute("max") or 0)
        )
        # At the edge of the target, beside the thumb.
        page.mouse.move(x, box["y"] + 3)
        page.mouse.down()
        for share in (0.3, 0.8, 0.1, 0.55):
            x = box["x"] + 12 + (box["width"] - 24) * share
            page.mouse.move(x, box["y"] + 3)
            page.wait_for_function(THUMB_JS, arg=[x])
        page.mouse.up()
