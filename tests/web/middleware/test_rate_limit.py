"""Token buckets: floods, and addresses whose requests are rejected."""

from onirium.web.middleware.rate_limit import RATE_WINDOW_S, AddressLimiter, TokenBucket

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
    assert [limiter.allow_request(ADDRESS, 0.0) for _ in range(1000)].count(True) == 300
    later = [limiter.allow_request(ADDRESS, RATE_WINDOW_S) for _ in range(1000)]
    assert later.count(True) == 300
