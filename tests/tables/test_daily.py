"""Daily deals, seed commitments and tokens."""

import datetime as dt
import os
import subprocess
import sys
import time

import pytest

import onirium
from onirium.games.registry import names
from onirium.tables.commitment import commit_to_seed, reveal_seed
from onirium.tables.daily import daily_deal, today
from onirium.tables.tokens import hash_token, new_token, verify_token

DAY_DIGITS = "00112233445566778899aabbccddeeff"


def test_daily_deal_is_the_same_in_every_process() -> None:
    program = (
        "from onirium.tables.daily import daily_deal;"
        f"print([daily_deal('{DAY_DIGITS}', game) for game in ('onirim', 'nightmarium')])"
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
    assert printed == {str([daily_deal(DAY_DIGITS, game) for game in names()[:2]])}


def test_daily_deal_depends_on_secret_game_and_rules_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    days = [f"{number:032x}" for number in range(1_000)]
    deals = [daily_deal(secret, game) for game in ("onirim", "nightmarium") for secret in days]
    assert len({deal.seed for deal in deals}) == len({deal.salt for deal in deals}) == 2_000
    assert {len(deal.salt) for deal in deals} == {32}, "128 bits"
    newer = onirium.load("onirim")
    newer.rules_version += 1
    monkeypatch.setattr("onirium.tables.daily.load", lambda _: newer)
    assert daily_deal(days[0], "onirim") != deals[0]


def test_daily_deal_rejects_an_unknown_game() -> None:
    with pytest.raises(onirium.OptionError, match="unknown game 'chess'"):
        daily_deal(DAY_DIGITS, "chess")


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="Windows cannot change its time zone")
@pytest.mark.parametrize("zone", ["WEST+12", "EAST-14"])
def test_today_is_the_date_in_utc(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At any time one of the zones has another date."""
    try:
        with monkeypatch.context() as patch:
            patch.setenv("TZ", zone)
            time.tzset()
            before = dt.datetime.now(dt.UTC).date()
            assert before <= today() <= dt.datetime.now(dt.UTC).date()
    finally:
        time.tzset()


def test_commitment_is_the_sha256_of_seed_and_salt() -> None:
    # printf '4611686018427387903 00112233445566778899aabbccddeeff' | sha256sum
    text = f"4611686018427387903 {DAY_DIGITS}"
    assert reveal_seed(4611686018427387903, DAY_DIGITS) == text
    digest = "ddb839c364048ed7534b49968a773cc23c70adf4263517b2b84ddb4130b782ff"
    assert commit_to_seed(4611686018427387903, DAY_DIGITS) == digest
    # Tables of before salts existed: printf 0 | sha256sum
    digest = "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"
    assert commit_to_seed(0, "") == digest


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
