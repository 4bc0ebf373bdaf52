"""Keys and signatures: whose they are, how they are written, and what is refused."""

import pytest
from fairness.key import Key

from kessel.errors import BadValue
from kessel.fairness import WrongSign, check_signature, keys
from kessel.fairness.keys import fingerprint

ANN, BEN = Key(bytes(32)), Key(b"b" * 32)


def test_only_the_owner_of_a_key_signs_and_only_what_was_signed() -> None:
    sign = ANN.sign(b"a cast")
    check_signature(ANN.public, b"a cast", sign)
    for key, message in ((BEN, b"a cast"), (ANN, b"another cast")):
        with pytest.raises(WrongSign, match="does not fit"):
            check_signature(key.public, message, sign)


def test_two_keys_are_never_the_same() -> None:
    assert Key().public != Key().public
    assert fingerprint(ANN.public) != fingerprint(BEN.public)
    assert len(fingerprint(ANN.public)) == len("XXXX-XXXX-XXXX-XXXX")


def test_a_secret_is_not_shown() -> None:
    assert "secret" not in repr(Key())


@pytest.mark.parametrize(
    "text",
    ["", "x", ANN.public + "=", ANN.public[:-1] + "l", ANN.public[:-1] + "+", "é" * 43],
    ids=["none", "short", "padded", "not the canonical last letter", "plain base64", "no ASCII"],
)
def test_a_key_is_written_in_one_way(text: str) -> None:
    with pytest.raises(BadValue, match="a public key is 32 bytes"):
        keys.key_bytes(text)


def test_a_device_without_a_key_has_none() -> None:
    keys.check_key("")
    keys.check_key(None)
    with pytest.raises(BadValue, match="a public key"):
        keys.check_key("abc")


ORDER_8 = "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"


WEAK = {
    "order 4": "00" * 32,
    "order 1": "01" + "00" * 31,
    "order 2": "ec" + "ff" * 30 + "7f",
    "order 8": ORDER_8,
    "its negative": ORDER_8[:-2] + "fa",
    "0 again": "ed" + "ff" * 30 + "7f",
    "no point": "ff" * 32,
}


@pytest.mark.parametrize("key", WEAK.values(), ids=WEAK)
def test_a_key_for_which_anybody_can_sign_is_refused(key: str) -> None:
    """Wherever a key is read, at the door as well (B1): a page refuses what it signs, too."""
    weak = keys.key_text(bytes.fromhex(key))
    for refuses in (keys.check_key, lambda one: check_signature(one, b"", ANN.sign(b""))):
        with pytest.raises(BadValue, match="large order"):
            refuses(weak)


def test_control_a_key_of_order_1_would_sign_anything() -> None:
    """Its signature is R = sB, whatever is signed."""
    nobody, base = bytes([1]) + bytes(31), bytes.fromhex("58" + "66" * 31)
    assert keys._check_here(nobody, b"anything", base + bytes([1]) + bytes(31))
    assert keys._check_here(nobody, b"and this", base + bytes([1]) + bytes(31))


def test_what_is_no_point_of_the_curve_signed_nothing() -> None:
    nobody = keys.key_text(bytes([2]) + bytes(31))
    with pytest.raises(WrongSign):
        check_signature(nobody, b"", ANN.sign(b""))


def test_a_browser_checks_signatures_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "_checker", [lambda *_: False])
    keys.check_by(lambda key, message, sign: message == b"cast")
    check_signature(ANN.public, b"cast", BEN.sign(b"anything"))
    with pytest.raises(WrongSign):
        check_signature(ANN.public, b"another", ANN.sign(b"another"))
