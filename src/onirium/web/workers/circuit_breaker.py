"""Suspends an operation that has failed several times in a row."""


class CircuitBreaker:
    """Counts the failures of an operation and forbids it for a while after several in a row.

    After the pause, one attempt is permitted; if it fails, the next pause begins.

    Args:
        max_failures: failures in a row that open the circuit.
        pause_s: length of the pause, in seconds.
    """

    def __init__(self, max_failures: int, pause_s: float) -> None:
        self._max_failures = max_failures
        self._pause_s = pause_s
        self._failure_count = 0
        self._paused_until = 0.0

    def allow(self, now_s: float) -> bool:
        """Return whether the operation may be attempted at time ``now_s``.

        >>> breaker = CircuitBreaker(max_failures=2, pause_s=10.0)
        >>> breaker.report_failure(1.0)
        >>> breaker.allow(1.0)
        True
        >>> breaker.report_failure(2.0)
        >>> [breaker.allow(now_s) for now_s in (2.0, 11.0, 12.0, 12.0)]
        [False, False, True, False]
        """
        if self._failure_count < self._max_failures:
            return True
        if now_s < self._paused_until:
            return False
        self._paused_until = now_s + self._pause_s
        return True

    def report_failure(self, now_s: float) -> None:
        """Record a failure at time ``now_s``."""
        self._failure_count += 1
        self._paused_until = now_s + self._pause_s

    def report_success(self) -> None:
        """Close the circuit."""
        self._failure_count = 0
