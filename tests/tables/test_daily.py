"""Daily deals, seed commitments and tokens."""

import datetime as dt
import hashlib
import os
import subprocess
import sys

import pytest

import onirium
from onirium.games.registry import names
from onirium.tables.daily import daily_seed, seed_commitment, today
from onirium.tables.tokens import hash_token, new_token, verify_token

DAY = dt.date(2026, 11, 21)


def test_daily_seed_is_the_same_in_every_process() -> None:
    program = (
        "import datetime as dt; from onirium.tables.daily import daily_seed;"
        "print([daily_seed(game, dt.date(2026, 11, 21)) for game in ('onirim', 'nightmarium')])"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert printed == {str([daily_seed(game, DAY) for game in names()[:2]])}


def test_daily_seed_depends_on_date_game_and_rules_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    days = [DAY + dt.timedelta(days=number) for number in range(1_000)]
    seeds = {daily_seed(game, day) for game in ("onirim", "nightmarium") for day in days}
    assert len(seeds) == 2_000
    newer = onirium.load("onirim")
    newer.rules_version += 1
    monkeypatch.setattr("onirium.tables.daily.load", lambda _: newer)
    assert daily_seed("onirim", DAY) not in seeds


def test_daily_seed_rejects_an_unknown_game() -> None:
    with pytest.raises(onirium.OptionError, match="unknown game 'chess'"):
        daily_seed("chess", DAY)


def test_today_is_the_date_in_utc() -> None:
    before = dt.datetime.now(dt.UTC).date()
    assert before <= today() <= dt.datetime.now(dt.UTC).date()


def test_seed_commitment_is_a_plain_sha256() -> None:
    # printf 4611686018427387903 | sha256sum
    assert (
        seed_commitment(4611686018427387903) == hashlib.sha256(b"4611686018427387903").hexdigest()
    )
    assert seed_commitment(0) == "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"


def test_tokens_are_long_and_unique() -> None:
    tokens = {new_token() for _ in range(1_000)}
    assert len(tokens) == 1_000
    # 128 bits are 22 characters of 6 bits.
    assert {len(token) for token in tokens} == {22}
    assert set("".join(tokens)) <= set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )


def test_verify_token_accepts_only_the_hashed_token() -> None:
    token = new_token()
    assert verify_token(token, hash_token(token))
    assert not verify_token(token, token)
    assert not verify_token(hash_token(token), hash_token(token))
    assert not verify_token("", "")
    assert not verify_token("\ud800", hash_token(token))
