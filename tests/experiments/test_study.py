"""Studies: the same tables for any number of workers and any interruptions."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element, SubElement

import pytest

import onirium
from onirium import Game, Random, State
from onirium.bots.registry import default_simulations, make_bot
from onirium.cli.main import main
from onirium.core.chance import derive_key
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.i18n.numbers import format_points
from onirium.studies.experiments import run as module
from onirium.studies.experiments.config import parse_config
from onirium.studies.experiments.figures import extract_figures
from onirium.studies.experiments.plots import (
    AXIS_LEFT_PX,
    AXIS_RIGHT_PX,
    ShareInterval,
    draw_intervals,
)
from onirium.studies.experiments.report import render_report, setting_labels
from onirium.studies.experiments.run import (
    CHECKPOINT_FILE,
    SettingResult,
    StudyJobResult,
    describe_study,
    load_progress_measure,
    run_study,
    run_study_job,
)
from onirium.studies.experiments.tables import build_tables, write_tables
from onirium.studies.output import OutputError, write_file
from onirium.studies.provenance import build_hashes
from onirium.studies.simulation.counts import Tally
from onirium.studies.simulation.game_loop import play_games
from onirium.studies.simulation.progress import ProgressRow, ProgressTable
from onirium.studies.simulation.progress_tracker import ProgressTracker
from onirium.studies.simulation.simulate import SimulationConfig, SimulationJob, simulate
from onirium.studies.statistics import wilson_interval
from onirium.studies.table_files import SUFFIXES, TableRow
from onirium.terminal.commands import study as terminal

HEAD = """
seed = 5
games = 7
"""
HUSH_GRID = """
[[grid]]
game = "hush"
players = ["random"]
options.hand = [1, 2]
"""
PUBLIC_GRIDS = """
[[grid]]
game = "onirim"
players = "random"
options.expansions = ["", "book,towers"]

[[grid]]
game = "nightmarium"
players = ["greedy, random", "random"]
rotate = true
"""
STUDY = HEAD + HUSH_GRID + PUBLIC_GRIDS
PUBLIC_STUDY = HEAD + PUBLIC_GRIDS
"""The same without the game of the tests, which has no texts."""
GAMES = [
    ("onirim", {}, ["greedy"]),
    ("onirim", {"expansions": ["book"]}, ["greedy"]),
    ("onirim", {"seats": 2}, ["random", "greedy"]),
    ("onirim", {"seats": 2, "mode": "race"}, ["random", "greedy"]),
    ("nightmarium", {}, ["greedy", "random"]),
    ("nightmarium", {"seats": 3, "creatures": 6}, ["random", "greedy", "greedy"]),
]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> list[SettingResult]:
    return run_study(parse_config(STUDY), tmp_path_factory.mktemp("study"), workers=1)


def number(row: TableRow, column: str) -> float:
    """Return a numeric cell of a row."""
    value = row[column]
    assert isinstance(value, int | float)
    return value


def test_setting_has_the_result_of_a_simulation(results: list[SettingResult]) -> None:
    for result in results:
        setting = result.setting
        game = onirium.load(setting.game, **setting.options)
        simulation = simulate(
            SimulationConfig(game, setting.players, 7, seed=5, workers=1, rotate=setting.rotate)
        )
        assert (simulation.wins, simulation.games) == (result.tally.wins, result.tally.games)
        assert sum(simulation.decisions.values()) == sum(result.tally.actions)
    assert [result.tally.games for result in results] == [7, 7, 7, 7, 8, 8]


def track_by_contract(
    game: Game, names: list[str], games: int, seed: int
) -> Iterator[ProgressTable]:
    """Play the same games over the contract, and read the progress from the views."""
    turns = [Counter[tuple[int, int, bool]]() for _ in names]
    ends = [Counter[tuple[int, int, bool]]() for _ in names]
    bots = [make_bot(name, game) for name in names]
    for index in range(games):
        deck = Random(derive_key(seed, "deck") + index)
        rngs = [Random(derive_key(seed, f"seat {seat}") + index) for seat in range(len(names))]
        state = game.new_state()
        histories: list[list[int]] = [[] for _ in names]
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply(state.sample(deck))
                continue
            seat = state.current_player()
            action = bots[seat].choose(state, rngs[seat])
            if is_turn_start(state, action):
                histories[seat].append(visible_progress(state, seat))
            state.apply(action)
        for seat, history in enumerate(histories):
            won = state.returns()[seat] == 1.0
            turns[seat].update((turn, value, won) for turn, value in enumerate(history, start=1))
            ends[seat][len(history), visible_progress(state, seat), won] += 1
    for seat in range(len(names)):
        yield ProgressTable(to_rows(turns[seat]), to_rows(ends[seat]))


def to_rows(counts: Counter[tuple[int, int, bool]]) -> list[ProgressRow]:
    keys = sorted({key[:2] for key in counts})
    return [
        ProgressRow(*key, counts[*key, True] + counts[*key, False], counts[*key, True])
        for key in keys
    ]


def is_turn_start(state: State, action: int) -> bool:
    view = state.view(state.current_player())
    if state.game.name == "nightmarium":
        return bool(view.step == "act" and view.actions == 2)
    return view.step == "play" and state.game.decision_kind(action) in {"play", "discard"}


def visible_progress(state: State, seat: int) -> int:
    view = state.view(seat)
    if state.game.name == "nightmarium":
        return int(view.players[seat].complete)
    doors = sum(view.doors.values())
    if view.partner is not None and not state.game.is_competitive():
        doors += sum(view.partner.doors.values())
    return int(doors)


@pytest.mark.parametrize(("name", "options", "bots"), GAMES)
def test_tracker_matches_a_loop_over_the_contract(
    name: str, options: dict[str, object], bots: list[str]
) -> None:
    game = onirium.load(name, **options)
    measure = load_progress_measure(name)
    assert measure is not None
    tracker = ProgressTracker(measure, len(bots))
    keys = [derive_key(3, "deck"), *(derive_key(3, f"seat {seat}") for seat in range(len(bots)))]
    play_games(game, [make_bot(bot, game) for bot in bots], keys, 0, 6, tracker=tracker)
    assert tracker.tables() == list(track_by_contract(game, bots, 6, seed=3))


def test_progress_is_by_player_in_whichever_seat(results: list[SettingResult]) -> None:
    for result in results:
        for table, wins in zip(result.progress, result.tally.wins, strict=False):
            assert sum(row.games for row in table.ends) == result.tally.games
            assert sum(row.wins for row in table.ends) == wins
            first = [row for row in table.turns if row.turn == 1]
            assert first == [ProgressRow(1, 0, result.tally.games, wins)]


def test_game_without_progress_measure_has_no_progress(results: list[SettingResult]) -> None:
    assert [bool(result.progress) for result in results] == [False, False, True, True, True, True]


def test_extended_study_reuses_finished_jobs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs: list[tuple[str, int, int]] = []

    def run_and_record(job: SimulationJob) -> StudyJobResult:
        jobs.append((str(job.options), job.first, job.deals))
        return run_study_job(job)

    text = 'games = 4\n[[grid]]\ngame = "hush"\nplayers = "random"\noptions.hand = [2, 1]'
    monkeypatch.setattr(module, "run_study_job", run_and_record)
    monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", 2)
    run_study(parse_config(text), tmp_path, workers=1)
    assert jobs == [("{}", 0, 2), ("{}", 2, 2), ("{'hand': 1}", 0, 2), ("{'hand': 1}", 2, 2)]
    jobs.clear()
    extended = parse_config(text.replace("4", "6").replace("[2, 1]", "[3, 1]"))
    resumed = run_study(extended, tmp_path, workers=1)
    assert jobs == [
        ("{'hand': 3}", 0, 2),
        ("{'hand': 3}", 2, 2),
        ("{'hand': 3}", 4, 2),
        ("{'hand': 1}", 4, 2),
    ]
    uninterrupted = run_study(extended, tmp_path / "uninterrupted", workers=1)
    assert [result.tally.wins for result in resumed] == [
        result.tally.wins for result in uninterrupted
    ]


def test_interrupt_keeps_finished_jobs(tmp_path: Path) -> None:
    config = parse_config(STUDY)

    def interrupt(finished: int, _: int) -> None:
        if finished > 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(config, tmp_path, workers=1, on_progress=interrupt)
    before = (tmp_path / CHECKPOINT_FILE).read_bytes()
    assert before.count(b"\n") == 1 + 3
    resumed = run_study(config, tmp_path, workers=1)
    assert (tmp_path / CHECKPOINT_FILE).read_bytes().startswith(before)
    uninterrupted = run_study(config, tmp_path / "uninterrupted", workers=1)
    assert build_tables(resumed) == build_tables(uninterrupted)


def test_progress_reaches_the_number_of_games(tmp_path: Path) -> None:
    reported: list[tuple[int, int]] = []
    run_study(
        parse_config(STUDY),
        tmp_path,
        workers=1,
        on_progress=lambda *progress: reported.append(progress),
    )
    assert reported == [(7, 44), (14, 44), (21, 44), (28, 44), (36, 44), (44, 44)]


@pytest.mark.parametrize("games_per_job", [50, 7])
def test_study_ends_at_its_precision(
    games_per_job: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", games_per_job)
    text = 'precision = 0.05\n[[grid]]\ngame = "hush"\nplayers = "random"'
    [first, second] = build_tables(run_study(parse_config(text), tmp_path, workers=1))["players"]
    for player in (first, second):
        assert (number(player, "win_rate_high") - number(player, "win_rate_low")) / 2 <= 0.05
    # 1.96 sqrt(0.25 / n) is 0.05 for n = 385; the first estimate of n is not exact.
    assert 300 < number(first, "games") < 500
    limited = parse_config(text.replace("0.05", "0.05\nmax_games = 123"))
    assert run_study(limited, tmp_path, workers=1)[0].tally.games == 123


def test_a_precision_out_of_reach_plays_the_maximum_number_of_games(tmp_path: Path) -> None:
    text = 'precision = 1e-300\nmax_games = 1200\n[[grid]]\ngame = "hush"\nplayers = "random"'
    assert run_study(parse_config(text), tmp_path, workers=1)[0].tally.games == 1200


def test_tables_have_a_row_for_each_observation(
    results: list[SettingResult], tmp_path: Path
) -> None:
    tables = build_tables(results)
    write_tables(tables, tmp_path, parquet=False)
    read = {}
    for name, rows in tables.items():
        with (tmp_path / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            read[name] = list(csv.DictReader(file))
        assert len(read[name]) == len(rows)
    players = read["players"]
    assert [row["setting"] for row in players] == list("1122345566")
    assert [row["hand"] for row in players] == ["1", "1", "2", "2", *[""] * 6]
    assert [row["expansions"] for row in players] == [*[""] * 5, "book,towers", *[""] * 4]
    assert [row["name"] for row in players[6:]] == ["greedy", "random", "random", "random"]
    assert [row["players"] for row in players[6:]] == ["greedy,random"] * 2 + ["random,random"] * 2
    for index, result in enumerate(results, start=1):
        setting_rows = {
            name: [row for row in rows if row["setting"] == str(index)]
            for name, rows in read.items()
        }
        games = result.tally.games
        assert sum(int(row["games"]) for row in setting_rows["lengths"]) == games
        decisions = sum(int(row["count"]) for row in setting_rows["decisions"])
        weighted = (int(row["games"]) * int(row["decisions"]) for row in setting_rows["lengths"])
        assert sum(weighted) == decisions == sum(result.tally.actions)
        for row, wins in zip(setting_rows["players"], result.tally.wins, strict=True):
            assert (int(row["wins"]), int(row["games"])) == (wins, games)
            low, rate, high = (float(row[f"win_rate{end}"]) for end in ("_low", "", "_high"))
            assert rate == wins / games
            assert low - 1e-12 <= rate <= high + 1e-12


def test_mean_result_counts_a_draw_as_half(tmp_path: Path) -> None:
    text = 'games = 40\n[[grid]]\ngame = "hush"\nplayers = "random"'
    rows = build_tables(run_study(parse_config(text), tmp_path, workers=1))["players"]
    draws = 40 - sum(number(row, "wins") for row in rows)
    assert draws > 0
    for row in rows:
        assert row["mean_result"] == (number(row, "wins") + draws / 2) / 40


def test_win_rate_at_a_turn_does_not_gain_from_rotation(tmp_path: Path) -> None:
    """Two equal bots win one game each of a mirrored deal, which says nothing about a turn."""
    text = 'games = 40\nrotate = true\n[[grid]]\ngame = "nightmarium"\nplayers = "greedy"'
    [result] = run_study(parse_config(text), tmp_path, workers=1)
    tables = build_tables([result])
    for row in tables["players"]:
        assert row["win_rate"] == 0.5
        assert number(row, "win_rate_high") - number(row, "win_rate_low") < 0.2
    for row in tables["turns"]:
        ends = (row["win_rate_low"], row["win_rate_high"])
        assert ends == wilson_interval(number(row, "wins"), number(row, "games"))
    assert result.effective_sample_ratio([0, 1]) == 1 / 2


def test_every_column_of_a_table_is_documented(results: list[SettingResult]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "studies.md").read_text("utf-8")
    rows = dict(re.findall(r"^  \| `(\w+)` \|(.*)", page, re.MULTILINE))
    tables = build_tables(results)
    assert list(rows) == list(tables)
    of_settings = set.intersection(*(set(table[0]) for table in tables.values()))
    for name, table in tables.items():
        columns = {re.sub("_(low|high)$", "", column) for column in {*table[0]} - of_settings}
        assert not columns - {*re.findall(r"`(\w+)`", rows[name])}, f"describe them in {name}"


def test_cooperating_players_count_as_one_sample(tmp_path: Path) -> None:
    text = 'games = 10\n[[grid]]\ngame = "onirim"\nplayers = "random"\noptions.seats = 2'
    [result] = run_study(parse_config(text), tmp_path, workers=1)
    ratios = (result.effective_sample_ratio([0]), result.effective_sample_ratio([0, 1]))
    assert ratios == (1, 1 / 2)


def test_parquet_has_the_rows_of_csv(results: list[SettingResult], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    tables = build_tables(results)
    paths = write_tables(tables, tmp_path, parquet=True)
    assert [path.stem for path in paths] == list(tables)
    for path in paths:
        assert parquet.read_table(path).to_pylist() == tables[path.stem]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_tables_of_an_earlier_run_are_removed(
    suffix: str, results: list[SettingResult], tmp_path: Path
) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow.parquet")
    tables = build_tables(results)
    stale = [f"{name}{ending}" for name in tables for ending in SUFFIXES]
    for name in (*stale, "own.csv"):
        (tmp_path / name).write_text("")
    written = write_tables(tables | {"turns": []}, tmp_path, parquet=suffix == ".parquet")
    assert {path.name for path in written} == {f"{n}{suffix}" for n in tables if n != "turns"}
    assert {*tmp_path.iterdir()} == {*written, tmp_path / "own.csv"}


def test_label_has_the_keys_in_which_settings_differ() -> None:
    words = Words("en", "onirim")
    grid = '[[grid]]\ngame = "onirim"\nplayers = {}\noptions = {}\n'

    def labels(players: str, options: str) -> list[str]:
        return setting_labels(
            parse_config("games = 1\n" + grid.format(players, options)).settings, words
        )

    assert labels('"greedy"', "{}") == ["greedy"]
    assert labels('["greedy", "random"]', "{}") == ["greedy", "random"]
    assert labels('"random"', '{expansions = ["", "book,towers"]}') == ["none", "book, towers"]
    assert labels('["greedy", "random"]', '{expansions = ["", "book"]}') == [
        *("none; greedy", "none; random", "book; greedy", "book; random")
    ]
    assert labels('"random"', "{premonitions = [4, 5], expansions = 'premonitions'}") == [
        *("premonitions: 4", "premonitions: 5")
    ]
    two = '{seats = 2, mode = ["together", "race"], table = ["hidden", "open"]}'
    assert labels('"greedy,random"', two)[-1] == "mode: race; table: open"


def test_interval_plot_places_points_and_lines() -> None:
    rows = [ShareInterval("one", 0.25, 0.5, 1.0), ShareInterval("none", 0.0, 0.0, 0.125)]
    svg = draw_intervals("Shares", rows, "en")
    first, second = svg.findall("circle")
    assert float(first.attrib["cx"]) == (AXIS_LEFT_PX + AXIS_RIGHT_PX) / 2
    assert float(second.attrib["cx"]) == AXIS_LEFT_PX
    [line, other] = [shape for shape in svg.findall("line") if shape.attrib["class"] == "span"]
    assert float(line.attrib["x1"]) == AXIS_LEFT_PX + (AXIS_RIGHT_PX - AXIS_LEFT_PX) / 4
    assert float(line.attrib["x2"]) == AXIS_RIGHT_PX
    assert float(other.attrib["x1"]) == AXIS_LEFT_PX


class ParsedPage(HTMLParser):
    """The number of elements of each tag of a page, and its texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements = Counter[str]()
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        del attrs
        self.elements[tag] += 1

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_report_has_its_plots_in_every_language(
    language: str, results: list[SettingResult]
) -> None:
    public = [result for result in results if result.setting.game != "hush"]
    html = render_report("R & D <1>", public, 5, ["players.csv"], language).html
    page = ParsedPage(html)
    text = " ".join(page.texts)
    assert "R & D <1>" in text
    for svg in html.split("<svg")[1:]:
        ET.fromstring("<svg" + svg.partition("</svg>")[0] + "</svg>")  # noqa: S314 - own output
    # Win rates, lengths and losses of each game; no turn has the games that a curve needs.
    assert page.elements["svg"] == 6
    # Two differences with a head each, win rates of each game with one, the build, two players.
    assert page.elements["tr"] == 4 + 2 + 2 + 4 + 5 + 2
    assert "study." not in text
    for name in ("onirim", "nightmarium"):
        assert Words(language, name).text("study.reached") in text
    assert html == render_report("R & D <1>", public, 5, ["players.csv"], language).html


def test_figures_are_files_with_their_sample_and_origin(results: list[SettingResult]) -> None:
    public = [result for result in results if result.setting.game != "hush"]
    report = render_report("study", public, 5, [], "en")
    assert len(report.figures) == 6
    first = next(iter(report.figures))
    assert first == "figures/01-win-rate.svg"
    for name, text in report.figures.items():
        assert f'<a href="{name}">' in report.html
        svg = ET.fromstring(text)  # noqa: S314 - own output
        description = svg.findtext("{http://www.w3.org/2000/svg}desc") or ""
        games = sum(result.tally.games for result in public)
        assert f"Games played: {games} ({len(public)} settings, n = " in description
        assert f"rules {build_hashes()['rules']}, program" in description
        # Programs for papers do not know the variables of a page.
        assert "var(" not in text
        assert svg.get("width") == "760"


def test_label_has_rotation_and_simulations_if_they_differ() -> None:
    grid = '[[grid]]\ngame = "nightmarium"\nplayers = "strong"\n'
    settings = parse_config(f"games = 2\n{grid}{grid}rotate = true\n{grid}simulations = 5").settings
    assert setting_labels(settings, Words("en", "nightmarium")) == [
        "rotate: false; strong",
        "rotate: true; strong",
        "rotate: false; strong@5",
    ]


def test_single_grid_may_have_single_brackets() -> None:
    grid = 'game = "onirim"\nplayers = "greedy"'
    assert parse_config(f"games = 1\n[grid]\n{grid}") == parse_config(
        f"games = 1\n[[grid]]\n{grid}"
    )


def test_report_has_one_section_for_each_game(results: list[SettingResult]) -> None:
    onirim, nightmarium = results[2:4], results[4:]
    html = render_report("study", [onirim[0], *nightmarium, onirim[1]], 1, [], "en").html
    assert ParsedPage(html).elements["h2"] == 2 + 3


@pytest.mark.parametrize(
    ("language", "number", "cells"),
    [
        ("en", "0.0%", "<td>0.00%</td><td>0.00 – 0.09%</td><td>4\xa0200</td>"),
        ("de", "0,0\xa0%", "<td>0,00\xa0%</td><td>0,00 – 0,09\xa0%</td><td>4\xa0200</td>"),
    ],
)
def test_report_has_the_numbers_of_its_language(
    language: str, number: str, cells: str, results: list[SettingResult]
) -> None:
    """By hand: no win in 4200 games has the interval 0 to 3.8415 / (4200 + 3.8415)."""
    [onirim] = results[2:3]
    tally = replace(onirim.tally, games=4200, deals=4200)
    html = render_report("study", [onirim._replace(tally=tally)], 1, [], language).html
    assert cells in html
    assert f">{number}</text>" in html


def test_report_has_no_curves_without_wins(tmp_path: Path) -> None:
    text = 'games = 30\n[[grid]]\ngame = "onirim"\nplayers = "random"'
    results = run_study(parse_config(text), tmp_path, workers=1)
    assert results[0].tally.wins == [0]
    html = render_report("study", results, 1, [], "en").html
    assert "Games played: 30 (1 setting, n = 30). Seed: 1." in html
    assert 'class="band"' not in html


def test_report_has_curves_where_there_are_enough_games(tmp_path: Path) -> None:
    text = 'games = 30\n[[grid]]\ngame = "nightmarium"\nplayers = "random"'
    results = run_study(parse_config(text), tmp_path, workers=1)
    html = render_report("study", results, 1, [], "en").html
    # Players of one bot are pooled: 60 games at the first turn, which have the same progress.
    assert html.count('class="curve-name"') >= 1
    assert html.count('class="band"') == html.count('class="curve-name"')


def test_figures_of_long_titles_have_short_names() -> None:
    body = Element("body")
    for _ in range(2):
        SubElement(body, "svg", {"aria-label": "Доля побед, " * 99, "viewBox": "0 0 1 1"})
    names = [Path(name).name for name in extract_figures(body, "")]
    assert len(set(names)) == 2
    assert all(len(name.encode()) <= 255 for name in names)


def call(*arguments: str) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(arguments)
    assert exit_.value.code == 0


def run(file: Path, folder: Path, *, language: str = "en") -> None:
    terminal.run(file, folder, language, parquet=False, workers=1, simulations=None, as_json=False)


def test_command_prints_the_results_and_the_paths(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "study.toml"
    file.write_text(PUBLIC_STUDY)
    call("study", str(file), "--workers", "1", "--language", "ru")
    output = capsys.readouterr().out
    assert "onirim expansions=book,towers: random" in output
    assert "Доля побед" in output
    assert output.index("Доля побед") < output.index("Разности долей побед")
    written = {path.name for path in (tmp_path / "study").iterdir()}
    tables = {f"{name}.csv" for name in build_tables([])}
    assert written == {CHECKPOINT_FILE, "figures", "index.html", "provenance.json", *tables}
    call("study", str(file), "--workers", "1", "--json")
    value = json.loads(capsys.readouterr().out)
    assert [row["setting"] for row in value["players"]] == [1, 2, 3, 3, 4, 4]
    assert {(row["setting"], row["baseline"]) for row in value["differences"]} == {(2, 1), (4, 3)}
    assert value["seed"] == 5
    assert value["provenance"] == json.loads((tmp_path / "study/provenance.json").read_text())
    rows = printed_rows(output)
    for row in value["players"]:
        rates = (f"{100 * row[f'win_rate{end}']:.2f}" for end in ("", "_low", "_high"))
        assert [row["name"], *rates, str(row["games"])] in rows
    for row in value["differences"]:
        shares = (row[f"difference{end}"] for end in ("", "_low", "_high"))
        numbers = (format_points(share, "en").replace("−", "-") for share in shares)
        settings, deals = (row["setting"], row["baseline"]), (row["differing_deals"], row["deals"])
        assert [*map(str, settings), *numbers, *map(str, deals)] in rows


def test_provenance_has_the_simulations_of_a_bot_in_each_game() -> None:
    text = """
games = 1
[[grid]]
game = "onirim"
players = ["greedy", "quick"]
options.expansions = ["", "book"]
[[grid]]
game = "nightmarium"
players = ["greedy, quick"]
"""
    config = parse_config(text)
    games = [onirium.load(setting.game, **setting.options) for setting in config.settings]
    results = [
        SettingResult(setting, Tally.empty(game.seats, game.action_count), [], b"")
        for setting, game in zip(config.settings, games, strict=True)
    ]
    counts = [default_simulations("quick", game) for game in games]
    assert len({*counts}) == 3, "the case needs different numbers"
    described = [(p.name, p.game, p.simulations) for p in describe_study(results).players]
    assert described == [
        ("greedy", None, None),
        ("quick", "onirim", counts[1]),
        ("quick", "onirim expansions=book", counts[3]),
        ("quick", "nightmarium", counts[4]),
    ]


def printed_rows(output: str) -> list[list[str]]:
    """Return the cells of each line, with numbers as in English and without separators."""
    english = output.translate({ord(","): ".", ord("−"): "-"})
    return [re.sub(r"[%–…/]", "", line).split() for line in english.splitlines()]


def test_command_writes_parquet(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "study.toml"
    file.write_text('games = 2\n[[grid]]\ngame = "onirim"\nplayers = ["random", "greedy"]')
    call("study", str(file), "--workers", "1", "--parquet")
    written = {path.stem: path.suffix for path in (tmp_path / "study").iterdir()}
    assert {written[name] for name in build_tables([])} == {".parquet"}
    call("study", str(file), "--workers", "1")
    left = {path.name for path in (tmp_path / "study").iterdir()}
    assert {f"{name}.csv" for name in build_tables([])} <= left
    assert not [name for name in left if name.endswith(".parquet")]


def test_command_prints_paths_literally(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "small.toml"
    file.write_text('games = 2\n[[grid]]\ngame = "onirim"\nplayers = "random"')
    run(file, tmp_path / "results[old]")
    assert str(tmp_path / "results[old]") in capsys.readouterr().out.replace("\n", "")


def test_command_replaces_the_figures_of_an_earlier_run(tmp_path: Path) -> None:
    file, own = tmp_path / "small.toml", "01 own.svg"
    file.write_text('games = 2\n[[grid]]\ngame = "onirim"\nplayers = "random"')
    names = []
    for language in ("en", "de"):
        folder = tmp_path / "results"
        run(file, folder, language=language)
        names.append({path.name for path in (folder / "figures").iterdir()})
        (folder / "figures" / own).write_text("")
    assert names[0]
    assert names[1] & {own, *names[0]} == {own}
    assert len(names[1]) == len(names[0]) + 1


@pytest.mark.parametrize("name", ["results", "results/figures"])
def test_file_in_place_of_a_folder_is_rejected_before_any_game(name: str, tmp_path: Path) -> None:
    file, folder = tmp_path / "small.toml", tmp_path / "results"
    file.write_text('games = 2\n[[grid]]\ngame = "onirim"\nplayers = "random"')
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("")
    with pytest.raises(OutputError, match=f"{name}: is a file; choose a folder$"):
        run(file, folder)
    assert not (folder / CHECKPOINT_FILE).exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_interrupted_command_prints_how_to_resume(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    def interrupt(*_: object) -> list[SettingResult]:
        raise KeyboardInterrupt

    monkeypatch.setattr(terminal, "run_study", interrupt)
    file = tmp_path / "small.toml"
    file.write_text(STUDY)
    with pytest.raises(KeyboardInterrupt):
        run(file, tmp_path / "results[old]", language=language)
    output = capsys.readouterr().err
    assert "study." not in output
    assert str(tmp_path / "results[old]") in output.replace("\n", "")


def test_a_symbolic_link_to_an_output_file_remains(tmp_path: Path) -> None:
    folder, link = tmp_path / "folder", tmp_path / "link.json"
    folder.mkdir()
    link.symlink_to("folder/result.json")
    write_file(link, b"new")
    assert str(link.readlink()) == "folder/result.json"
    assert (folder / "result.json").read_bytes() == b"new"
    assert list(folder.iterdir()) == [folder / "result.json"]


def test_failed_write_leaves_the_file_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    write_file(path, b"as it is")
    (tmp_path / f"players.csv.{os.getpid()}.tmp").mkdir()
    with pytest.raises(OutputError, match=r"players\.csv: cannot be written: Is a directory"):
        write_file(path, b"other")
    assert path.read_bytes() == b"as it is"


LARGE_STUDY = """
games = 1000
[[grid]]
game = "nightmarium"
players = "random"
[[grid]]
game = "onirim"
players = "greedy"
"""


@pytest.mark.long
def test_output_is_the_same_if_all_processes_are_killed_repeatedly(tmp_path: Path) -> None:
    file = tmp_path / "large.toml"
    file.write_text(LARGE_STUDY)
    run(file, tmp_path / "uninterrupted")
    command = [sys.executable, "-m", "onirium", "study", str(file)]
    checkpoint = tmp_path / "killed" / CHECKPOINT_FILE
    is_finished = False
    lines = kills = 0
    while not is_finished:
        with subprocess.Popen(
            [*command, "--folder", str(checkpoint.parent), "--workers", "2"],
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            while process.poll() is None and count_lines(checkpoint) <= lines + 1:
                time.sleep(0.02)
            is_finished = process.poll() is not None
            if not is_finished:
                os.killpg(process.pid, signal.SIGKILL)
                kills += 1
        assert process.returncode in {0, -signal.SIGKILL}
        lines = count_lines(checkpoint)
    assert kills > 0
    results = [path for path in (tmp_path / "uninterrupted").rglob("*") if path.is_file()]
    for path in results:
        if path.name != CHECKPOINT_FILE:
            other = checkpoint.parent / path.relative_to(tmp_path / "uninterrupted")
            assert path.read_bytes() == other.read_bytes()


def count_lines(checkpoint: Path) -> int:
    return checkpoint.read_bytes().count(b"\n") if checkpoint.exists() else 0
