"""The page of a study: its plots and tables, one file that needs nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final
from xml.etree.ElementTree import Element, SubElement, tostring

from onirium.games import load, options
from onirium.kernel.options import settle
from onirium.studies.course import Course, together
from onirium.studies.plan import Setting
from onirium.studies.plots import STYLE, Curve, Share, Spread, cells, curves, shares, spreads
from onirium.studies.simulate import intervals, wilson
from onirium.studies.study import Outcome
from onirium.words import Words

FEWEST: Final = 30
"""A chance is drawn where at least so many games stood alike."""

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)

PAGE_STYLE: Final = """
:root { color-scheme: light dark; --paper: #fffdf8; --ink: #2b2733; --faint: #d9d3c7; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #17151d; --ink: #ece7f2; --faint: #3d3947; }
}
body { background: var(--paper); color: var(--ink); font: 16px/1.5 sans-serif; }
body { max-width: 800px; margin: 0 auto; padding: 1em; }
a { color: inherit; }
table { border-collapse: collapse; font-size: 14px; display: block; overflow-x: auto; }
th, td { padding: 2px 12px 2px 0; text-align: right; border-bottom: 1px solid var(--faint); }
th:first-child, td:first-child { text-align: left; }
svg { width: 100%; height: auto; }
"""


def page(
    name: str, outcomes: Sequence[Outcome], seed: int, files: Sequence[str], language: str
) -> str:
    """Return the page of a study as HTML.

    Args:
        name: what the study is called.
        outcomes: what came of its settings.
        seed: its seed.
        files: the tables that lie beside the page.
        language: in which language.
    """
    words = Words(language)
    title = words.text("study.title", name=name)
    html = Element("html", {"lang": language})
    head = SubElement(html, "head")
    SubElement(head, "meta", {"charset": "utf-8"})
    SubElement(head, "meta", {"name": "viewport", "content": "width=device-width"})
    SubElement(head, "title").text = title
    SubElement(head, "style").text = PAGE_STYLE + STYLE
    body = SubElement(html, "body")
    _say(body, "h1", title)
    games = sum(outcome.tally.games for outcome in outcomes)
    _say(body, "p", words.text("study.about", games=f"{games:_}".replace("_", "\xa0"), seed=seed))
    for game, group in groupby(outcomes, key=lambda outcome: outcome.setting.game):
        for part in _of_game(list(group), Words(language, game)):
            body.append(part)
    _say(body, "h2", words.text("study.tables"))
    listed = SubElement(body, "ul")
    for file in files:
        SubElement(SubElement(listed, "li"), "a", {"href": file}).text = file
    return "<!doctype html>\n" + tostring(html, encoding="unicode", method="html") + "\n"


def labels(settings: Sequence[Setting], words: Words) -> list[str]:
    """Return what tells the settings of a game apart, in short."""
    parts: list[dict[str, str]] = []
    for setting in settings:
        values = settle(setting.game, options(setting.game), setting.options)
        shown = {name: _shown(value, words) for name, value in values.items()}
        parts.append({**shown, "": ", ".join(_alike(setting.players))})
    varied = [name for name in parts[0] if len({part[name] for part in parts}) > 1] or [""]
    chosen = [name for name in varied if name]
    return [
        "; ".join(_named(name, part[name], alone=len(chosen) < 2) for name in varied)  # noqa: PLR2004 - several
        for part in parts
    ]


def quantiles(counts: Mapping[int, int], shares_below: Sequence[float]) -> list[int]:
    """Return the least numbers that are not less than such shares of all.

    >>> quantiles({1: 50, 2: 25, 9: 25}, (0.25, 0.5, 0.51, 0.75, 0.76))
    [1, 1, 2, 2, 9]
    """
    total = sum(counts.values())
    found = []
    for share in shares_below:
        seen = 0
        for number in sorted(counts):
            seen += counts[number]
            if seen >= share * total:
                found.append(number)
                break
    return found


def _of_game(outcomes: list[Outcome], words: Words) -> Iterator[Element]:
    """Yield what the page says of a game."""
    yield _say(None, "h2", words.text("name"))
    named = list(zip(labels([o.setting for o in outcomes], words), outcomes, strict=True))
    rates = [rate for label, outcome in named for rate in _rates(label, outcome, words)]
    yield from _figure(shares, rates, words.text("study.wins"), words.text("study.wins.meaning"))
    yield _table(rates, words)
    lengths = [Spread(label, quantiles(o.tally.lengths, QUANTILES)) for label, o in named]
    yield from _figure(
        spreads, lengths, words.text("study.lengths"), words.text("study.lengths.meaning")
    )
    if outcomes[0].courses:
        lost = {label: parts for label, o in named for label, parts in _lost(label, o)}
        measure = words.text("study.reached")
        title = words.text("study.lost")
        yield from _figure(cells, lost, title, words.text("study.lost.meaning", measure=measure))
        yield from _chances(named, words)


def _rates(label: str, outcome: Outcome, words: Words) -> Iterator[Share]:
    """Yield how often each player wins; of those who win together it is said once."""
    game = load(outcome.setting.game, **outcome.setting.options)
    together_ = game.seats == 1 or not game.rivals()
    players = zip(
        outcome.setting.players, outcome.tally.wins, intervals(outcome.tally), strict=True
    )
    for number, (name, wins, (low, high)) in enumerate(players):
        seat = words.text("player", number=number + 1)
        if number == 0 or not together_:
            who = label if together_ else f"{label} — {seat}: {name}"
            yield Share(who, low, wins / outcome.tally.games, high)


def _by_name(outcome: Outcome) -> dict[str, Course]:
    """Return the course of players of each name, wherever they sit."""
    found: dict[str, list[Course]] = {}
    for name, course in zip(outcome.setting.players, outcome.courses, strict=True):
        found.setdefault(name, []).append(course)
    return {name: together(courses) for name, courses in found.items()}


def _called(label: str, name: str, outcome: Outcome) -> str:
    return label if len(set(outcome.setting.players)) == 1 else f"{label} — {name}"


def _lost(label: str, outcome: Outcome) -> Iterator[tuple[str, list[float]]]:
    """Yield for players of each name how far they had come when they lost, as shares."""
    for name, course in _by_name(outcome).items():
        counts: dict[int, int] = {}
        for stand in course.ends:
            counts[stand.reached] = counts.get(stand.reached, 0) + stand.games - stand.wins
        lost = sum(counts.values())
        if lost:
            parts = [counts.get(n, 0) / lost for n in range(max(counts) + 1)]
            yield _called(label, name, outcome), parts


def _chances(named: Sequence[tuple[str, Outcome]], words: Words) -> Iterator[Element]:
    measure = words.text("study.reached")
    yield _say(None, "h3", words.text("study.chances", measure=measure))
    yield _say(None, "p", words.text("study.chances.meaning", measure=measure, games=FEWEST))
    for label, outcome in named:
        for name, course in _by_name(outcome).items():
            called = _called(label, name, outcome)
            lines = list(_curves(course))
            if lines:
                yield _say(None, "h4", called)
                yield curves(called, lines, words.text("study.turn"))


def _curves(course: Course) -> Iterator[Curve]:
    """Yield the chance to win by turn, for each number that was reached."""
    for reached in sorted({stand.reached for stand in course.turns}):
        points = [
            (stand.turn, _share(stand.wins, stand.games))
            for stand in course.turns
            if stand.reached == reached and stand.games >= FEWEST
        ]
        if len(points) > 1:
            yield Curve(str(reached), points)


def _share(wins: int, games: int) -> Share:
    low, high = wilson(wins, games)
    return Share("", low, wins / games, high)


def _figure(draw: Any, drawn: Any, title: str, meaning: str) -> Iterator[Element]:
    """Yield a plot with its title and what it means."""
    yield _say(None, "h3", title)
    yield _say(None, "p", meaning)
    yield draw(title, drawn)


def _table(rates: Sequence[Share], words: Words) -> Element:
    table = Element("table")
    head = SubElement(table, "tr")
    for key in ("study.setting", "simulate.win_rate", "simulate.interval"):
        _say(head, "th", words.text(key))
    for name, low, share, high in rates:
        row = SubElement(table, "tr")
        for text in (name, f"{share:.2%}", f"{low:.2%} – {high:.2%}"):
            _say(row, "td", text)
    return table


def _say(parent: Element | None, tag: str, text: str) -> Element:
    said = Element(tag) if parent is None else SubElement(parent, tag)
    said.text = text
    return said


def _shown(value: object, words: Words) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or words.text("study.none")
    return str(value)


def _alike(players: tuple[str, ...]) -> tuple[str, ...]:
    return players[:1] if len(set(players)) == 1 else players


def _named(name: str, value: str, *, alone: bool) -> str:
    """Return a part of a label; the only option that varies needs no name but beside a number."""
    bare = not name or (alone and not value.isdecimal())
    return value if bare else f"{name}: {value}"
