"""Writes the tables of ``benchmarks`` from the files of its runs.

    python -m tools.benchmark_tables

The overview ``README.md`` shows the latest figure of each headline row, and the reference results
of the evaluation tasks. The page ``runs/README.md`` lists every run with its origin.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.run_files import FOLDER, Latency, Rate, Run, Share, read_runs
from onirium.studies.evaluation.evaluate import EvaluationResult
from onirium.studies.evaluation.leaderboard import (
    REFERENCE_FILE,
    describe_player,
    read_leaderboard,
)
from onirium.studies.evaluation.tasks import find_task

OVERVIEW = FOLDER.with_name("README.md")
PAGE = FOLDER / "README.md"
MARKED = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end of table -->\n)", re.DOTALL)
UNKNOWN = "not recorded"
SMALLEST_PERCENTAGE = 0.1

COLUMNS = {
    "random": "`random`",
    "policy:benchmarks.masked_dqn:Agent": "masked DQN",
    "greedy": "`greedy`",
    "policy:benchmarks.maskable_ppo:Agent": "MaskablePPO",
    "quick": "`quick`",
    "strong": "`strong`",
}
"""The heads of the players in the table of the evaluation tasks, in order."""

RATE_HEAD = "| benchmark | median | minimum | maximum | repetitions |"
LATENCY_HEAD = "| benchmark | median | upper percentile |"
SHARE_HEAD = "| game | players | simulations | games | first player won | 95 % interval |"


def overview(text: str) -> str:
    """Return the overview with current tables between its markers."""
    return MARKED.sub(lambda mark: f"{mark[1]}\n{_table(mark[2])}\n{mark[3]}", text)


def page() -> str:
    """Return the page of all runs, the latest first."""
    return "\n".join([_HEAD, *(_section(run) for run in read_runs())])


_HEAD = """# Runs

Each section is a file of this folder; `python -m tools.benchmark_tables` generates this page and
the tables of the [overview](../README.md).
"""


def _table(topic: str) -> str:
    if topic == "tasks":
        results = read_leaderboard(REFERENCE_FILE).results
        return _task_table([each for each in results if find_task(each.task).optimum is None])
    rows = list(_headlines(topic))
    heads = {Rate: "| benchmark | median | range | day |", Latency: f"{LATENCY_HEAD} day |"}
    lines = [heads[type(rows[0][1])]]
    lines.append(_rule(lines[0]))
    lines += [f"{_brief(row)} {run.date} |" for run, row in rows]
    return "\n".join(lines) + "\n"


def _headlines(topic: str) -> Iterator[tuple[Run, Rate | Latency]]:
    """Yield the latest headline row of each label of a topic, the oldest label first."""
    runs = [run for run in read_runs() if run.topic == topic]
    latest: dict[str, tuple[Run, Rate | Latency]] = {}
    for run in reversed(runs):
        rows: list[Rate | Latency] = [*run.rates, *run.latencies]
        for row in rows:
            if row.headline or row.label in latest:
                latest[row.label] = (run, row)
    yield from latest.values()


def _brief(row: Rate | Latency) -> str:
    if isinstance(row, Latency):
        return _latency_line(row)
    return f"| {row.label} | {_number(row.median)} | {_range(row)} |"


def _range(rate: Rate) -> str:
    return f"{_number(rate.minimum)} – {_number(rate.maximum)}"


def _task_table(results: Sequence[EvaluationResult]) -> str:
    """Return a row for each task and a column for each player."""
    players = list(dict.fromkeys(result.player for result in reversed(results)))
    players.sort(key=list(COLUMNS).index)
    head = "| task | " + " | ".join(COLUMNS[player] for player in players) + " |"
    cells = {(result.task, result.player): result for result in results}
    lines = [head, _rule(head)]
    for task in dict.fromkeys(result.task for result in results):
        texts = [_task_cell(cells.get((task, player))) for player in players]
        lines.append(f"| `{task}` | " + " | ".join(texts) + " |")
    return "\n".join(lines) + "\n"


def _task_cell(result: EvaluationResult | None) -> str:
    if result is None:
        return ""
    low, high = 100 * result.win_rate_low, 100 * result.win_rate_high
    _, sign, simulations = describe_player(result).partition("@")
    searched = f"; {simulations} simulations" if sign else ""
    if high < SMALLEST_PERCENTAGE:
        return f"< {SMALLEST_PERCENTAGE} ({result.games:,}{searched})"
    rate = f"{100 * result.win_rate:.1f}"
    return f"{rate} ({low:.1f} – {high:.1f}; {result.games:,}{searched})"


def _section(run: Run) -> str:
    seed = UNKNOWN if run.seed is None else run.seed
    origin = [
        f"`{run.command}`",
        run.machine,
        f"build: {run.build}",
        f"commit: {run.commit[:12] + run.commit[40:] if run.commit else UNKNOWN}",
        f"seed: {seed}" if run.shares else "",
        f"[method](../{run.method})" if run.method else "",
    ]
    lines = [f"## {run.date}, {run.topic}", "", "; ".join(filter(None, origin)) + ".", ""]
    if run.note:
        lines += [run.note, ""]
    for head, rows in (
        (RATE_HEAD, [_rate_line(rate) for rate in run.rates]),
        (LATENCY_HEAD, [_latency_line(latency) for latency in run.latencies]),
        (SHARE_HEAD, [_share_line(share) for share in run.shares]),
    ):
        if rows:
            lines += [head, _rule(head), *rows, ""]
    return "\n".join(lines)


def _rate_line(rate: Rate) -> str:
    numbers = (_number(number) for number in (rate.median, rate.minimum, rate.maximum))
    return f"| {rate.label} | {' | '.join(numbers)} | {rate.repetitions} |"


def _latency_line(latency: Latency) -> str:
    upper = f"{latency.percentile}th: {_number(latency.upper)}" if latency.percentile else ""
    return f"| {latency.label} | {_number(latency.median)} | {upper} |"


def _share_line(share: Share) -> str:
    interval = ""
    if share.low is not None and share.high is not None:
        interval = f"{100 * share.low:.2f} – {100 * share.high:.2f} %"
    players = ", ".join(f"`{player}`" for player in share.players)
    simulations = "" if share.simulations is None else f"{share.simulations:,}"
    return (
        f"| {share.label} | {players} | {simulations} | {share.games:,} |"
        f" {100 * share.share:.2f} % | {interval} |"
    )


def _number(number: float) -> str:
    """Return a number with digits grouped by commas, and decimals only if it is small.

    >>> _number(21889822.0), _number(15.7), _number(0.83)
    ('21,889,822', '15.7', '0.83')
    """
    if number >= 100 or number == int(number):
        return f"{number:,.0f}"
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _rule(head: str) -> str:
    return "|" + "---|" * (head.count("|") - 1)


def write(path: Path, text: str) -> None:
    """Write a page."""
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    write(OVERVIEW, overview(OVERVIEW.read_text("utf-8")))
    write(PAGE, page())
