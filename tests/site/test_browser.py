"""The site in Chromium: whole games, without a network, after the tab was killed."""

import gzip
import json
import lzma
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from onirium import record
from onirium.record.replay import final_state
from onirium.site import builder
from onirium.site.builder import SiteOptions
from onirium.site.downloads import Downloads
from onirium.site.prepare import Archives
from tests.browser.conftest import chromium, server
from tests.site.conftest import (
    COMPILED_VARIABLE,
    QuietHandler,
    path_from_environment,
    serve_folder,
)
from tests.support.browser_player import MousePlayer
from tests.support.live_server import LiveServer
from tests.support.nightly import nightly

__all__ = ["chromium", "server"]

pytestmark = pytest.mark.browser

START_TIMEOUT_MS = 300_000

# The browser looks for a newer version at each navigation, but may do so after a page was closed:
# then the next page finds the version waiting, and activates it before it can be seen to wait.
WAIT_FOR_UPDATE = """async (cache) => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const isActive = async () => !registration.installing && (await caches.keys()).join() === cache;
    while (!registration.waiting && !(await isActive())) {
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
}"""


BEGIN_UPDATE = """async () => {
    const registration = await navigator.serviceWorker.ready;
    registration.update();
    while (!registration.installing) await new Promise((resolve) => setTimeout(resolve, 100));
}"""


REQUEST_WHILE_CLOSING = """() => addEventListener(
    "pagehide", () => void fetch("app/", { keepalive: true }))"""


PAGE_STATE = """async () => {
    const registration = await navigator.serviceWorker?.getRegistration();
    const states = ["installing", "waiting", "active"].map(
        (name) => `${name} service worker: ${registration?.[name]?.state}`);
    const { held = [], pending = [] } = await navigator.locks.query();
    return [document.querySelector("#status")?.textContent, ...states,
        `locks: ${held.length} held, ${pending.length} awaited`].join("; ");
}"""


REQUEST_OUTCOME = """() => Promise.race([
    fetch("app/").then(() => "answered", () => "refused"),
    new Promise((resolve) => setTimeout(resolve, 60_000, "waiting")),
])"""


WAIT_FOR_FILES = """async (names) => {
    for (const name of names)
        while (!(await caches.match(name)))
            await new Promise((resolve) => setTimeout(resolve, 100));
}"""


REPLACEMENT_TIME = "REPLACEMENT_MS = 8_000"
"""How long the page waits for a newer version to replace the one that runs."""

FIRST_FILES = ["pyodide/pyodide.asm.wasm", "memory.bin"]
LATER_FILES = ["packages.zip", "library.zip"]


INSTALLATION_ENDS_JS = """async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => {});
    while (registration.installing) await new Promise((done) => setTimeout(done, 100));
}"""

EDGES_OF_FRAME_AND_NOTICE = """() => [
    document.querySelector("iframe").getBoundingClientRect().bottom,
    document.querySelector("#notice").getBoundingClientRect().top]"""


DENY_STORAGE_JS = """Object.defineProperty(window, "localStorage", {
    get() { throw new Error("denied"); },
})"""


STORED_JS = """async () => [
    ...Object.keys(localStorage), ...Object.keys(sessionStorage),
    ...(await caches.match("lobby.html") ? ["lobby"] : [])]"""


LOBBY_IN_A_SECOND = """() => Promise.race([
    fetch(document.documentElement.dataset.base + "/").then(({ status }) => status),
    new Promise((resolve) => setTimeout(resolve, 1000, "waiting")),
])"""


# A browser opens a tab for a click, but blocks one that opens after a long request.
HOLD_FETCHES = """() => {
    const { fetch } = window;
    const released = new Promise((resolve) => { window.releaseFetches = resolve; });
    window.fetch = async (...request) => (await released, fetch(...request));
}"""


class FramedPage:
    """The page of the server within the page of the site, as a ``BrowserPlayer`` uses it."""

    def __init__(self, page: Page) -> None:
        try:
            page.locator("iframe").wait_for(timeout=START_TIMEOUT_MS)
        except PlaywrightTimeoutError as error:
            error.add_note(page.evaluate(PAGE_STATE))
            raise
        self.page = page
        self.mouse = page.mouse

    @property
    def frame(self) -> Frame:
        return self.page.frames[1]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.frame, name)


class FramedPlayer(MousePlayer):
    """A player at a table of a site."""

    def __init__(self, framed: FramedPage) -> None:
        super().__init__(framed)  # type: ignore[arg-type]

    def fetch(self, path: str) -> str:
        """Return the text at a path of the server."""
        fetch = (
            "(path) => fetch(document.documentElement.dataset.base + path).then((r) => r.text())"
        )
        text: str = self.page.evaluate(fetch, path)
        return text

    def table_path(self) -> str:
        return re.sub(r".*/app(/t/[^/#?]+).*", r"\1", self.page.url)

    def count_events(self) -> int:
        """Return the number of events of the table."""
        version: int = json.loads(self.fetch(f"/api{self.table_path()}"))["version"]
        return version

    def download_record(self) -> record.Record:
        """Return the record of the game at the table."""
        return record.loads(self.fetch(f"{self.table_path()}/record.json"))

    def play_events(self, count: int) -> None:
        """Play until the table has a number of events."""
        self.play(lambda: self.count_events() >= count)


@pytest.fixture(scope="module")
def address(web_space: Path) -> Iterator[str]:
    with serve_folder(web_space) as host:
        yield f"{host}/games/"


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(reduced_motion="reduce")
    context.set_default_timeout(60_000)
    yield context
    context.close()


@contextmanager
def open_site(context: BrowserContext, address: str) -> Iterator[FramedPage]:
    """Open the site in a new tab; fail on JavaScript errors."""
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    try:
        page.goto(address)
        yield FramedPage(page)
    finally:
        page.close()
    assert not errors


def holding_handler(suffix: str, released: threading.Event) -> type[QuietHandler]:
    """Return a handler that holds files back, unless an event is set."""

    class HoldingHandler(QuietHandler):
        """Holds files back."""

        def do_GET(self) -> None:
            """Serve a file."""
            if self.path.endswith(suffix):
                released.wait()
            super().do_GET()

    return HoldingHandler


def change_page(folder: Path, old: str, new: str) -> None:
    """Replace a text in the files of the page of a site."""
    [bundle] = (folder / "games").glob("page-*.json.gz")
    before = gzip.decompress(bundle.read_bytes())
    after = before.replace(old.encode(), new.encode())
    assert after != before
    bundle.write_bytes(gzip.compress(after))


def write_newer_version(folder: Path) -> None:
    """Rename the version of a site, so that browsers install it as another one."""
    worker = folder / "games" / "service_worker.js"
    newer, count = re.subn('(?<="version":")[0-9a-f]+', "newer", worker.read_text("utf-8"))
    assert count == 1
    worker.write_text(newer, "utf-8")


def play_now(framed: FramedPage, game: str) -> FramedPlayer:
    """Create a table by the button of the lobby."""
    cards = framed.frame.locator("article.game")
    cards.filter(has=framed.frame.locator(f"#game-{game}")).locator(".quick-start button").click()
    framed.frame.wait_for_url("**/app/t/*")
    framed.frame.locator(".table-surface").wait_for()
    return FramedPlayer(framed)


def continue_game(framed: FramedPage) -> FramedPlayer:
    """Open the unfinished game from the lobby."""
    framed.frame.locator("#unfinished a").first.click()
    framed.frame.locator(".table-surface").wait_for()
    return FramedPlayer(framed)


@pytest.mark.parametrize("game", ["onirim", *nightly("nightmarium")])
def test_whole_game_without_a_network(context: BrowserContext, address: str, game: str) -> None:
    with open_site(context, address) as framed:
        play_now(framed, game).play_events(10)
        framed.page.evaluate(WAIT_FOR_FILES, LATER_FILES)
    context.set_offline(offline=True)
    with open_site(context, address) as framed:
        player = continue_game(framed)
        assert player.count_events() >= 10
        assert player.play()
        framed.frame.goto(f"{address}app{player.table_path()}/replay")
        framed.frame.get_by_role("button", name="Play on from here").wait_for()
        framed.frame.locator("button.analyse").click()
        # The whole analysis would take minutes.
        framed.frame.locator(".analysing", has_text="decisions").wait_for()
        expect(framed.frame.get_by_role("button", name="Link to here")).to_be_hidden()
        framed.frame.goto(f"{address}app/history")
        with framed.page.expect_download() as saved:
            framed.frame.get_by_role("link", name="Save record").click()
        text = saved.value.path().read_text("utf-8")
        assert final_state(record.loads(text)).is_terminal()


def test_killed_tab_loses_no_step(context: BrowserContext, address: str) -> None:
    with open_site(context, address) as framed:
        player = play_now(framed, "onirim")
        player.play_events(12)
        played = player.download_record().actions
    with open_site(context, address) as framed:
        assert continue_game(framed).download_record().actions[: len(played)] == played


def test_first_game_needs_no_files(context: BrowserContext, web_space: Path) -> None:
    released = threading.Event()
    with serve_folder(web_space, holding_handler(".zip.gz", released)) as host:
        try:
            with open_site(context, f"{host}/games/") as framed:
                decisions = iter(range(3))
                play_now(framed, "onirim").play(lambda: next(decisions, None) is None)
                # The lobby shows the table, by templates that are among the files.
                assert framed.evaluate(LOBBY_IN_A_SECOND) == "waiting"
                notice = framed.page.locator("#notice")
                expect(notice).to_contain_text("loading")
                released.set()
                expect(notice).to_be_hidden()
                framed.frame.goto(f"{host}/games/app/")
                framed.frame.locator("#unfinished").wait_for()
        finally:
            released.set()


def test_missing_table_of_a_first_visit_is_reported(context: BrowserContext, address: str) -> None:
    with open_site(context, f"{address}#/t/missing") as framed:
        expect(framed.frame.locator("h1")).to_have_text("Nobody dreams here")
        expect(framed.frame.locator("main")).to_contain_text("in the browser in which it began")


def test_rules_replace_the_table(context: BrowserContext, address: str) -> None:
    with open_site(context, address) as framed:
        play_now(framed, "onirim")
        framed.frame.locator("button.tool.help").click()
        framed.frame.get_by_role("link", name="The rules").click()
        framed.frame.wait_for_url("**/rules/onirim")
        assert len(context.pages) == 1


def test_reload_returns_to_the_step_of_a_replay(context: BrowserContext, address: str) -> None:
    with open_site(context, address) as framed:
        player = play_now(framed, "onirim")
        player.play_events(4)
        framed.frame.goto(f"{address}app{player.table_path()}/replay")
        framed.frame.locator(".to-last").click()
        framed.page.wait_for_url(f"{address}#/t/*/replay#3")
        framed.page.reload()
        step = FramedPage(framed.page).frame.locator(".transport output")
        expect(step).to_have_text("3 of 3")


def test_back_button_works_after_a_reload(context: BrowserContext, address: str) -> None:
    with open_site(context, address) as framed:
        for path in ("history", "statistics"):
            framed.frame.locator(f"header a[href$='/{path}']").click()
            framed.page.wait_for_url(f"{address}#/{path}")
        framed.page.reload()
        FramedPage(framed.page).frame.locator("h1").wait_for()
        for url in (f"{address}#/history", address):
            framed.page.evaluate("history.back()")
            framed.page.wait_for_url(url)


def test_erasure_leaves_nothing(context: BrowserContext, address: str) -> None:
    with open_site(context, address) as framed:
        player = play_now(framed, "onirim")
        player.play_events(3)
        framed.evaluate("localStorage['onirium/games/app.names'] = '{}'")
        framed.frame.goto(f"{address}app/")
        framed.frame.locator("#unfinished").wait_for()
        framed.frame.goto(f"{address}app/privacy")
        framed.frame.locator(".erase-form input").check()
        framed.frame.locator(".erase-form button").click()
        framed.frame.get_by_text("Everything has been deleted").wait_for()
        framed.frame.wait_for_load_state()
        assert framed.page.evaluate(STORED_JS) == []


@pytest.mark.nightly
def test_visitors_get_different_deals(chromium: Browser, address: str) -> None:
    paths, deals = [], []
    for _ in range(2):
        context = chromium.new_context(reduced_motion="reduce")
        with open_site(context, address) as framed:
            player = play_now(framed, "onirim")
            paths.append(player.table_path())
            # In their order: two hands of five cards are equal once in several thousand pairs.
            deals.append(player.download_record().actions)
        context.close()
    assert paths[0] != paths[1]
    assert deals[0] != deals[1]


@pytest.mark.nightly
def test_address_names_the_table(context: BrowserContext, address: str) -> None:
    with open_site(context, address) as framed:
        play_now(framed, "onirim")
        framed.page.wait_for_url(f"{address}#/t/*")
        table = framed.page.url.partition("#")[2]
        framed.page.reload()
        FramedPage(framed.page).frame.wait_for_url(f"**/app{table}")


def test_page_names_its_language(chromium: Browser, address: str) -> None:
    context = chromium.new_context(locale="de")
    page = context.new_page()
    page.goto(address, wait_until="commit")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    FramedPage(page).frame.evaluate("document.querySelector('#languages [value=ru]').click()")
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    page.reload(wait_until="commit")
    expect(page.locator("#status")).to_have_text("Карты тасуются…")
    context.close()


def test_site_starts_without_a_storage_for_the_language(
    context: BrowserContext, address: str
) -> None:
    context.add_init_script(DENY_STORAGE_JS)
    with open_site(context, address) as framed:
        framed.evaluate("document.querySelector('#languages [value=ru]').click()")
        expect(framed.page.locator("html")).to_have_attribute("lang", "ru")
        expect(framed.page.locator("#start")).to_be_hidden()


def test_second_tab_waits_for_the_first(context: BrowserContext, address: str) -> None:
    with open_site(context, address) as framed:
        player = play_now(framed, "onirim")
        second = context.new_page()
        second.goto(address)
        expect(second.locator("#status")).to_contain_text("open in another tab")
        # The first tab plays on, although the service worker serves both.
        player.play_events(5)
    FramedPage(second)
    second.close()


def test_sites_of_one_host_have_their_own_games_and_settings(
    context: BrowserContext, web_space: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(web_space, tmp_path / "web space")
    shutil.copytree(folder / "games", folder / "preview")
    with serve_folder(folder) as host, open_site(context, f"{host}/games/") as framed:
        framed.evaluate("document.querySelector('#languages [value=ru]').click()")
        expect(framed.page.locator("html")).to_have_attribute("lang", "ru")
        play_now(framed, "onirim").play_events(2)
        with open_site(context, f"{host}/preview/") as other:
            expect(other.page.locator("html")).to_have_attribute("lang", "en")
            other.frame.locator(".quick-start button").first.wait_for()
            expect(other.frame.locator("#unfinished")).to_have_count(0)


def test_game_moves_to_a_server(
    context: BrowserContext, web_space: Path, tmp_path: Path, server: LiveServer
) -> None:
    folder = shutil.copytree(web_space, tmp_path / "web space")
    change_page(folder, 'SERVER_URL = \\"\\"', f'SERVER_URL = \\"{server.address}\\"')
    with serve_folder(folder) as host, open_site(context, f"{host}/games/") as framed:
        player = play_now(framed, "nightmarium")
        player.play_events(6)
        framed.frame.locator("button.tool.menu").click()
        framed.evaluate(HOLD_FETCHES)
        with context.expect_page() as opened:
            framed.frame.get_by_role("button", name=f"Play on at {server.host}").click()
        framed.evaluate("releaseFetches()")
        expect(framed.frame.locator("dialog")).to_be_hidden()
        played = player.download_record().actions
        page = opened.value
        expect(page.locator("#moved-record")).to_be_visible()
        page.locator(".import-form button").click()
        page.wait_for_url(f"{server.address}/t/*")
        page.locator(".table-surface").wait_for()
        table_id = page.url.rpartition("/")[2].partition("?")[0]
        table = server.run(server.sessions.load_table(table_id))
        assert table
        assert table.match.record.actions[: len(played)] == played
        page.close()


@pytest.mark.nightly
def test_interpreter_comes_from_another_host(
    context: BrowserContext, web_space: Path, tmp_path: Path, downloads: Downloads
) -> None:
    class ForeignHandler(QuietHandler):
        """Serves files to the pages of other hosts."""

        def end_headers(self) -> None:
            """Add the permission."""
            self.send_header("access-control-allow-origin", "*")
            super().end_headers()

    def read(pattern: str) -> bytes:
        [path] = (web_space / "games").glob(pattern)
        return path.read_bytes()

    archive = lzma.decompress(read("first-*.xz"))
    worker = (web_space / "games" / "service_worker.js").read_text("utf-8")
    size = re.search('"path":"memory.bin"[^}]*"bytes":([0-9]+)}]', worker)
    assert size is not None
    memory = archive[-int(size[1]) :]
    constants = (web_space / "games" / "server.js").read_text("utf-8")
    header = re.search("MEMORY = ({.*});", constants)
    assert header is not None
    library, packages = (
        gzip.decompress(read(pattern)) for pattern in ("library-*.zip.gz", "packages-*.zip.gz")
    )
    archives = Archives(library, packages, memory, header[1].encode())
    folder = tmp_path / "web space"
    with serve_folder(downloads.pyodide(), ForeignHandler) as interpreter_host:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(builder, "prepare_archives", lambda *_: archives)
            # Compressing well takes a quarter of a minute.
            patch.setitem(builder.XZ_FILTER, "preset", 0)
            options = SiteOptions(
                interpreter_url=interpreter_host, compiled=path_from_environment(COMPILED_VARIABLE)
            )
            builder.build_site(folder / "games", downloads, options)
        assert not (folder / "games" / "pyodide").exists()
        with serve_folder(folder) as host, open_site(context, f"{host}/games/") as framed:
            play_now(framed, "onirim").play_events(3)


@pytest.mark.nightly
def test_site_plays_within_another_page(
    context: BrowserContext, web_space: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(web_space, tmp_path / "web space")
    (folder / "board.html").write_text('<iframe src="games/"></iframe>', "utf-8")
    with serve_folder(folder) as host:
        page = context.new_page()
        page.goto(f"{host}/board.html")
        inner = page.frame_locator("iframe").frame_locator("iframe")
        inner.locator(".quick-start button").first.click(timeout=START_TIMEOUT_MS)
        inner.locator("button.card.legal").first.wait_for()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("works", "fails"),
    [
        # Some private windows refuse to open databases; Chromium's do not.
        pytest.param("indexedDB.open(", "refuse(", id="no database"),
        pytest.param("transaction.oncomplete = resolve", "reject(Error())", id="no space"),
    ],
)
def test_window_without_storage_plays_and_warns(
    context: BrowserContext, web_space: Path, tmp_path: Path, works: str, fails: str
) -> None:
    folder = shutil.copytree(web_space, tmp_path / "web space")
    change_page(folder, works, fails)
    with serve_folder(folder) as host, open_site(context, f"{host}/games/") as framed:
        expect(framed.page.locator("#notice")).to_contain_text("saves nothing")
        bottom, top = framed.page.evaluate(EDGES_OF_FRAME_AND_NOTICE)
        assert bottom <= top
        play_now(framed, "onirim").play_events(3)
        # The page has meanwhile reported that it waits for files.
        expect(framed.page.locator("#notice")).to_contain_text("saves nothing")


def test_page_reports_a_server_that_fails_to_start(
    context: BrowserContext, web_space: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(web_space, tmp_path / "web space")
    start = "server = await browser.start("
    change_page(folder, start, f"Promise.reject(Error()); await new Promise(() => {{}}); {start}")
    with serve_folder(folder) as host:
        page = context.new_page()
        page.goto(f"{host}/games/")
        expect(page.locator("#status")).to_contain_text("did not start", timeout=START_TIMEOUT_MS)


def test_new_version_keeps_the_game(
    context: BrowserContext, web_space: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(web_space, tmp_path / "web space")
    # On a busy machine the games would start with the older version.
    change_page(folder, REPLACEMENT_TIME, "REPLACEMENT_MS = 120_000")
    with serve_folder(folder) as host:
        address = f"{host}/games/"
        with open_site(context, address) as framed:
            player = play_now(framed, "onirim")
            player.play_events(8)
            played = player.download_record().actions
        write_newer_version(folder)
        with open_site(context, address) as framed:
            # The newer version is installed while the older one runs, and starts with the page.
            framed.page.evaluate(WAIT_FOR_UPDATE, "onirium /games/ newer")
            framed.page.evaluate(REQUEST_WHILE_CLOSING)
        with open_site(context, address) as framed:
            assert framed.page.evaluate("caches.keys()") == ["onirium /games/ newer"]
            assert continue_game(framed).download_record().actions[: len(played)] == played


def test_a_site_that_is_being_uploaded_changes_nothing(
    context: BrowserContext, web_space: Path, tmp_path: Path
) -> None:
    """The worker of the newer version is there, but not yet all files that it names."""
    folder = shutil.copytree(web_space, tmp_path / "web space")
    with serve_folder(folder) as host:
        address = f"{host}/games/"
        with open_site(context, address) as framed:
            play_now(framed, "onirim").play_events(3)
            framed.page.evaluate(WAIT_FOR_FILES, LATER_FILES)
            before = framed.page.evaluate("caches.keys()")
        write_newer_version(folder)
        worker = folder / "games" / "service_worker.js"
        worker.write_text(worker.read_text("utf-8").replace("packages-", "packages-newer"), "utf-8")
        for _ in range(2):
            with open_site(context, address) as framed:
                continue_game(framed).play_events(1)
                framed.page.evaluate(INSTALLATION_ENDS_JS)
    assert "onirium /games/ newer" not in before


def test_an_address_is_followed_only_within_the_games(
    context: BrowserContext, web_space: Path
) -> None:
    with serve_folder(web_space) as host, open_site(context, f"{host}/games/") as framed:
        for path, expected in (("/statistics", "/statistics"), ("/../../../../other", "/")):
            framed.page.evaluate("(path) => { location.hash = path }", path)
            framed.frame.wait_for_url(f"{host}/games/app{expected}")


@pytest.mark.nightly
def test_busy_version_does_not_keep_the_games_waiting(
    context: BrowserContext, web_space: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(web_space, tmp_path / "web space")
    change_page(folder, REPLACEMENT_TIME, "REPLACEMENT_MS = 500")
    worker = folder / "games" / "service_worker.js"
    text = worker.read_text("utf-8")
    # The browser replaces a version once it has nothing left to do.
    busy = "event.waitUntil(new Promise(() => {})); event.respondWith("
    worker.write_text(text.replace("event.respondWith(", busy), "utf-8")
    with serve_folder(folder) as host:
        with open_site(context, f"{host}/games/") as framed:
            worker.write_text(text, "utf-8")
            write_newer_version(folder)
            framed.page.evaluate(WAIT_FOR_UPDATE, "onirium /games/ newer")
        with open_site(context, f"{host}/games/") as framed:
            framed.frame.locator("article.game").first.wait_for()
            assert "waiting service worker: installed" in framed.page.evaluate(PAGE_STATE)


@pytest.mark.nightly
def test_games_do_not_wait_for_a_version_that_does_not_arrive(
    context: BrowserContext, web_space: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(web_space, tmp_path / "web space")
    released = threading.Event()
    released.set()
    with serve_folder(folder, holding_handler(".xz", released)) as host:
        try:
            with open_site(context, f"{host}/games/") as framed:
                framed.page.evaluate(WAIT_FOR_FILES, FIRST_FILES)
                released.clear()
                write_newer_version(folder)
                framed.page.evaluate(BEGIN_UPDATE)
                framed.page.reload()
                frame = FramedPage(framed.page).frame
                frame.locator("article.game").first.wait_for()
                assert "installing service worker: installing" in framed.page.evaluate(PAGE_STATE)
        finally:
            released.set()


@pytest.mark.nightly
def test_page_refuses_requests_before_its_server_starts(
    context: BrowserContext, address: str
) -> None:
    with open_site(context, address):
        pass
    page = context.new_page()
    page.add_init_script("navigator.serviceWorker.getRegistration = () => new Promise(() => {})")
    page.goto(address)
    assert page.evaluate(REQUEST_OUTCOME) == "refused"


def test_hint_is_refined_in_a_worker_of_its_own(context: BrowserContext, address: str) -> None:
    with open_site(context, address) as framed:
        play_now(framed, "onirim")
        framed.frame.locator("button.tool.hint").first.click()
        framed.frame.locator("dialog button").filter(has_text="Show").click()
        thinking = framed.frame.get_by_text("still thinking")
        expect(thinking).to_be_visible(timeout=START_TIMEOUT_MS)
        estimates = framed.frame.locator(".hint-panel ol")
        first = estimates.inner_text()
        expect(estimates).not_to_have_text(first, use_inner_text=True, timeout=START_TIMEOUT_MS)
        expect(thinking).to_be_visible()
        assert [worker.url.rpartition("/")[2] for worker in framed.page.workers] == [
            "server.js",
            "jobs.js",
        ]
