"""Rate limits and limits on connections, per user and per client address."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final, TypeVar

import msgspec
from starlette.types import Scope

K = TypeVar("K", bound=Hashable)
B = TypeVar("B")

RATE_WINDOW_S: Final = 10.0
"""Period of the limits on commands and requests."""

FLOOD_FACTOR: Final = 5
"""A client is disconnected when it exceeds its limit by this factor."""

MAX_BUCKETS: Final = 10_000
"""Buckets held at once; beyond this number, the least recently used is dropped to bound memory."""

LOOPBACK: Final = "loopback"
"""Key of this machine, whichever of its addresses the client used."""

IPV6_PREFIX_BITS: Final = 64
"""Providers assign at least a /64 to each customer, so a /64 counts as one address."""

IPV6_NETWORK_BITS: Final = 48
"""Many providers assign a whole /48 network to one customer."""

ADDRESSES_PER_NETWORK: Final = 16
"""The limits of an IPv6 /48 are those of this number of addresses."""


class RateLimits(msgspec.Struct, frozen=True):
    """Rate limits per ten seconds, and limits on simultaneous connections.

    Attributes:
        commands: commands of one user at one table, phrases excluded.
        phrases: phrases sent by one user at one table.
        connections_per_table: simultaneous connections of one user to one table.
        requests_per_address: requests from one address, static assets excluded.
        connections_per_address: simultaneous WebSocket connections from one address.
        event_streams_per_address: simultaneous event streams to one address.
        new_tables_per_address: tables that one address may create in an hour.
        new_users_per_address: users who may store their first settings from one address in an hour.
        server_time_share: share of the time of the event loop that one address may use in the
            long run.
    """

    commands: int = 20
    phrases: int = 10
    connections_per_table: int = 8
    requests_per_address: int = 300
    connections_per_address: int = 200
    event_streams_per_address: int = 20
    new_tables_per_address: int = 200
    new_users_per_address: int = 200
    server_time_share: float = 0.25


class TokenBucket:
    """A token bucket: an allowance of ``limit`` tokens, refilled in ``window_s`` seconds."""

    def __init__(self, limit: int, window_s: float = RATE_WINDOW_S) -> None:
        self._limit = limit
        self._window_s = window_s
        self._allowance = float(limit)
        self._updated_at = 0.0

    def take(self, now_s: float) -> bool:
        """Take one token at time ``now_s``; return False if the bucket was empty.

        The allowance may become negative, which reveals a client that ignores rejections; it is
        bounded, so that even a flood is forgiven after six windows.

        >>> bucket = TokenBucket(2)
        >>> [bucket.take(now_s) for now_s in (0.0, 0.0, 0.0, 5.0)]
        [True, True, False, False]
        >>> any([bucket.take(5.0) for _ in range(100)])
        False
        >>> bucket.take(65.0)
        True
        """
        self._refill(now_s)
        self._allowance = max(self._allowance - 1, -self._limit * FLOOD_FACTOR - 1.0)
        return self._allowance >= 0

    def take_available(self, now_s: float) -> bool:
        """Take one token at time ``now_s``, but none if the bucket is empty.

        >>> bucket = TokenBucket(1, 60.0)
        >>> [bucket.take_available(now_s) for now_s in (0.0, 1.0, 59.0, 60.0)]
        [True, False, False, True]
        """
        self._refill(now_s)
        return self._allowance >= 1 and self.take(now_s)

    def is_flooded(self) -> bool:
        """Return whether the limit was exceeded by ``FLOOD_FACTOR``."""
        return self._allowance < -self._limit * (FLOOD_FACTOR - 1)

    def _refill(self, now_s: float) -> None:
        refill = (now_s - self._updated_at) * self._limit / self._window_s
        self._allowance = min(self._allowance + refill, float(self._limit))
        self._updated_at = now_s


def find_or_add(buckets: dict[K, B], key: K, make_bucket: Callable[[], B]) -> B:
    """Return the bucket of a key, or add one; beyond ``MAX_BUCKETS`` drop the least recently used.

    >>> buckets: dict[str, list[str]] = {}
    >>> find_or_add(buckets, "a", list).append("kept")
    >>> find_or_add(buckets, "a", list)
    ['kept']
    """
    bucket = buckets.pop(key, None)
    if bucket is None:
        bucket = make_bucket()
        if len(buckets) >= MAX_BUCKETS:
            del buckets[next(iter(buckets))]
    # The order of the keys is that of their last use.
    buckets[key] = bucket
    return bucket


class RateLimiter:
    """Limits the command rate of each client at one table; phrases have a separate bucket.

    A client's key is the user id, or a key of its own for a connection without a cookie.
    """

    def __init__(self, limits: RateLimits) -> None:
        self._limits = limits
        self._buckets: dict[tuple[str, bool], TokenBucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def allow(self, key: str, now_s: float, *, is_phrase: bool) -> bool:
        """Count a command at time ``now_s``; return whether it is within the limit."""
        limit = self._limits.phrases if is_phrase else self._limits.commands
        return find_or_add(self._buckets, (key, is_phrase), lambda: TokenBucket(limit)).take(now_s)

    def is_flooded_by(self, key: str) -> bool:
        """Return whether a client exceeded one of its limits by ``FLOOD_FACTOR``."""
        # Called for each message: a search of all buckets would be slow at a table with spectators.
        buckets = (self._buckets.get((key, is_phrase)) for is_phrase in (False, True))
        return any(bucket is not None and bucket.is_flooded() for bucket in buckets)

    def reset(self, key: str) -> None:
        """Discard the counts of a client."""
        for is_phrase in (False, True):
            self._buckets.pop((key, is_phrase), None)


class AddressLimiter:
    """Limits the requests of each client address, which many users may share, and of each IPv6 /48.

    Loopback addresses are exempt: a local reverse proxy may not forward the client's address.

    Args:
        limit: requests of one address in a window.
        window_s: length of the window.
    """

    def __init__(self, limit: int, window_s: float = RATE_WINDOW_S) -> None:
        self._limit = limit
        self._window_s = window_s
        self._buckets: dict[str, TokenBucket] = {}

    def allow(self, key: str, now_s: float) -> bool:
        """Count a request at time ``now_s``; return whether it is within the limits.

        Args:
            key: the key of the client's address.
            now_s: the time.
        """
        if key == LOOPBACK:
            return True
        # Requests beyond the limit of their address do not count for the others of the network.
        return all(
            self._bucket(counted, addresses * self._limit).take_available(now_s)
            for counted, addresses in _counted_keys(key)
        )

    def _bucket(self, key: str, limit: int) -> TokenBucket:
        return find_or_add(self._buckets, key, lambda: TokenBucket(limit, self._window_s))


class ConnectionLimiter:
    """Limits the simultaneous connections of each client address and of each IPv6 /48.

    Args:
        limit: connections of one address; loopback addresses are exempt.
        exempt_networks: other exempt addresses and networks, separated by commas.
    """

    def __init__(self, limit: int, exempt_networks: str = "") -> None:
        self._limit = limit
        self._exempt = [ip_network(network) for network in exempt_networks.split(",") if network]
        self._counts: Counter[str] = Counter()

    @contextmanager
    def connection(self, address: str) -> Iterator[bool]:
        """Count a connection while it is open; yield whether it is within the limit."""
        allowed = self.open(address)
        try:
            yield allowed
        finally:
            self.close(address)

    def open(self, address: str) -> bool:
        """Count a new connection; return whether it is within the limits."""
        counted_keys = _counted_keys(address_key(address))
        self._counts.update(key for key, _ in counted_keys)
        return self._is_exempt(address) or all(
            self._counts[key] <= addresses * self._limit for key, addresses in counted_keys
        )

    def close(self, address: str) -> None:
        """Release a connection that was counted."""
        for key, _ in _counted_keys(address_key(address)):
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]

    def _is_exempt(self, address: str) -> bool:
        if address_key(address) == LOOPBACK:
            return True
        try:
            ip = ip_address(address)
        except ValueError:
            return False
        return any(ip in network for network in self._exempt)


def client_address(scope: Scope) -> str:
    """Return the client's IP address; empty if unknown."""
    return str((scope.get("client") or ("",))[0])


def unmap_address(address: str) -> str:
    """Return the IPv4 address of an IPv4-mapped IPv6 address; other addresses are unchanged.

    >>> [unmap_address(address) for address in ("::ffff:192.0.2.7", "2001:db8::7", "")]
    ['192.0.2.7', '2001:db8::7', '']
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    return str(getattr(ip, "ipv4_mapped", None) or address)


@lru_cache(MAX_BUCKETS)
def address_key(address: str) -> str:
    """Return the key under which an address is counted; IPv6 addresses share that of their /64.

    >>> [address_key(address) for address in ("192.0.2.7", "::ffff:192.0.2.7")]
    ['192.0.2.7', '192.0.2.7']
    >>> address_key("2001:db8::7:1"), address_key("::1")
    ('2001:db8::/64', 'loopback')
    """
    try:
        ip = ip_address(unmap_address(address))
    except ValueError:
        return ""
    if ip.is_loopback:
        return LOOPBACK
    if isinstance(ip, IPv4Address):
        return str(ip)
    return str(ip_network((ip, IPV6_PREFIX_BITS), strict=False))


@lru_cache(MAX_BUCKETS)
def network_key(key: str) -> str:
    """Return the /48 with the key of an IPv6 address; empty for other keys.

    >>> network_key(address_key("2001:db8:0:7::1")), network_key(address_key("192.0.2.7"))
    ('2001:db8::/48', '')
    """
    return str(ip_network(key).supernet(new_prefix=IPV6_NETWORK_BITS)) if ":" in key else ""


def _counted_keys(key: str) -> list[tuple[str, int]]:
    """Return the key of an address and that of its /48, with the addresses that each stands for."""
    network = network_key(key)
    return [(key, 1), (network, ADDRESSES_PER_NETWORK)] if network else [(key, 1)]
