"""Codes that stand for an address: both ways, forgiving in how they are written, strict in what they say."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from teg_shared.protocol.joincode import USUAL_PORT, CodeError, join_code, read_code

SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def refusal(text: str) -> str:
    with pytest.raises(CodeError) as caught:
        read_code(text)
    return caught.value.code


@given(st.ip_addresses(), st.integers(1, 65535))
def test_every_address_comes_back(address: ipaddress.IPv4Address | ipaddress.IPv6Address, port: int) -> None:
    code = join_code(str(address), port)
    assert code is not None
    assert read_code(code) == (str(address), port)


@pytest.mark.parametrize(
    ("host", "port", "symbols"),
    [
        ("192.168.1.10", USUAL_PORT, 7),
        ("192.168.1.10", USUAL_PORT + 1, 8),
        ("192.168.1.10", USUAL_PORT + 32, 8),
        ("192.168.1.10", USUAL_PORT + 33, 10),
        ("192.168.1.10", USUAL_PORT - 1, 10),
        ("10.0.0.1", USUAL_PORT, 8),
        ("172.31.255.255", USUAL_PORT, 7),
        ("172.32.0.0", USUAL_PORT, 10),
        ("100.64.0.1", USUAL_PORT, 8),
        ("8.8.8.8", 1, 13),
        ("127.0.0.1", USUAL_PORT, 10),
        ("fd00::1", USUAL_PORT, 29),
    ],
)
def test_private_networks_and_the_usual_port_make_short_codes(host: str, port: int, symbols: int) -> None:
    code = join_code(host, port)
    assert code is not None
    assert len(code.replace("-", "")) - len("TEG") == symbols
    assert read_code(code) == (host, port)


def test_the_code_in_the_documentation_is_right() -> None:
    """The format is a promise between versions: this one may never change."""
    assert join_code("192.168.1.10", 7464) == "TEG-0045-0GV"


def test_case_groups_and_look_alikes_do_not_matter() -> None:
    code = join_code("10.1.0.1", USUAL_PORT)
    assert code is not None
    assert "0" in code
    written = code.lower().replace("0", "o").replace("1", "l").replace("-", " ")
    assert read_code(f" {written} ") == ("10.1.0.1", USUAL_PORT)
    assert read_code(code.replace("-", "").replace("1", "I")) == ("10.1.0.1", USUAL_PORT)


@pytest.mark.parametrize("host", ["localhost", "teg.example.org", "fe80::1%eth0", "", "1.2.3"])
def test_a_name_has_no_code(host: str) -> None:
    assert join_code(host, USUAL_PORT) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "localhost",
        "192.168.1.10",
        "teg",
        "teg.local",
        "TEG-U000000",
        "TEG-SERVER",
        "TEG-HOME-PC",
        "TEG-" + "0" * 62,
    ],
)
def test_what_does_not_look_like_a_code_is_none(text: str) -> None:
    assert refusal(text) == "code-none"


@pytest.mark.parametrize("host", ["192.168.1.10", "10.20.30.40", "8.8.4.4", "fd00::2"])
def test_one_wrong_symbol_or_two_that_changed_places_are_noticed(host: str) -> None:
    code = join_code(host, 9000)
    assert code is not None
    body = code.replace("-", "")[3:]
    for place, right in enumerate(body):
        for wrong in SYMBOLS.replace(right, ""):
            assert refusal("TEG" + body[:place] + wrong + body[place + 1 :]) == "code-wrong"
        swapped = body[:place] + body[place + 1 : place + 2] + right + body[place + 2 :]
        if swapped != body:
            assert refusal("TEG" + swapped) == "code-wrong"


@pytest.mark.parametrize("host", ["teg-server", "teg-box1", "tegucigalpa", "teg-home-pc", "teghost", "teg-lab-3"])
def test_a_host_that_begins_with_teg_is_no_code(host: str) -> None:
    with pytest.raises(CodeError):
        read_code(host)


def test_only_the_shortest_way_to_write_an_address_counts() -> None:
    """192.168.1.10 written as any IPv4 address, with a right CRC, is refused: an address has one code."""
    from teg_shared.protocol import joincode

    value = (4 << 2) << 32 | int(ipaddress.ip_address("192.168.1.10"))
    symbols = joincode._split(value, 37)
    symbols += joincode._split(joincode._crc(symbols), 10)
    assert refusal("TEG" + "".join(SYMBOLS[symbol] for symbol in symbols)) == "code-wrong"


@pytest.mark.parametrize("first", [6 << 2, 7 << 2, 3])
def test_kinds_of_a_later_version_are_refused(first: int) -> None:
    from teg_shared.protocol import joincode

    symbols = [first, 0, 0, 0, 0]
    symbols += joincode._split(joincode._crc(symbols), 10)
    assert refusal("TEG" + "".join(SYMBOLS[symbol] for symbol in symbols)) == "code-wrong"


@pytest.mark.parametrize("count", [6, 9])
def test_a_length_that_does_not_fit_the_kind_is_refused(count: int) -> None:
    from teg_shared.protocol import joincode

    symbols = [0] * (1 + count)
    symbols += joincode._split(joincode._crc(symbols), 10)
    assert refusal("TEG" + "".join(SYMBOLS[symbol] for symbol in symbols)) == "code-wrong"


def test_port_zero_is_no_port() -> None:
    from teg_shared.protocol import joincode

    symbols = joincode._split((0 << 2 | 2) << 32, 37)
    symbols += joincode._split(joincode._crc(symbols), 10)
    assert refusal("TEG" + "".join(SYMBOLS[symbol] for symbol in symbols)) == "code-wrong"
