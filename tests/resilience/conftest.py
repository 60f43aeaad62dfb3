"""Servers under load and faults."""

from tests.support.patience import patient_server

__all__ = ["patient_server"]
