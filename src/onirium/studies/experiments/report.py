"""The report of a study: one self-contained HTML page with its plots and tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

import msgspec

from onirium.core.options import resolve
from onirium.games.registry import load, options
from onirium.i18n.catalog import Words, format_count
from onirium.i18n.numbers import format_interval, format_number, format_points
from onirium.studies.charts.svg import colour_style
from onirium.studies.experiments.config import StudySetting
from onirium.studies.experiments.differences import compare_settings
from onirium.studies.experiments.figures import extract_figures
from onirium.studies.experiments.plots import (
    STYLE,
    CurvePoint,
    QuantileSummary,
    ShareCurve,
    ShareDistribution,
    ShareInterval,
    draw_box_plot,
    draw_curves,
    draw_distributions,
    draw_intervals,
)
from onirium.studies.experiments.run import SettingResult, describe_study
from onirium.studies.players.definition import PlayerProvenance
from onirium.studies.provenance import HASHED_FILES, Provenance
from onirium.studies.simulation.progress import ProgressTable, merge_tables
from onirium.studies.simulation.result import win_rate_intervals

MIN_GAMES_PER_POINT: Final = 30
"""Minimum number of games behind a point of a win-probability curve."""

PLAYERS_KEY: Final = "players"

BOX_QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)

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


class Report(NamedTuple):
    """A report and its figures.

    Attributes:
        html: the page.
        figures: the figures as SVG files, by the names to which the page links.
    """

    html: str
    figures: dict[str, str]


def render_report(
    name: str, results: Sequence[SettingResult], seed: int, files: Sequence[str], language: str
) -> Report:
    """Return the report of a study, the same for the same study.

    Args:
        name: the name of the study.
        results: the results of its settings.
        seed: its seed.
        files: the file names of the tables in the same folder.
        language: the language of the page.
    """
    words = Words(language)
    provenance = describe_study(results)
    html, body = _create_page(words.text("study.title", name=name), language)
    sample = _describe_sample(results, seed, words)
    _add_text(body, "p", sample)
    for game in dict.fromkeys(result.setting.game for result in results):
        of_game = [result for result in results if result.setting.game == game]
        body.extend(_game_section(of_game, Words(language, game)))
    _add_text(body, "h2", words.text("study.methods"))
    _add_text(body, "p", words.text("study.methods.meaning"))
    _add_text(body, "h2", words.text("study.provenance"))
    body.append(_provenance_table(provenance))
    figures = extract_figures(body, f"{sample} {_describe_program(provenance)}")
    _add_text(body, "h2", words.text("study.tables"))
    file_list = SubElement(body, "ul")
    for file in files:
        SubElement(SubElement(file_list, "li"), "a", {"href": file}).text = file
    page = "<!doctype html>\n" + tostring(html, encoding="unicode", method="html") + "\n"
    return Report(page, figures)


def _describe_sample(results: Sequence[SettingResult], seed: int, words: Words) -> str:
    """Return the number of settings and of games in each, and the seed."""
    games = [result.tally.games for result in results]
    counts = " – ".join(format_count(count) for count in sorted({min(games), max(games)}))
    return words.count(
        "study.about",
        len(results),
        games=format_count(sum(games)),
        each=counts,
        seed=seed,
    )


def _describe_program(provenance: Provenance) -> str:
    hashes = ", ".join(f"{name} {getattr(provenance, name)}" for name in HASHED_FILES)
    return f"onirium {provenance.version}, commit {provenance.commit or 'unknown'}, {hashes}"


def setting_labels(settings: Sequence[StudySetting], words: Words) -> list[str]:
    """Return short labels with the keys in which the settings of a game differ."""
    values = [_setting_values(setting, words) for setting in settings]
    varied = [name for name in values[0] if len({row[name] for row in values}) > 1]
    varied = varied or [PLAYERS_KEY]
    is_only_option = len([name for name in varied if name != PLAYERS_KEY]) == 1
    return [
        "; ".join(_label_part(name, row[name], is_only_option=is_only_option) for name in varied)
        for row in values
    ]


def quantiles(counts: Mapping[int, int], levels: Sequence[float]) -> list[int]:
    """Return the quantiles of a distribution: for each level the smallest value that reaches it.

    Args:
        counts: the number of observations of each value.
        levels: shares of all observations.

    >>> quantiles({1: 50, 2: 25, 9: 25}, (0.25, 0.5, 0.51, 0.75, 0.76))
    [1, 1, 2, 2, 9]
    """
    total = sum(counts.values())
    values = []
    for level in levels:
        cumulative = 0
        for value in sorted(counts):
            cumulative += counts[value]
            if cumulative >= level * total:
                values.append(value)
                break
    return values


def _provenance_table(provenance: Provenance) -> Element:
    """Return the origin of the results, without the machine, on which they do not depend."""
    table = Element("table")
    rows = [("onirium", provenance.version), ("commit", provenance.commit or "–")]
    rows += [(name, getattr(provenance, name)) for name in HASHED_FILES]
    rows += [(player.name, _describe_player(player)) for player in provenance.players]
    for row_cells in rows:
        row = SubElement(table, "tr")
        for text in row_cells:
            _add_text(row, "td", text)
    return table


def _describe_player(player: PlayerProvenance) -> str:
    fields = msgspec.to_builtins(player)
    del fields["name"]
    return ", ".join(f"{name}: {value}" for name, value in fields.items() if value is not None)


def _create_page(title: str, language: str) -> tuple[Element, Element]:
    """Return a page with nothing but a title, and its body."""
    html = Element("html", {"lang": language})
    head = SubElement(html, "head")
    SubElement(head, "meta", {"charset": "utf-8"})
    SubElement(head, "meta", {"name": "viewport", "content": "width=device-width"})
    SubElement(head, "title").text = title
    SubElement(head, "style").text = colour_style(":root") + PAGE_STYLE + STYLE
    body = SubElement(html, "body")
    _add_text(body, "h1", title)
    return html, body


def _game_section(results: Sequence[SettingResult], words: Words) -> Iterator[Element]:
    """Yield the elements of the section about a game."""
    yield _add_text(None, "h2", words.text("name"))
    settings = [result.setting for result in results]
    labelled = list(zip(setting_labels(settings, words), results, strict=True))
    rates_by_setting = [list(_win_rates(label, result, words)) for label, result in labelled]
    rates = [rate for setting_rates in rates_by_setting for rate in setting_rates]
    games = [
        result.tally.games
        for setting_rates, result in zip(rates_by_setting, results, strict=True)
        for _ in setting_rates
    ]
    title = words.text("study.wins")
    yield from _figure(
        title, words.text("study.wins.meaning"), draw_intervals(title, rates, words.language)
    )
    yield _win_rate_table(rates, games, words)
    yield from _difference_table(labelled, words)
    lengths = [
        QuantileSummary(label, quantiles(result.tally.lengths, BOX_QUANTILES))
        for label, result in labelled
    ]
    title = words.text("study.lengths")
    yield from _figure(title, words.text("study.lengths.meaning"), draw_box_plot(title, lengths))
    if results[0].progress:
        yield from _loss_figure(labelled, words)
        yield from _win_probability_figures(labelled, words)


def _win_rates(label: str, result: SettingResult, words: Words) -> Iterator[ShareInterval]:
    """Yield the win rate of each player, once for players who win together."""
    game = load(result.setting.game, **result.setting.options)
    rivals = game.is_competitive()
    intervals = win_rate_intervals(result.tally)
    for index, name in enumerate(result.setting.players if rivals else ("",)):
        low, high = intervals[index]
        seat = words.text("player", number=index + 1)
        row_label = f"{label} — {seat}: {name}" if rivals else label
        yield ShareInterval(row_label, low, result.tally.wins[index] / result.tally.games, high)


def _loss_figure(labelled: Sequence[tuple[str, SettingResult]], words: Words) -> Iterator[Element]:
    """Yield the distributions of the progress in lost games."""
    rows = [row for label, result in labelled for row in _loss_distributions(label, result)]
    if rows:
        title = words.text("study.lost")
        meaning = words.text("study.lost.meaning", measure=words.text("study.reached"))
        yield from _figure(title, meaning, draw_distributions(title, rows, words.language))


def _loss_distributions(label: str, result: SettingResult) -> Iterator[ShareDistribution]:
    """Yield for each bot the distribution of its progress in lost games."""
    for name, players in _players_by_name(result).items():
        counts: dict[int, int] = {}
        for row in _merged_progress(result, players).ends:
            counts[row.progress] = counts.get(row.progress, 0) + row.games - row.wins
        lost = sum(counts.values())
        if lost:
            shares = [counts.get(n, 0) / lost for n in range(max(counts) + 1)]
            yield ShareDistribution(_bot_label(label, name, result), shares)


def _win_probability_figures(
    labelled: Sequence[tuple[str, SettingResult]], words: Words
) -> Iterator[Element]:
    """Yield the win probability by turn and progress, except for bots that never won."""
    plots = list(_win_probability_plots(labelled, words))
    if not plots:
        return
    measure = words.text("study.reached")
    yield _add_text(None, "h3", words.text("study.chances", measure=measure))
    meaning = words.text("study.chances.meaning", measure=measure, games=MIN_GAMES_PER_POINT)
    yield _add_text(None, "p", meaning)
    yield from plots


def _win_probability_plots(
    labelled: Sequence[tuple[str, SettingResult]], words: Words
) -> Iterator[Element]:
    """Yield a heading and a plot for each bot that has won."""
    for label, result in labelled:
        for name, players in _players_by_name(result).items():
            progress = _merged_progress(result, players)
            curves = list(_curves(progress, result.effective_sample_ratio(players)))
            if any(point.share > 0 for curve in curves for point in curve.points):
                title = _bot_label(label, name, result)
                yield _add_text(None, "h4", title)
                yield draw_curves(title, curves, words.text("study.turn"), words.language)


def _curves(table: ProgressTable, ratio: float) -> Iterator[ShareCurve]:
    """Yield the win probability by turn, a curve for each progress.

    Args:
        table: the progress at the turns.
        ratio: the effective sample size per game.
    """
    for progress in sorted({row.progress for row in table.turns}):
        points = [
            CurvePoint(row.turn, *row.win_rate_interval(ratio))
            for row in table.turns
            if row.progress == progress and row.games >= MIN_GAMES_PER_POINT
        ]
        if len(points) > 1:
            yield ShareCurve(str(progress), points)


def _players_by_name(result: SettingResult) -> dict[str, list[int]]:
    """Return the indices of the players with the same bot, by its name."""
    indices: dict[str, list[int]] = {}
    for index, name in enumerate(result.setting.players):
        indices.setdefault(name, []).append(index)
    return indices


def _merged_progress(result: SettingResult, players: Sequence[int]) -> ProgressTable:
    return merge_tables(result.progress[player] for player in players)


def _bot_label(label: str, name: str, result: SettingResult) -> str:
    return label if len(set(result.setting.players)) == 1 else f"{label} — {name}"


def _figure(title: str, meaning: str, plot: Element) -> Iterator[Element]:
    """Yield a heading, an explanation and a plot."""
    yield _add_text(None, "h3", title)
    yield _add_text(None, "p", meaning)
    yield plot


def _win_rate_table(rates: Sequence[ShareInterval], games: Sequence[int], words: Words) -> Element:
    keys = ("study.setting", "simulate.win_rate", "simulate.interval", "simulate.games")
    rows = [
        (
            name,
            format_number(share, ".2%", words.language),
            format_interval(low, high, ".2%", words.language),
            format_count(count),
        )
        for (name, low, share, high), count in zip(rates, games, strict=True)
    ]
    return _create_table([words.text(key) for key in keys], rows)


def _difference_table(
    labelled: Sequence[tuple[str, SettingResult]], words: Words
) -> Iterator[Element]:
    """Yield the differences between the win rates of two settings, if any can be compared."""
    rows = []
    for setting, baseline, _, paired in compare_settings([result for _, result in labelled]):
        difference, low, high = (
            format_points(share, words.language)
            for share in (paired.difference, paired.low, paired.high)
        )
        deals = f"{format_count(paired.differing_deals)} / {format_count(paired.deals)}"
        labels = labelled[setting][0], labelled[baseline][0]
        rows.append((*labels, difference, f"{low} … {high}", deals))
    if rows:
        keys = ("study.setting", "study.baseline", "study.difference", "simulate.interval")
        yield _add_text(None, "h3", words.text("study.differences"))
        yield _add_text(None, "p", words.text("study.differences.meaning"))
        yield _create_table([words.text(key) for key in (*keys, "study.differing")], rows)


def _create_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Element:
    table = Element("table")
    head = SubElement(table, "tr")
    for heading in headings:
        _add_text(head, "th", heading)
    for cells in rows:
        row = SubElement(table, "tr")
        for text in cells:
            _add_text(row, "td", text)
    return table


def _add_text(parent: Element | None, tag: str, text: str) -> Element:
    element = Element(tag) if parent is None else SubElement(parent, tag)
    element.text = text
    return element


def _setting_values(setting: StudySetting, words: Words) -> dict[str, str]:
    """Return the options and other keys of a setting as text, by their names in the file."""
    values = resolve(setting.game, options(setting.game), setting.options)
    values["rotate"] = setting.rotate
    texts = {name: _value_text(value, words) for name, value in values.items()}
    players = setting.players
    return {**texts, PLAYERS_KEY: ", ".join(players[:1] if len(set(players)) == 1 else players)}


def _value_text(value: object, words: Words) -> str:
    if value is None or value == ():
        return words.text("study.none")
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _label_part(name: str, value: str, *, is_only_option: bool) -> str:
    """Return a part of a label; a single varying option is named only if its value needs it."""
    needs_name = value[0].isdecimal() or value in {"true", "false"}
    is_bare = name == PLAYERS_KEY or (is_only_option and not needs_name)
    return value if is_bare else f"{name}: {value}"
