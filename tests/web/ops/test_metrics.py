from prometheus_client import generate_latest

from onirium.web.ops.metrics import Metrics


def samples(metrics: Metrics, name: str) -> dict[str, float]:
    lines = generate_latest(metrics.registry).decode().splitlines()
    pairs = (line.rsplit(" ", 1) for line in lines if line.startswith(name))
    return {key.removeprefix(name): float(value) for key, value in pairs}


def test_histogram_counts_durations_up_to_each_bound() -> None:
    metrics = Metrics()
    for duration_s in (0.0004, 0.001, 0.03, 4.0, 99.0):
        metrics.commit_duration.observe(duration_s)
    found = samples(metrics, "onirium_commit_seconds")
    assert found['_bucket{le="0.001"}'] == 2
    assert found['_bucket{le="0.02"}'] == 2
    assert found['_bucket{le="0.05"}'] == 3
    assert found['_bucket{le="5.0"}'] == 4
    assert found['_bucket{le="10.0"}'] == 4
    assert found['_bucket{le="+Inf"}'] == found["_count"] == 5
    assert found["_sum"] == 103.0314


def test_timer_adds_its_duration() -> None:
    metrics = Metrics()
    with metrics.command_duration.time():
        pass
    found = samples(metrics, "onirium_command_seconds")
    assert found["_count"] == 1
    assert 0 < found["_sum"] < 60
