"""Tournaments: schedules, pairings, ratings, sequential tests."""
