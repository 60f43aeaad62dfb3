"""The page of a study: its plots and tables, one file that needs nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from onirium.core.options import resolve
from onirium.games.registry import load, options
from onirium.i18n.catalog import Words
from onirium.studies.charts.svg import colours
from onirium.studies.experiments.config import Setting
from onirium.studies.experiments.plots import (
    STYLE,
    Curve,
    Division,
    Point,
    Share,
    Spread,
    curves,
    divisions,
    shares,
    spreads,
)
from onirium.studies.experiments.run import SettingResult
from onirium.studies.simulation.progress import ProgressRow, ProgressTable, merge_tables
from onirium.studies.simulation.simulate import wilson_interval, win_rate_intervals

FEWEST: Final = 30
"""A chance is drawn where at least so many games stood alike."""

PLAYERS: Final = "players"

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)

PAGE_STYLE: Final = """
:root { color-scheme: light dark; }
body { background: var(--paper); color: var(--ink); font: 16px/1.5 sans-serif; }
body { max-width: 800px; margin: 0 auto; padding: 1em; }
a { color: inherit; }
table { border-collapse: collapse; font-size: 14px; display: block; overflow-x: auto; }
th, td { padding: 2px 12px 2px 0; text-align: right; border-bottom: 1px solid var(--faint); }
th:first-child, td:first-child { text-align: left; }
svg { width: 100%; height: auto; }
"""


def render_report(
    name: str, outcomes: Sequence[SettingResult], seed: int, files: Sequence[str], language: str
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
    html, body = _empty_page(words.text("study.title", name=name), language)
    games = sum(outcome.tally.games for outcome in outcomes)
    _say(body, "p", words.text("study.about", games=f"{games:_}".replace("_", "\xa0"), seed=seed))
    for game in dict.fromkeys(outcome.setting.game for outcome in outcomes):
        played = [outcome for outcome in outcomes if outcome.setting.game == game]
        body.extend(_of_game(played, Words(language, game)))
    _say(body, "h2", words.text("study.tables"))
    listed = SubElement(body, "ul")
    for file in files:
        SubElement(SubElement(listed, "li"), "a", {"href": file}).text = file
    return "<!doctype html>\n" + tostring(html, encoding="unicode", method="html") + "\n"


def setting_labels(settings: Sequence[Setting], words: Words) -> list[str]:
    """Return what tells the settings of a game apart, in short."""
    told = [_told(setting, words) for setting in settings]
    varied = [name for name in told[0] if len({parts[name] for parts in told}) > 1] or [PLAYERS]
    alone = len([name for name in varied if name != PLAYERS]) == 1
    return ["; ".join(_named(name, parts[name], alone=alone) for name in varied) for parts in told]


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


def _empty_page(title: str, language: str) -> tuple[Element, Element]:
    """Return a page that has a title only, and its body."""
    html = Element("html", {"lang": language})
    head = SubElement(html, "head")
    SubElement(head, "meta", {"charset": "utf-8"})
    SubElement(head, "meta", {"name": "viewport", "content": "width=device-width"})
    SubElement(head, "title").text = title
    SubElement(head, "style").text = colours(":root") + PAGE_STYLE + STYLE
    body = SubElement(html, "body")
    _say(body, "h1", title)
    return html, body


def _of_game(outcomes: Sequence[SettingResult], words: Words) -> Iterator[Element]:
    """Yield what the page says of a game."""
    yield _say(None, "h2", words.text("name"))
    named = list(zip(setting_labels([o.setting for o in outcomes], words), outcomes, strict=True))
    rates = [rate for label, outcome in named for rate in _rates(label, outcome, words)]
    title = words.text("study.wins")
    yield from _figure(title, words.text("study.wins.meaning"), shares(title, rates))
    yield _table(rates, words)
    lengths = [Spread(label, quantiles(o.tally.lengths, QUANTILES)) for label, o in named]
    title = words.text("study.lengths")
    yield from _figure(title, words.text("study.lengths.meaning"), spreads(title, lengths))
    if outcomes[0].courses:
        yield from _losses(named, words)
        yield from _chances(named, words)


def _rates(label: str, outcome: SettingResult, words: Words) -> Iterator[Share]:
    """Yield how often each player wins; of those who win together it is said once."""
    game = load(outcome.setting.game, **outcome.setting.options)
    rivals = game.seats > 1 and game.is_competitive()
    ends = win_rate_intervals(outcome.tally)
    for number, name in enumerate(outcome.setting.players if rivals else ("",)):
        low, high = ends[number]
        seat = words.text("player", number=number + 1)
        who = f"{label} — {seat}: {name}" if rivals else label
        yield Share(who, low, outcome.tally.wins[number] / outcome.tally.games, high)


def _losses(named: Sequence[tuple[str, SettingResult]], words: Words) -> Iterator[Element]:
    """Yield how far players had come when they lost."""
    lost = [division for label, outcome in named for division in _lost(label, outcome)]
    if lost:
        title = words.text("study.lost")
        meaning = words.text("study.lost.meaning", measure=words.text("study.reached"))
        yield from _figure(title, meaning, divisions(title, lost))


def _lost(label: str, outcome: SettingResult) -> Iterator[Division]:
    """Yield for players of each name how far they had come when they lost, as shares."""
    for name, players in _by_name(outcome).items():
        counts: dict[int, int] = {}
        for stand in _course(outcome, players).ends:
            counts[stand.progress] = counts.get(stand.progress, 0) + stand.games - stand.wins
        lost = sum(counts.values())
        if lost:
            parts = [counts.get(n, 0) / lost for n in range(max(counts) + 1)]
            yield Division(_called(label, name, outcome), parts)


def _chances(named: Sequence[tuple[str, SettingResult]], words: Words) -> Iterator[Element]:
    """Yield what chances players had at their turns; of those who never won there is no plot."""
    measure = words.text("study.reached")
    yield _say(None, "h3", words.text("study.chances", measure=measure))
    yield _say(None, "p", words.text("study.chances.meaning", measure=measure, games=FEWEST))
    for label, outcome in named:
        for name, players in _by_name(outcome).items():
            lines = list(_curves(_course(outcome, players), outcome.worth(players)))
            if any(point.share > 0 for line in lines for point in line.points):
                called = _called(label, name, outcome)
                yield _say(None, "h4", called)
                yield curves(called, lines, words.text("study.turn"))


def _curves(course: ProgressTable, worth: float) -> Iterator[Curve]:
    """Yield the chance to win by turn, for each number that was reached."""
    for reached in sorted({stand.progress for stand in course.turns}):
        points = [
            _point(stand, worth)
            for stand in course.turns
            if stand.progress == reached and stand.games >= FEWEST
        ]
        if len(points) > 1:
            yield Curve(str(reached), points)


def _point(stand: ProgressRow, worth: float) -> Point:
    low, high = wilson_interval(stand.wins * worth, stand.games * worth)
    return Point(stand.turn, low, stand.wins / stand.games, high)


def _by_name(outcome: SettingResult) -> dict[str, list[int]]:
    """Return the numbers of the players of each name, wherever they sit."""
    found: dict[str, list[int]] = {}
    for number, name in enumerate(outcome.setting.players):
        found.setdefault(name, []).append(number)
    return found


def _course(outcome: SettingResult, players: Sequence[int]) -> ProgressTable:
    return merge_tables(outcome.courses[player] for player in players)


def _called(label: str, name: str, outcome: SettingResult) -> str:
    return label if len(set(outcome.setting.players)) == 1 else f"{label} — {name}"


def _figure(title: str, meaning: str, plot: Element) -> Iterator[Element]:
    """Yield a plot below its title and what it means."""
    yield _say(None, "h3", title)
    yield _say(None, "p", meaning)
    yield plot


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


def _told(setting: Setting, words: Words) -> dict[str, str]:
    """Return all that may tell a setting apart, by the names that its file has for it."""
    values = resolve(setting.game, options(setting.game), setting.options)
    values |= {"rotate": setting.rotate, "budget_ms": setting.budget_ms}
    told = {name: _shown(value, words) for name, value in values.items()}
    players = setting.players
    return {**told, PLAYERS: ", ".join(players[:1] if len(set(players)) == 1 else players)}


def _shown(value: object, words: Words) -> str:
    if value is None or value == ():
        return words.text("study.none")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _named(name: str, value: str, *, alone: bool) -> str:
    """Return a part of a label; the only option that varies needs no name but beside a number."""
    bare = name == PLAYERS or (alone and not value[0].isdecimal())
    return value if bare else f"{name}: {value}"
