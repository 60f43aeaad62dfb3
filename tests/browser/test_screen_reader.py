"""What a screen reader says: the table as it stands, and the end of a game played by keyboard."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from onirium.match.match import HUMAN
from onirium.record import read
from tests.support.browser_pages import browser_page, open_table, play_now_button
from tests.support.live_server import LiveServer
from tests.support.screen_reader import ScreenReader

pytestmark = pytest.mark.browser

RECORDS = Path(__file__).parents[1] / "transcripts"
DREAM = "onirim-0.1.0-won"
DUEL = "nightmarium-0.1.0-two-won-by-player-1"
ACTIONS_OF_A_TURN = 19
"""Until the first player of a game for two has played and drawn."""
ACTIONS_BEFORE_A_NIGHTMARE = 48
"""After the next one, the deck of seed 0 deals a Nightmare."""


@contextmanager
def table_page(
    chromium: Browser, server: LiveServer, record: str, missing: int
) -> Iterator[tuple[Page, ScreenReader]]:
    """Open a table at which the last ``missing`` steps of a record are still to come."""
    user = server.new_user()
    table = server.create_table_from_record(read(RECORDS / f"{record}.json"), user, missing)
    with browser_page(chromium) as page:
        open_table(page, server, table, user)
        yield page, ScreenReader(page)


def test_the_end_of_a_dream_is_spoken(chromium: Browser, server: LiveServer) -> None:
    with table_page(chromium, server, DREAM, 2) as (page, reader):
        page.keyboard.press("3")
        # O3.2 The latest room shows a sun, too.
        assert reader.hear("A sun cannot follow a sun.") == ["A sun cannot follow a sun."]
        assert reader.focused() == 'button "Green sun, only to discard" [pressed]'
        page.keyboard.press("2")
        assert reader.focused() == 'button "Blue moon" [pressed]'
        page.keyboard.press("Enter")
        question = "The third room of one colour in a row! Will you search for its door?"
        assert reader.hear(question) == [f"The blue moon joins the labyrinth. {question}"]
        assert reader.focused() == 'button "Search for the blue door ,the deck is shuffled"'
        page.keyboard.press("Enter")
        result = (
            "Victory: all eight doors are found! "
            "8 doors, 24 rooms, 10 Nightmares overcome, 0 cards left."
        )
        news = "The blue door is found and opens. The way out of the labyrinth is found."
        assert reader.hear(result) == [f"{news} {result}"]
        assert reader.focused() == 'button "Play again"'
        page.keyboard.press("r")
        assert page.locator("[role=alert]").inner_text().strip() == result


def test_a_creature_is_completed_by_keyboard(chromium: Browser, server: LiveServer) -> None:
    with table_page(chromium, server, DUEL, 2) as (page, reader):
        for key in ("2", "Enter"):
            page.keyboard.press(key)
        placed = "Player\xa01 gives creature\xa04 an Insektoid torso."
        # N3.1, N3.2 The second action: its question is that of the first, with another number.
        second = (
            "Your action: draw, exchange or place. "
            "Actions left: 1; second action: only Insektoids can be placed."
        )
        assert reader.hear(second) == [f"{placed} {second}"]
        # The next card has taken the place of the one that was placed.
        assert reader.focused() == 'button "Insektoid head/torso/legs (Singer)"'
        for key in ("Enter", "Enter"):
            page.keyboard.press(key)
        result = (
            "You have won and gained power over Fear itself! "
            "5 creatures, 2 best of the others, 3 cards in hand."
        )
        news = (
            "Player\xa01 gives creature\xa04 an Insektoid head/torso/legs (Singer). "
            "Player\xa01 brings creature\xa04 to life."
        )
        assert reader.hear(result) == [f"{news} {result}"]
        assert reader.focused() == 'button "Play again"'


SPELLS = """\
- list:
  - listitem: Paradoxical Prophecy (costs 5 cards from the discard pile)
  - listitem: Parallel Planning (costs 7 cards from the discard pile)
  - listitem: Powerful Punishment (costs 10 cards from the discard pile)"""


def test_the_next_goal_and_the_prices_of_the_spells_are_named(
    chromium: Browser, server: LiveServer
) -> None:
    with table_page(chromium, server, "onirim-0.1.0-book-won", 90) as (page, reader):
        goals = page.locator(".goals").aria_snapshot()
        names = [line.strip() for line in goals.splitlines() if "img" in line]
        # O8.2 The first of the goals that are still face up.
        sought = [name for name in names if "found" not in name]
        assert [name for name in names if name.endswith(', next"')] == sought[:1]
        assert len(names) > len(sought) > 1
        # O8.5
        assert page.locator(".spells ul").aria_snapshot() == SPELLS
        # The key of the expansions reads each of them.
        page.keyboard.press("e")
        assert reader.focused() == 'group "Goals"'
        reader.hear(", ".join(name.removeprefix('- img "').removesuffix('"') for name in names))
        page.keyboard.press("e")
        assert reader.focused() == 'group "Spells"'


def test_the_situation_names_the_legion_of_the_second_action(
    chromium: Browser, server: LiveServer
) -> None:
    with table_page(chromium, server, DUEL, 1) as (page, _):
        page.keyboard.press("r")
        said = page.locator("[role=alert]").inner_text()
        assert "Player\xa01: 4 of 5 creatures complete, to move. " in said
        # N3.2 The first action has placed an Insektoid.
        assert " Actions left: 1; second action: only Insektoids can be placed. Hand: " in said


def test_the_other_players_are_read(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        page.goto(server.address)
        play_now_button(page, "nightmarium").click()
        page.locator(".own button.card").first.wait_for()
        reader = ScreenReader(page)
        page.keyboard.press("p")
        # N2.2
        reader.hear("0 of 5 creatures complete, 5 cards in hand")


def test_the_focus_leaves_a_card_that_its_twin_made_useless(
    chromium: Browser, server: LiveServer
) -> None:
    with table_page(chromium, server, "onirim-0.1.0-all-won", 105) as (page, reader):
        page.keyboard.press("1")
        assert reader.focused() == 'button "Red key" [pressed]'
        page.keyboard.press("Enter")
        reader.hear("The third room of one colour in a row! Will you search for its door?")
        # The other red key has taken the place of the one that was played.
        assert reader.focused().startswith('button "Search for the red door')


def test_the_focus_goes_to_the_answers_before_the_doors(
    chromium: Browser, server: LiveServer
) -> None:
    user, played = server.new_user(), read(RECORDS / f"{DREAM}.json")
    opening = played.actions[:ACTIONS_BEFORE_A_NIGHTMARE]
    table = server.create_table(
        "onirim", (HUMAN,), user, options=played.options, opening=opening, seed=0
    )
    with browser_page(chromium) as page:
        open_table(page, server, table, user)
        reader = ScreenReader(page)
        for key in ("1", "Enter"):
            page.keyboard.press(key)
        reader.hear("A Nightmare! What will you do?")
        # O5.1 Two doors are found, and no key is in hand: losing a door is one of the answers.
        assert page.locator(".gate.legal").count() == 2
        assert reader.focused().startswith('button "Reveal the top 5 cards')


def test_a_device_that_changes_hands_names_its_player(
    chromium: Browser, server: LiveServer
) -> None:
    user, played = server.new_user(), read(RECORDS / "onirim-0.1.0-two-won.json")
    opening = played.actions[:ACTIONS_OF_A_TURN]
    seats, options = (HUMAN, HUMAN), played.options
    table = server.create_table("onirim", seats, user, user, options=options, opening=opening)
    with browser_page(chromium) as page:
        open_table(page, server, table, user)
        reader = ScreenReader(page)
        assert reader.focused() == 'button "Hold to see the cards"'
        # Nothing behind the cover can be reached.
        page.keyboard.press("Tab")
        assert not page.evaluate("document.activeElement.matches('.stage *')")
        page.locator("[data-hold]").focus()
        # Nor do the keys of the table touch what lies behind it.
        page.keyboard.press("1")
        page.keyboard.press("r")
        said = page.locator("[role=alert]").inner_text()
        assert said.startswith("Pass the device to Player\xa01. ")
        assert "reserve" not in said
        page.keyboard.down("Enter")
        reader.hear("Player\xa01: Play a card or discard one.")
        # A key held too long plays no card.
        for _ in range(4):
            page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        assert page.locator(".lifted").count() == 0
        page.keyboard.press("r")
        said = page.locator("[role=alert]").inner_text()
        # O7.2
        assert ". Personal reserve: " in said
        assert ". Hand: " not in said
        for key in ("1", "Enter"):
            page.keyboard.press(key)
        next_player = "Pass the device to Player\xa02"
        assert reader.hear(next_player)[-1].endswith(f". {next_player}")
        assert reader.focused() == 'button "Hold to see the cards"'


ONIRIM = """\
- group "The table":
  - 'group "Doors: 1/8, green door"'
  - group "Row":
    - img "Green sun"
    - img "Green moon"
    - img "Green sun"
    - img "Red moon"
    - img "Red sun"
    - paragraph:
      - text: red 2 of 3 no sun next
      - button "5 rooms"
  - 'group "Deck: 60 cards"':
    - paragraph:
      - img "Nightmare"
      - text: "9"
    - 'button "Deck: Odds of the next card"'
  - group "Limbo":
    - 'button "Limbo: 0 cards"'
  - group "Discard pile":
    - img "Nightmare"
    - 'button "Discard pile: 5 cards"'"""

NIGHTMARIUM = """\
- group "The table":
  - group "The other players":
    - region "2 Otto":
      - heading "2 Otto" [level=2]
      - text: 2 of 5 creatures complete 1 card in hand
      - group "Creatures":
        - 'group "Creature 1: legs: Homunculus torso/legs (Devourer), \
torso: Insektoid torso (Singer), head: Homunculus head (Mocker)"'
        - 'group "Creature 2: legs: Insektoid legs (Singer), \
torso: Insektoid torso (Singer), head: Homunculus head (Devourer)"'
        - 'group "Creature 3: legs: Necronaut legs (Weeper), torso: missing, head: missing"'
        - 'group "Creature 4: legs: Homunculus legs (Weeper), torso: missing, head: missing"'
        - 'group "Creature 5: legs: Insektoid legs, torso: missing, head: missing"'
  - 'group "Deck: 65 cards"':
    - button "Unseen cards"
    - button "Draw a card"
  - region "Player 1 (you)":
    - heading "Player 1 (you)" [level=2]
    - text: "4 of 5 creatures complete to move, actions left: 2"
    - group "Creatures":
      - 'group "Creature 1: legs: Insektoid head/torso/legs (Singer), \
torso: Insektoid torso (Singer), head: Insektoid head (Singer)"'
      - 'group "Creature 2: legs: Insektoid legs (Mocker), \
torso: Chimerid torso (Mocker), head: Necronaut head/torso (Weeper)"'
      - 'group "Creature 3: legs: Chimerid legs (Mocker), \
torso: Chimerid torso, head: Chimerid head (Executioner)"'
      - 'group "Creature 4: legs: Homunculus legs, torso: missing, head: missing"'
      - 'group "Creature 5: legs: Homunculus torso/legs (Weeper), \
torso: Necronaut torso/legs (Scavenger), head: Chimerid head (Executioner)"'
  - 'group "Discard pile: 15 cards"':
    - img "Chimerid legs"
    - button "Discard pile"
"""


@pytest.mark.parametrize(
    ("record", "missing", "table"), [(DREAM, 104, ONIRIM), (DUEL, 2, NIGHTMARIUM)]
)
def test_each_fact_of_the_table_is_said_once(
    chromium: Browser, server: LiveServer, record: str, missing: int, table: str
) -> None:
    with table_page(chromium, server, record, missing) as (page, _):
        assert page.locator(".table-surface").aria_snapshot().strip() == table.strip()


def test_a_question_that_replaces_the_menu_has_the_focus(
    chromium: Browser, server: LiveServer
) -> None:
    with table_page(chromium, server, DREAM, 30) as (page, reader):
        page.locator(".bar .menu").press("Enter")
        page.get_by_role("button", name="Give up").press("Enter")
        page.locator("dialog .armed").wait_for()
        assert reader.focused() == 'button "Play on"'
        page.keyboard.press("Escape")
        assert reader.focused().startswith('button "Menu"')


def test_the_cards_of_an_opened_pile_are_spoken(chromium: Browser, server: LiveServer) -> None:
    with table_page(chromium, server, DREAM, 30) as (page, reader):
        page.keyboard.press("x")
        page.keyboard.press("Enter")
        cards = page.locator("#onirim-discard img").evaluate_all("all => all.map((one) => one.alt)")
        assert len(cards) > 3
        text = ", ".join(["Discard pile", *cards])
        assert text in reader.hear(text)


def test_the_first_question_is_a_change_of_the_live_region(
    chromium: Browser, server: LiveServer
) -> None:
    """Screen readers do not speak what a live region holds when it appears."""
    user = server.new_user()
    table = server.create_table("onirim", (HUMAN,), user)
    with browser_page(chromium) as page:
        page.add_init_script(
            """
            window.changes = 0;
            new MutationObserver((records) => {
              window.changes += records.filter(({ target }) =>
                target instanceof Element && target.matches(".unseen[role=status]")).length;
            }).observe(document, { childList: true, subtree: true });
            """
        )
        open_table(page, server, table, user)
        page.wait_for_function("window.changes > 0")
