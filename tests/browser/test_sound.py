"""Sounds of the table: each is heard, and differs from all others."""

import base64
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from playwright.sync_api import Browser, Page, expect

import onirium
from tests.support.browser_pages import (
    KEEP_MESSAGES_JS,
    browser_page,
    play_now,
    wait_for_table,
)
from tests.support.live_server import LiveServer

pytestmark = pytest.mark.browser

SAMPLE_RATE_HZ = 22_050
RENDERED_S = 4
MAX_MODULE_BYTES = 6 * 1024

ENVELOPE_STEPS = 32
"""Number of equal parts into which the envelope of a sound is divided."""

CLIMBING = {"play": 3, "door": 8, "part": 4}
"""Sounds that rise with each step of a set, a game or a legion, and their steps."""

RENDER_JS = """
async ([address, name, step, rate, seconds]) => {
  const { schedule } = await import(address);
  const context = new OfflineAudioContext(1, rate * seconds, rate);
  schedule(context, context.destination, name, step, 0);
  const samples = (await context.startRendering()).getChannelData(0);
  const bytes = new Uint8Array(samples.buffer);
  let text = "";
  for (let index = 0; index < bytes.length; index += 8192)
    text += String.fromCharCode(...bytes.subarray(index, index + 8192));
  return btoa(text);
}
"""


class Timbre(NamedTuple):
    """Measures of a rendered sound.

    Attributes:
        peak: largest amplitude; 1 is full scale.
        duration_s: time after which 1 % of the energy is left.
        centroid_hz: spectral centroid: the mean frequency, weighted by energy.
        envelope: root mean square amplitude of equal parts of the duration, as a unit vector.
    """

    peak: float
    duration_s: float
    centroid_hz: float
    envelope: npt.NDArray[np.float64]


def measure(samples: npt.NDArray[np.float64]) -> Timbre:
    energy = np.cumsum(samples**2)
    length = int(np.searchsorted(energy, 0.99 * energy[-1])) + 1
    sound = samples[:length]
    power = np.abs(np.fft.rfft(sound)) ** 2
    frequencies = np.fft.rfftfreq(length, 1 / SAMPLE_RATE_HZ)
    parts = np.array_split(sound, ENVELOPE_STEPS)
    envelope = np.array([np.sqrt(np.mean(part**2)) for part in parts])
    return Timbre(
        peak=float(np.abs(samples).max()),
        duration_s=length / SAMPLE_RATE_HZ,
        centroid_hz=float(np.sum(frequencies * power) / np.sum(power)),
        envelope=envelope / np.linalg.norm(envelope),
    )


@pytest.fixture(scope="module")
def timbres(chromium: Browser, server: LiveServer) -> dict[tuple[str, int], Timbre]:
    """Render all sounds, those that climb at each step."""
    with browser_page(chromium) as page:
        page.goto(server.address)
        address = sound_module(page)
        names: list[str] = page.evaluate(
            "async (address) => Object.keys((await import(address)).SOUNDS)", address
        )
        return {
            (name, step): measure(render(page, address, name, step))
            for name in names
            for step in range(1, CLIMBING.get(name, 1) + 1)
        }


def sound_module(page: Page) -> str:
    address = page.locator("link[rel=icon]").get_attribute("href")
    assert address is not None
    return address.replace("moon.svg", "sound.js")


def render(page: Page, address: str, name: str, step: int) -> npt.NDArray[np.float64]:
    arguments = [address, name, step, SAMPLE_RATE_HZ, RENDERED_S]
    samples = np.frombuffer(base64.b64decode(page.evaluate(RENDER_JS, arguments)), np.float32)
    return samples.astype(np.float64)


@pytest.mark.nightly
def test_a_sound_is_the_same_each_time(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        page.goto(server.address)
        # Noise, pitched noise, and a note with both.
        for name in ("shuffle", "executioner", "lift"):
            one, other = (render(page, sound_module(page), name, 1) for _ in range(2))
            assert np.array_equal(one, other), name


def test_each_sound_is_heard_and_does_not_clip(timbres: dict[tuple[str, int], Timbre]) -> None:
    for sound, timbre in timbres.items():
        assert 0.15 < timbre.peak < 1, sound
        assert 0.02 < timbre.duration_s < RENDERED_S / 2, sound


MIN_CENTROID_OCTAVES = 1 / 3
MIN_DURATION_OCTAVES = 1 / 2
MIN_ENVELOPE_ANGLE = 0.15
"""Differences that are heard: a major third, half as long again, another rhythm (1 - cosine)."""


def is_distinct(one: Timbre, other: Timbre) -> bool:
    return bool(
        abs(np.log2(one.centroid_hz / other.centroid_hz)) > MIN_CENTROID_OCTAVES
        or abs(np.log2(one.duration_s / other.duration_s)) > MIN_DURATION_OCTAVES
        or 1 - one.envelope @ other.envelope > MIN_ENVELOPE_ANGLE
    )


def test_sounds_differ(timbres: dict[tuple[str, int], Timbre]) -> None:
    alike = [
        (one, other)
        for one, other in combinations(timbres, 2)
        if one[0] != other[0] and not is_distinct(timbres[one], timbres[other])
    ]
    assert not alike


@pytest.mark.parametrize("name", CLIMBING)
def test_steps_climb(timbres: dict[tuple[str, int], Timbre], name: str) -> None:
    centroids = [timbres[name, step].centroid_hz for step in range(1, CLIMBING[name] + 1)]
    assert all(lower < higher for lower, higher in pairwise(centroids)), centroids


def test_the_sound_module_stays_small() -> None:
    module = Path(onirium.__file__).parent / "web" / "client" / "sound.js"
    assert module.stat().st_size < MAX_MODULE_BYTES


COUNT_SOURCES_JS = """
window.started = [];
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const begin = kind.prototype.start;
  kind.prototype.start = function (...when) {
    if (this.context instanceof AudioContext) window.started.push(kind.name);
    return begin.apply(this, when);
  };
}
"""


def test_sound_is_off_until_wished(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        page.add_init_script(COUNT_SOURCES_JS)
        play_now(page, server.address, "onirim")
        card = page.locator(".own button.card.legal").first
        card.click()
        assert page.evaluate("started.length") == 0
        page.keyboard.press("Escape")
        page.locator("button.tool.menu").click()
        page.locator("[data-preference=sound]").click()
        expect(page.locator("[data-preference=sound]")).to_have_attribute("aria-checked", "true")
        expect(page.locator(".volume input")).to_be_visible()
        # The first sound, a sample of the volume, loads the synthesizer.
        page.wait_for_function("() => started.length > 0")
        page.keyboard.press("Escape")
        before = page.evaluate("started.length")
        card.click()
        page.wait_for_function("(before) => started.length > before", arg=before)


def test_sound_stays_as_chosen_after_a_reload(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        page.add_init_script(COUNT_SOURCES_JS)
        play_now(page, server.address, "nightmarium")
        page.evaluate(KEEP_MESSAGES_JS)
        expect(page.locator(".notice")).to_be_empty()
        page.keyboard.press("m")
        expect(page.locator(".notice")).to_have_text("Sound is on.")
        expect(page.locator(".unseen[role=status]")).to_have_text("Sound is on.")
        page.reload()
        wait_for_table(page)
        assert page.evaluate("started.length") == 0, "nothing sounds before the first touch"
        page.locator(".own button.card.legal").first.click()
        page.wait_for_function("() => started.length > 0")
