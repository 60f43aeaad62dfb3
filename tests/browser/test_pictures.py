"""Pictures of the main screens: compared with kept ones, so that no change goes unseen."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.support.live_server import LiveServer
from tests.support.reference_screenshots import MAX_DIFFERENCE, SCENES, compare, take
from tools.screenshots import Scene, lift

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def blank(chromium: Browser) -> Iterator[Page]:
    """Open an empty page, on whose canvas pictures are compared."""
    page = chromium.new_page()
    yield page
    page.close()


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_main_screens_look_as_kept(
    server: LiveServer, chromium: Browser, blank: Page, scene: Scene
) -> None:
    difference = compare(scene, take(scene, server, chromium), blank)
    renewal = "if the change is meant, run: python -m tools.reference_screenshots"
    assert difference.mean < MAX_DIFFERENCE, (difference, renewal)


def test_a_missing_action_is_noticed(server: LiveServer, chromium: Browser, blank: Page) -> None:
    def hide_action(page: Page) -> None:
        lift(page)
        page.locator(".choices button").first.evaluate("(one) => one.style.visibility = 'hidden'")

    [scene] = (scene for scene in SCENES if scene.name == "onirim")
    changed = take(scene._replace(action=hide_action), server, chromium)
    assert compare(scene, changed, blank).mean > MAX_DIFFERENCE
