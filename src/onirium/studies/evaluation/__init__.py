"""Evaluation of players on named tasks with held-out deals, and a leaderboard."""
