"""Chance is fixed by seed, nonces and number, without bias, and can be recomputed."""

import hashlib
import hmac

import pytest

from ludotheque.core.chance import Source, commitment, new_seed, seed_bytes


def test_a_result_is_the_documented_hmac():
    source = Source(b"seed", (b"one", b"two"))
    message = b"\x00\x03one\x00\x03two" + (5).to_bytes(8, "big") + (0).to_bytes(4, "big")
    word = int.from_bytes(hmac.digest(b"seed", message, hashlib.sha256)[:8], "big")
    assert source.uniform(5, 6) == word % 6


@pytest.mark.parametrize("count", [1, 2, 6, 7, 48])
def test_uniform_results_are_spread_evenly(count):
    source, tally = Source(b"even"), [0] * count
    for number in range(600 * count):
        tally[source.uniform(number, count)] += 1
    chi_square = sum((found - 600) ** 2 / 600 for found in tally)
    assert chi_square < count - 1 + 4.5 * (2 * count) ** 0.5 + 5


def test_uneven_results_follow_their_probabilities():
    source = Source(b"odd")
    hits = sum(source.draw(number, [0.2, 0.8]) for number in range(4000)) / 4000
    assert hits == pytest.approx(0.8, abs=0.03)
    assert {source.draw(number, [0.0, 1.0]) for number in range(50)} == {1}


def test_every_nonce_and_number_matters():
    base = [Source(b"s", (b"a", b"b")).uniform(number, 1 << 30) for number in range(4)]
    assert len(set(base)) == 4
    assert base[0] != Source(b"s", (b"ab", b"")).uniform(0, 1 << 30)
    assert base[0] != Source(b"t", (b"a", b"b")).uniform(0, 1 << 30)


def test_seeds():
    assert len(new_seed()) == 32
    assert new_seed() != new_seed()
    assert seed_bytes(7) == b"7"
    assert seed_bytes(b"x") == b"x"
    assert commitment(b"x") == hashlib.sha256(b"x").hexdigest()
    with pytest.raises(ValueError, match="at least one"):
        Source(b"s").uniform(0, 0)
