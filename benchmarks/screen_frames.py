"""Counts the frames that reach the screen while something moves, from a trace of Chromium.

A page only notices the frames of its main thread, which animations of transform and opacity do not
need. The trace states for each frame of the screen whether the compositor showed or missed it.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page

from benchmarks.measurement import percentiles

RECORD_MOTION = """
(() => {
  const record = (animation, name) => {
    const { delay, endTime, endDelay } = animation.effect.getComputedTiming();
    if (!name || !Number.isFinite(endTime)) return;
    animation.finished.then(({ startTime }) => {
      const [start, end] = [startTime + delay, startTime + endTime - endDelay];
      performance.measure(`motion ${name}`, { start, end });
    }, () => {});
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...frames) {
    const animation = animate.apply(this, frames);
    record(animation, animation.id);
    return animation;
  };
  const known = new WeakSet();
  addEventListener("animationstart", ({ animationName }) => {
    for (const animation of document.getAnimations()) {
      if (animation.animationName !== animationName || known.has(animation)) continue;
      known.add(animation);
      record(animation, animationName);
    }
  }, true);
})()
"""
"""Script for a new page that writes to its trace when each named animation moves."""

SHOWN = {"STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL"}
MISSED = "STATE_DROPPED"


@dataclass
class ScreenFrame:
    """A frame of the screen: when it began, how it ended, and when it was shown."""

    began_us: float
    states: set[str] = field(default_factory=set)
    shown_us: float = float("inf")

    @property
    def is_shown(self) -> bool:
        """Whether the compositor showed a new picture."""
        return bool(self.states & SHOWN)

    @property
    def is_missed(self) -> bool:
        """Whether there was a new picture, but too late for this frame."""
        return MISSED in self.states and not self.is_shown


class Recording:
    """The animations of a page, and the frames of the screen during them."""

    def __init__(self) -> None:
        self._events: list[dict[str, Any]] = []

    @contextmanager
    def running(self, browser: Browser, page: Page) -> Iterator[None]:
        """Record a page that runs ``RECORD_MOTION``; append to earlier recordings."""
        browser.start_tracing(page=page, categories=["benchmark", "blink.user_timing", "cc"])
        yield
        events = json.loads(browser.stop_tracing())["traceEvents"]
        pages = {event["pid"] for event in events if event["name"].startswith("motion ")}
        recorded = (event for event in events if event["pid"] in pages)
        self._events += sorted(recorded, key=lambda event: event["ts"])

    def motions(self) -> list[tuple[str, float, float]]:
        """Return the name, start and end of each animation, in microseconds."""
        return [
            (begin["name"].removeprefix("motion "), begin["ts"], end["ts"])
            for begin, end in self._pairs("motion ")
        ]

    def marks(self, name: str) -> list[float]:
        """Return the times of marks that the page has set, in microseconds."""
        return [event["ts"] for event in self._events if event["name"] == name]

    def screen_frames(self) -> list[ScreenFrame]:
        """Return the frames of the screen in their order."""
        frames: dict[tuple[int, int], ScreenFrame] = {}
        for begin, end in self._pairs("PipelineReporter"):
            # The main thread may contribute to a frame later: two events have the same number.
            if report := begin["args"].get("frame_reporter"):
                number = begin["pid"], report["frame_sequence"]
                frame = frames.setdefault(number, ScreenFrame(begin["ts"]))
                frame.states.add(report["state"])
                if report["state"] in SHOWN:
                    frame.shown_us = min(frame.shown_us, end["ts"])
        return sorted(frames.values(), key=lambda frame: frame.began_us)

    def _pairs(self, name: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        begun: dict[tuple[str, str], dict[str, Any]] = {}
        pairs = []
        for event in self._events:
            key = (event["name"], str(event.get("id", event.get("id2"))))
            if event["name"].startswith(name) and event["ph"] == "b":
                begun[key] = event
            elif event["ph"] == "e" and key in begun:
                pairs.append((begun.pop(key), event))
        return pairs


def summarize_motions(recording: Recording) -> dict[str, dict[str, float]]:
    """Return, by animation, percentiles of the intervals between frames and the share missed."""
    spans: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for name, start, end in recording.motions():
        spans[name].append((start, end))
    frames = recording.screen_frames()
    return {
        name: {"animations": len(spans[name]), **summarize_frames(frames, spans[name])}
        for name in sorted(spans)
    }


def summarize_frames(
    frames: Sequence[ScreenFrame], spans: Sequence[tuple[float, float]]
) -> dict[str, float]:
    """Return percentiles of the intervals between the frames in some spans, and the share missed.

    A frame without a new picture, as where an animation stands still, ends an interval unseen.
    """
    intervals_ms = []
    shown = missed = 0
    last_us: float | None = None
    for frame in frames:
        moves = any(start <= frame.began_us < end for start, end in spans)
        if moves and frame.is_missed:
            missed += 1
        elif moves and frame.is_shown:
            shown += 1
            if last_us is not None:
                intervals_ms.append((frame.shown_us - last_us) / 1000)
            last_us = frame.shown_us
        else:
            last_us = None
    return {
        "frames": shown + missed,
        **percentiles_if_enough(intervals_ms),
        "missed": missed,
    }


def delays_to_motion(recording: Recording, mark: str) -> dict[str, float]:
    """Return percentiles of the time from a mark to its first movement, in milliseconds."""
    starts = sorted(start for _, start, _ in recording.motions())
    marks = recording.marks(mark)
    delays_ms = []
    for mark_us, next_us in zip(marks, [*marks[1:], float("inf")], strict=True):
        delays_ms += [(start - mark_us) / 1000 for start in starts if mark_us <= start < next_us][
            :1
        ]
    return percentiles_if_enough(delays_ms)


def percentiles_if_enough(values: Sequence[float]) -> dict[str, float]:
    """Return the median and the 95th percentile, if there are enough values."""
    if len(values) < 2:
        return {}
    return {name: round(value, 1) for name, value in percentiles(values, 50, 95).items()}
