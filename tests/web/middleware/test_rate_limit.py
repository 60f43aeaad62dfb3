"""Token buckets: floods, and addresses and networks whose requests are rejected."""

import pytest

from onirium.web.middleware import rate_limit
from onirium.web.middleware.rate_limit import (
    RATE_WINDOW_S,
    AddressLimiter,
    TokenBucket,
    address_key,
    find_or_add,
)

ADDRESS = "192.0.2.7"


def test_a_flood_is_five_times_the_limit() -> None:
    bucket = TokenBucket(20)
    for _ in range(100):
        bucket.take(0.0)
    assert not bucket.is_flooded()
    bucket.take(0.0)
    assert bucket.is_flooded()


def test_rejected_requests_do_not_prolong_the_rejection() -> None:
    limiter = AddressLimiter(300)
    assert [limiter.allow(ADDRESS, 0.0) for _ in range(1000)].count(True) == 300
    later = [limiter.allow(ADDRESS, RATE_WINDOW_S) for _ in range(1000)]
    assert later.count(True) == 300


def test_an_ipv6_network_may_send_as_many_requests_as_16_addresses() -> None:
    limiter = AddressLimiter(10)

    def count_allowed(address: str, sent: int) -> int:
        return [limiter.allow(address_key(address), 0.0) for _ in range(sent)].count(True)

    # One address beyond its limit uses up no more of the network than the limit.
    assert count_allowed("2001:db8:1::7", 1000) == 10
    assert [count_allowed(f"2001:db8:1:{n}::7", 10) for n in range(1, 15)] == [10] * 14
    assert count_allowed("2001:db8:1:15::7", 9) == 9
    assert count_allowed("2001:db8:1:16::7", 2) == 1
    assert count_allowed("2001:db8:1:ffff::7", 1) == 0
    assert count_allowed("2001:db8:2::7", 11) == 10
    assert count_allowed(ADDRESS, 11) == 10
    assert limiter.allow(address_key("2001:db8:1:ffff::7"), RATE_WINDOW_S)


def test_full_table_of_buckets_drops_the_least_recently_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate_limit, "MAX_BUCKETS", 3)
    buckets: dict[str, object] = {}
    kept = {key: find_or_add(buckets, key, object) for key in "abc"}
    assert find_or_add(buckets, "a", object) is kept["a"]
    find_or_add(buckets, "d", object)
    assert list(buckets) == ["c", "a", "d"]
    assert buckets["c"] is kept["c"]
