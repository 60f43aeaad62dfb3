"""Studies: the same numbers whoever plays and however often they are interrupted."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import onirium
from onirium import Game, Random, State
from onirium.bots.registry import make_bot
from onirium.cli.main import main
from onirium.core.chance import derive_key
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.studies.experiments import run as module
from onirium.studies.experiments.config import parse_config
from onirium.studies.experiments.plots import LEFT, RIGHT, Share, shares
from onirium.studies.experiments.report import render_report, setting_labels
from onirium.studies.experiments.run import (
    CHECKPOINT_FILE,
    SettingResult,
    StudyJobResult,
    load_progress_measure,
    run_study,
    run_study_job,
)
from onirium.studies.experiments.tables import OutputError, build_tables, write_file, write_tables
from onirium.studies.simulation.game_loop import play_games
from onirium.studies.simulation.progress import ProgressRow, ProgressTable
from onirium.studies.simulation.progress_tracker import ProgressTracker
from onirium.studies.simulation.simulate import SimulationJob, simulate, wilson_interval
from onirium.terminal.commands import study as terminal

SLOW_GAMES_PER_JOB = """
seed = 5
games = 7

[[grid]]
game = "hush"
players = ["random"]
options.hand = [1, 2]

[[grid]]
game = "onirim"
players = "random"
options.expansions = ["", "book,towers"]

[[grid]]
game = "nightmarium"
players = ["greedy, random", "random"]
rotate = true
"""
SOME = (
    SLOW_GAMES_PER_JOB[: SLOW_GAMES_PER_JOB.index("[[grid]]")]
    + SLOW_GAMES_PER_JOB[SLOW_GAMES_PER_JOB.index("[[grid]]", SLOW_GAMES_PER_JOB.index("hush")) :]
)
"""The same without the game of the tests, for which there are no words."""
KINDS = [
    ("onirim", {}, ["greedy"]),
    ("onirim", {"expansions": ["book"]}, ["greedy"]),
    ("onirim", {"seats": 2}, ["random", "greedy"]),
    ("onirim", {"seats": 2, "mode": "race"}, ["random", "greedy"]),
    ("nightmarium", {}, ["greedy", "random"]),
    ("nightmarium", {"seats": 3, "creatures": 6}, ["random", "greedy", "greedy"]),
]


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> list[SettingResult]:
    return run_study(parse_config(SLOW_GAMES_PER_JOB), tmp_path_factory.mktemp("few"), workers=1)


def test_each_setting_is_what_a_simulation_with_that_seed_finds(few: list[SettingResult]) -> None:
    for outcome in few:
        setting = outcome.setting
        game = onirium.load(setting.game, **setting.options)
        found = simulate(game, setting.players, 7, seed=5, workers=1, rotate=setting.rotate)
        assert (found.wins, found.games) == (outcome.tally.wins, outcome.tally.games)
        assert sum(found.decisions.values()) == sum(outcome.tally.actions)
    assert [outcome.tally.games for outcome in few] == [7, 7, 7, 7, 8, 8]


def slow_course(game: Game, seats: list[str], games: int, seed: int) -> Iterator[ProgressTable]:
    """Play the same games by the contract, and look at what everybody may see."""
    turns = [Counter[tuple[int, int, bool]]() for _ in seats]
    ends = [Counter[tuple[int, int, bool]]() for _ in seats]
    players = [make_bot(name, game) for name in seats]
    for number in range(games):
        deck = Random(derive_key(seed, "deck") + number)
        dice = [Random(derive_key(seed, f"seat {seat}") + number) for seat in range(len(seats))]
        state = game.new_state()
        ways: list[list[int]] = [[] for _ in seats]
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply(state.sample(deck))
                continue
            seat = state.current_player()
            action = players[seat].choose(state, dice[seat])
            if begins_a_turn(state, action):
                ways[seat].append(seen(state, seat))
            state.apply(action)
        for seat, way in enumerate(ways):
            won = state.returns()[seat] == 1.0
            turns[seat].update((turn, so_far, won) for turn, so_far in enumerate(way, start=1))
            ends[seat][len(way), seen(state, seat), won] += 1
    for seat in range(len(seats)):
        yield ProgressTable(counted(turns[seat]), counted(ends[seat]))


def counted(seen_: Counter[tuple[int, int, bool]]) -> list[ProgressRow]:
    places = sorted({place[:2] for place in seen_})
    return [
        ProgressRow(*place, seen_[*place, True] + seen_[*place, False], seen_[*place, True])
        for place in places
    ]


def begins_a_turn(state: State, action: int) -> bool:
    view = state.view(state.current_player())
    if state.game.name == "nightmarium":
        return bool(view.step == "act" and view.actions == 2)
    return view.step == "play" and state.game.decision_kind(action) in {"play", "discard"}


def seen(state: State, seat: int) -> int:
    view = state.view(seat)
    if state.game.name == "nightmarium":
        return int(view.players[seat].complete)
    doors = sum(view.doors.values())
    if view.partner is not None and not state.game.is_competitive():
        doors += sum(view.partner.doors.values())
    return int(doors)


@pytest.mark.parametrize(("name", "options", "seats"), KINDS)
def test_the_course_of_games_is_what_a_slow_walk_sees(
    name: str, options: dict[str, object], seats: list[str]
) -> None:
    game = onirium.load(name, **options)
    milestones = load_progress_measure(name)
    assert milestones is not None
    watch = ProgressTracker(milestones, len(seats))
    keys = [derive_key(3, "deck"), *(derive_key(3, f"seat {seat}") for seat in range(len(seats)))]
    play_games(game, [make_bot(who, game) for who in seats], keys, 0, 6, watch=watch)
    assert watch.courses() == list(slow_course(game, seats, 6, seed=3))


def test_players_are_followed_through_the_seats(few: list[SettingResult]) -> None:
    for outcome in few:
        for course, wins in zip(outcome.courses, outcome.tally.wins, strict=False):
            assert sum(stand.games for stand in course.ends) == outcome.tally.games
            assert sum(stand.wins for stand in course.ends) == wins
            first = [stand for stand in course.turns if stand.turn == 1]
            assert first == [ProgressRow(1, 0, outcome.tally.games, wins)]


def test_a_game_without_milestones_has_no_course(few: list[SettingResult]) -> None:
    assert [bool(outcome.courses) for outcome in few] == [False, False, True, True, True, True]


def test_what_was_played_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plan that has grown in games and in settings has its old games already."""
    played: list[tuple[str, int, int]] = []

    def noted(chunk: SimulationJob) -> StudyJobResult:
        played.append((str(chunk.options), chunk.first, chunk.deals))
        return run_study_job(chunk)

    text = 'games = 4\n[[grid]]\ngame = "hush"\nplayers = "random"\noptions.hand = [2, 1]'
    monkeypatch.setattr(module, "run_study_job", noted)
    monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", 2)
    run_study(parse_config(text), tmp_path, workers=1)
    assert played == [("{}", 0, 2), ("{}", 2, 2), ("{'hand': 1}", 0, 2), ("{'hand': 1}", 2, 2)]
    played.clear()
    grown = parse_config(text.replace("4", "6").replace("[2, 1]", "[3, 1]"))
    outcomes = run_study(grown, tmp_path, workers=1)
    assert played == [
        ("{'hand': 3}", 0, 2),
        ("{'hand': 3}", 2, 2),
        ("{'hand': 3}", 4, 2),
        ("{'hand': 1}", 4, 2),
    ]
    whole = run_study(grown, tmp_path / "whole", workers=1)
    assert [outcome.tally.wins for outcome in outcomes] == [o.tally.wins for o in whole]


def test_an_interrupt_loses_no_piece_that_is_finished(tmp_path: Path) -> None:
    plan = parse_config(SLOW_GAMES_PER_JOB)

    def interrupt(done: int, _: int) -> None:
        if done > 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(plan, tmp_path, workers=1, on_progress=interrupt)
    before = (tmp_path / CHECKPOINT_FILE).read_bytes()
    assert before.count(b"\n") == 1 + 3
    outcomes = run_study(plan, tmp_path, workers=1)
    assert (tmp_path / CHECKPOINT_FILE).read_bytes().startswith(before)
    whole = run_study(plan, tmp_path / "whole", workers=1)
    assert build_tables(outcomes) == build_tables(whole)


def test_progress_counts_games_up_to_all_of_them(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    run_study(
        parse_config(SLOW_GAMES_PER_JOB),
        tmp_path,
        workers=1,
        on_progress=lambda *done: told.append(done),
    )
    assert told == [(7, 44), (14, 44), (21, 44), (28, 44), (36, 44), (44, 44)]


@pytest.mark.parametrize("size", [50, 7])
def test_a_study_goes_on_until_it_is_precise(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", size)
    text = 'precision = 0.05\n[[grid]]\ngame = "hush"\nplayers = "random"'
    [row, other] = build_tables(run_study(parse_config(text), tmp_path, workers=1))["players"]
    for player in (row, other):
        assert (player["win_rate_high"] - player["win_rate_low"]) / 2 <= 0.05
    # 1.96 times the root of 0.25 / n is 0.05 where n is 385; the first guess errs a little.
    assert 300 < row["games"] < 500
    limited = parse_config(text.replace("0.05", "0.05\nat_most = 123"))
    assert run_study(limited, tmp_path, workers=1)[0].tally.games == 123


def test_tables_have_a_row_for_each_observation(few: list[SettingResult], tmp_path: Path) -> None:
    found = build_tables(few)
    write_tables(found, tmp_path, parquet=False)
    read = {}
    for name, rows in found.items():
        with (tmp_path / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            read[name] = list(csv.DictReader(file))
        assert len(read[name]) == len(rows)
    players = read["players"]
    assert [row["setting"] for row in players] == list("1122345566")
    assert [row["hand"] for row in players] == ["1", "1", "2", "2", *[""] * 6]
    assert [row["expansions"] for row in players] == [*[""] * 5, "book,towers", *[""] * 4]
    assert [row["name"] for row in players[6:]] == ["greedy", "random", "random", "random"]
    assert [row["players"] for row in players[6:]] == ["greedy,random"] * 2 + ["random,random"] * 2
    for number, outcome in enumerate(few, start=1):
        of_setting = {
            name: [row for row in rows if row["setting"] == str(number)]
            for name, rows in read.items()
        }
        games = outcome.tally.games
        assert sum(int(row["games"]) for row in of_setting["lengths"]) == games
        decisions = sum(int(row["count"]) for row in of_setting["decisions"])
        weighed = (int(row["games"]) * int(row["decisions"]) for row in of_setting["lengths"])
        assert sum(weighed) == decisions == sum(outcome.tally.actions)
        for row, wins in zip(of_setting["players"], outcome.tally.wins, strict=True):
            assert (int(row["wins"]), int(row["games"])) == (wins, games)
            low, rate, high = (float(row[f"win_rate{end}"]) for end in ("_low", "", "_high"))
            assert rate == wins / games
            assert low - 1e-12 <= rate <= high + 1e-12


def test_a_chance_at_a_turn_is_no_more_certain_than_its_games(tmp_path: Path) -> None:
    """Each of two alike wins just one game of a mirrored deal: that tells nothing of a turn."""
    text = 'games = 40\nrotate = true\n[[grid]]\ngame = "nightmarium"\nplayers = "greedy"'
    [outcome] = run_study(parse_config(text), tmp_path, workers=1)
    found = build_tables([outcome])
    for row in found["players"]:
        assert row["win_rate"] == 0.5
        assert row["win_rate_high"] - row["win_rate_low"] < 0.2
    for row in found["turns"]:
        ends = (row["win_rate_low"], row["win_rate_high"])
        assert ends == wilson_interval(row["wins"], row["games"])
    assert outcome.worth([0, 1]) == 1 / 2


def test_players_who_win_together_are_counted_once(tmp_path: Path) -> None:
    text = 'games = 10\n[[grid]]\ngame = "onirim"\nplayers = "random"\noptions.seats = 2'
    [outcome] = run_study(parse_config(text), tmp_path, workers=1)
    assert (outcome.worth([0]), outcome.worth([0, 1])) == (1, 1 / 2)


def test_parquet_holds_what_csv_holds(few: list[SettingResult], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    found = build_tables(few)
    paths = write_tables(found, tmp_path, parquet=True)
    assert [path.stem for path in paths] == list(found)
    for path in paths:
        assert parquet.read_table(path).to_pylist() == found[path.stem]


def test_settings_are_called_by_what_tells_them_apart() -> None:
    words = Words("en", "onirim")
    grid = '[[grid]]\ngame = "onirim"\nplayers = {}\noptions = {}\n'

    def called(players: str, options: str) -> list[str]:
        return setting_labels(
            parse_config("games = 1\n" + grid.format(players, options)).settings, words
        )

    assert called('"greedy"', "{}") == ["greedy"]
    assert called('["greedy", "random"]', "{}") == ["greedy", "random"]
    assert called('"random"', '{expansions = ["", "book,towers"]}') == ["none", "book, towers"]
    assert called('["greedy", "random"]', '{expansions = ["", "book"]}') == [
        *("none; greedy", "none; random", "book; greedy", "book; random")
    ]
    assert called('"random"', "{premonitions = [4, 5], expansions = 'premonitions'}") == [
        *("premonitions: 4", "premonitions: 5")
    ]
    two = '{seats = 2, mode = ["together", "race"], table = ["hidden", "open"]}'
    assert called('"greedy,random"', two)[-1] == "mode: race; table: open"


def test_a_share_is_drawn_where_it_belongs() -> None:
    picture = shares("Shares", [Share("one", 0.25, 0.5, 1.0), Share("none", 0.0, 0.0, 0.125)])
    first, second = picture.findall("circle")
    assert float(first.attrib["cx"]) == (LEFT + RIGHT) / 2
    assert float(second.attrib["cx"]) == LEFT
    [line, other] = [shape for shape in picture.findall("line") if shape.attrib["class"] == "span"]
    assert float(line.attrib["x1"]) == LEFT + (RIGHT - LEFT) / 4
    assert float(line.attrib["x2"]) == RIGHT
    assert float(other.attrib["x1"]) == LEFT


class Seen(HTMLParser):
    """What a page has: its elements, and the words between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements = Counter[str]()
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        del attrs
        self.elements[tag] += 1

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_its_plots_in_every_language(language: str, few: list[SettingResult]) -> None:
    ours = [outcome for outcome in few if outcome.setting.game != "hush"]
    text = render_report("R & D <1>", ours, 5, ["players.csv"], language)
    seen_ = Seen(text)
    said = " ".join(seen_.words)
    assert "R & D <1>" in said
    for picture in text.split("<svg")[1:]:
        ET.fromstring("<svg" + picture.partition("</svg>")[0] + "</svg>")  # noqa: S314 - ours
    # Of each game: win rates, lengths, where games are lost; no turn was seen thirty times.
    assert seen_.elements["svg"] == 6
    assert seen_.elements["tr"] == 2 + 2 + 4
    assert "study." not in said
    for name in ("onirim", "nightmarium"):
        assert Words(language, name).text("study.reached") in said
    assert text == render_report("R & D <1>", ours, 5, ["players.csv"], language)


def test_settings_that_differ_in_how_they_are_played_are_told_apart() -> None:
    grid = '[[grid]]\ngame = "nightmarium"\nplayers = "strong"\n'
    settings = parse_config(f"games = 2\n{grid}{grid}rotate = true\n{grid}budget_ms = 5").settings
    assert setting_labels(settings, Words("en", "nightmarium")) == [
        "rotate: false; budget_ms: none",
        "rotate: true; budget_ms: none",
        "rotate: false; budget_ms: 5",
    ]


def test_the_only_grid_may_have_single_brackets() -> None:
    grid = 'game = "onirim"\nplayers = "greedy"'
    assert parse_config(f"games = 1\n[grid]\n{grid}") == parse_config(
        f"games = 1\n[[grid]]\n{grid}"
    )


def test_a_game_that_is_in_several_grids_is_told_of_once(few: list[SettingResult]) -> None:
    onirim, nightmarium = few[2:4], few[4:]
    text = render_report("study", [onirim[0], *nightmarium, onirim[1]], 1, [], "en")
    assert Seen(text).elements["h2"] == 2 + 1


def test_where_nobody_has_won_no_chances_are_drawn(tmp_path: Path) -> None:
    text = 'games = 30\n[[grid]]\ngame = "onirim"\nplayers = "random"'
    outcomes = run_study(parse_config(text), tmp_path, workers=1)
    assert outcomes[0].tally.wins == [0]
    assert 'class="band"' not in render_report("study", outcomes, 1, [], "en")


def test_chances_are_drawn_where_enough_games_stood_alike(tmp_path: Path) -> None:
    text = 'games = 30\n[[grid]]\ngame = "nightmarium"\nplayers = "random"'
    outcomes = run_study(parse_config(text), tmp_path, workers=1)
    drawn = render_report("study", outcomes, 1, [], "en")
    # Players of one name are one: 60 stood at their first turn. There are no more than 2 turns
    # after which any of 60 players has not yet moved.
    assert drawn.count('class="curve-name"') >= 1
    assert drawn.count('class="band"') == drawn.count('class="curve-name"')


def call(*words: str) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 0


def run(file: Path, folder: Path, *, workers: int = 1, language: str = "en") -> None:
    terminal.run(file, folder, language, parquet=False, workers=workers, as_json=False)


def test_a_study_is_told_and_says_where_the_rest_lies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "few.toml"
    file.write_text(SOME)
    call("study", str(file), "--workers", "1", "--language", "ru")
    told = capsys.readouterr().out
    assert "onirim expansions=book,towers: random" in told
    assert "Доля побед" in told
    written = {path.name for path in (tmp_path / "few").iterdir()}
    assert written == {CHECKPOINT_FILE, "index.html", *(f"{n}.csv" for n in build_tables([]))}
    call("study", str(file), "--workers", "1", "--json")
    rows = json.loads(capsys.readouterr().out)
    assert [row["setting"] for row in rows] == [1, 2, 3, 3, 4, 4]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_interrupted_study_says_how_it_goes_on(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    def interrupted(*_: object) -> list[SettingResult]:
        raise KeyboardInterrupt

    monkeypatch.setattr(terminal, "run_study", interrupted)
    file = tmp_path / "few.toml"
    file.write_text(SLOW_GAMES_PER_JOB)
    run(file, tmp_path, language=language)
    told = capsys.readouterr().err
    assert "study." not in told
    assert str(tmp_path) in told.replace("\n", "")


def test_a_file_stays_as_it_is_if_it_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    write_file(path, b"as it is")
    (tmp_path / "players.csv.new").mkdir()
    with pytest.raises(OutputError, match=r"players\.csv: not written: Is a directory"):
        write_file(path, b"other")
    assert path.read_bytes() == b"as it is"


MANY = """
games = 40
[[grid]]
game = "nightmarium"
players = "random"
[[grid]]
game = "onirim"
players = "greedy"
"""


@pytest.mark.long
def test_any_number_of_workers_finds_the_same_even_if_all_are_killed(tmp_path: Path) -> None:
    """Killed again and again, with all its processes, a study ends with the same files."""
    file = tmp_path / "many.toml"
    file.write_text(MANY.replace("40", "1000"))
    run(file, tmp_path / "whole")
    command = [
        sys.executable,
        "-c",
        "from onirium.cli.main import main; main()",
        "study",
        str(file),
    ]
    journal = tmp_path / "killed" / CHECKPOINT_FILE
    ended = False
    lines = kills = 0
    while not ended:
        with subprocess.Popen(
            [*command, "--folder", str(journal.parent), "--workers", "2"],
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        ) as started:
            while started.poll() is None and kept_lines(journal) <= lines + 1:
                time.sleep(0.02)
            ended = started.poll() is not None
            if not ended:
                os.killpg(started.pid, signal.SIGKILL)
                kills += 1
        assert started.returncode in {0, -signal.SIGKILL}
        lines = kept_lines(journal)
    assert kills > 0
    for path in (tmp_path / "whole").iterdir():
        if path.name != CHECKPOINT_FILE:
            assert path.read_bytes() == (journal.parent / path.name).read_bytes()


def kept_lines(journal: Path) -> int:
    return journal.read_bytes().count(b"\n") if journal.exists() else 0
