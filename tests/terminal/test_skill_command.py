"""The command ``skill``: checks all records before the work, and keeps it at an interrupt."""

import io
import json
import random
from pathlib import Path

import pytest

import onirium
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.record import Record, RecordError, new_record, read, replay, write
from onirium.studies.analysis import game_analysis
from onirium.studies.analysis.game_analysis import AnalysisJob, Evaluation, evaluate_decision
from onirium.studies.analysis.skill import Estimate, Skill
from onirium.terminal.commands import skill
from onirium.terminal.formatting import make_console
from tests.support.hush_records import full_record


def record_game(seed: int, length: int | None = None, **options: object) -> Record:
    """Return the record of a game of random decisions, or of its beginning."""
    game = onirium.load("onirim", **options)
    rng, deck = random.Random(seed), onirium.Random(seed)
    state, record = game.new_state(), new_record(game, ["human"])
    while not state.is_terminal() and len(record.actions) != length:
        is_chance = state.is_chance_node()
        action = int(state.sample(deck)) if is_chance else rng.choice(state.legal_actions())
        record.actions.append(game.notation(action))
        state.apply(action)
    return record


@pytest.fixture
def games(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"game-{number}.json" for number in range(3)]
    for number, path in enumerate(paths):
        write(record_game(number), path)
    return paths


@pytest.fixture
def _no_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_job: AnalysisJob) -> Evaluation:
        raise AssertionError

    monkeypatch.setattr(game_analysis, "evaluate_decision", refuse)


def test_an_interrupt_keeps_the_games_analysed_before(
    games: list[Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = sum(step.seat == 0 for path in games[:2] for step in replay(read(path)))
    evaluated: list[AnalysisJob] = []

    def interrupt_third(job: AnalysisJob) -> Evaluation:
        if len(evaluated) > kept:
            raise KeyboardInterrupt
        evaluated.append(job)
        return evaluate_decision(job)

    monkeypatch.setattr(game_analysis, "evaluate_decision", interrupt_third)
    skill.run(games, "en", simulations=0, workers=1)
    output, errors = capsys.readouterr()
    assert errors == "Interrupted: 2 of 3 games analysed.\n"
    assert "game-1" in output
    assert "game-2" not in output


def test_averages_over_different_options_are_announced(
    games: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_book = tmp_path / "book.json"
    write(record_game(4, expansions=["book"]), with_book)
    skill.run([games[0], with_book], "en", simulations=0, workers=1)
    assert " ".join(capsys.readouterr().err.split()) == (
        "The games have different options, and the figures are their average: "
        "onirim; onirim expansions=book."
    )


def test_unfinished_games_are_skipped(
    games: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The folder of saved games holds both; ``last`` counts the finished ones."""
    unfinished = tmp_path / "unfinished.json"
    write(record_game(0, length=30), unfinished)
    skill.run([*games, unfinished], "en", last=2, simulations=0, workers=1)
    output, errors = capsys.readouterr()
    assert errors == "Unfinished games, skipped: 1.\n"
    assert "game-2" in output
    assert "game-0" not in output
    assert "unfinished" not in output


@pytest.mark.parametrize("language", LANGUAGES)
def test_repeated_games_count_once(
    language: str, games: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A copy under another name, with another name of the player, is the same game."""
    copy = tmp_path / "copy.json"
    record = read(games[1])
    record.seats = ["greedy"]
    write(record, copy)
    paths = [games[0], games[1], games[0], copy, games[2]]
    skill.run(paths, language, last=2, simulations=0, workers=1, as_json=True)
    output, errors = capsys.readouterr()
    decisions = [game["decisions"] for game in json.loads(output)["games"]]
    assert decisions == [sum(s.seat == 0 for s in replay(read(path))) for path in games[1:]]
    assert errors == Words(language).text("skill_command.repeated", games=2) + "\n"


@pytest.mark.usefixtures("_no_analysis")
def test_impossible_records_are_refused_before_any_analysis(
    games: list[Path], tmp_path: Path
) -> None:
    unfinished = tmp_path / "unfinished.json"
    write(record_game(0, length=30), unfinished)
    with pytest.raises(RecordError, match=r"unfinished\.json: the game is not finished"):
        skill.run([unfinished], "en")
    with pytest.raises(RecordError, match="no player 2; players: 1 to 1"):
        skill.run(games, "en", player=2)


@pytest.mark.usefixtures("_no_analysis")
def test_records_of_two_games_are_refused_before_any_analysis(
    games: list[Path], tmp_path: Path
) -> None:
    other = tmp_path / "other.json"
    write(full_record(), other)
    message = r"other\.json: a record of hush, but \S+game-0\.json is one of onirim; measure"
    with pytest.raises(RecordError, match=message):
        skill.run([*games, other], "en")


def test_the_message_of_an_interrupt_exists_in_every_language() -> None:
    for language in ("en", "ru", "de"):
        assert "2" in Words(language).text("skill_command.interrupted", games=2, total=3)


def test_figures_are_printed_with_their_intervals() -> None:
    known = Estimate(mean=0.02, low=0.01, high=0.03, games_needed=40)
    unknown = Estimate(mean=0.5)
    figures = Skill(
        games=[], error=known, best_share=unknown, win_share=unknown, adjusted_win_share=unknown
    )
    output = io.StringIO()
    skill.show(figures, [], Words("en"), make_console(file=output, width=100))
    lines = [line.split() for line in output.getvalue().splitlines()]
    assert ["Error", "per", "decision", "2.00%", "1.00", "–", "3.00%", "40"] in lines
    assert ["Best", "decisions", "50.00%", "–", "–"] in lines
