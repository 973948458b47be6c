"""Addresses as people type them."""

import pytest
from teg_shared.protocol.joincode import USUAL_PORT

from teg_tui.address import DEFAULT_PORT, Address, AddressError, parse_address
from teg_tui.words import sentence


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("localhost", "localhost", DEFAULT_PORT),
        (" 192.168.0.7 ", "192.168.0.7", DEFAULT_PORT),
        ("mi-casa.example.org:4000", "mi-casa.example.org", 4000),
        ("host:1", "host", 1),
        ("host:65535", "host", 65535),
        ("::1", "::1", DEFAULT_PORT),
        ("[::1]", "::1", DEFAULT_PORT),
        ("[fe80::1:2]:9", "fe80::1:2", 9),
        ("2001:db8::5", "2001:db8::5", DEFAULT_PORT),
        ("unix:/run/teg/teg.sock", "/run/teg/teg.sock", 0),
        ("/tmp/teg.sock", "/tmp/teg.sock", 0),
        ("TEG-0045-0GV", "192.168.1.10", DEFAULT_PORT),
        ("teg 0045 ogv", "192.168.1.10", DEFAULT_PORT),
        ("teg-server", "teg-server", DEFAULT_PORT),
        ("teg-home-pc", "teg-home-pc", DEFAULT_PORT),
        ("tegucigalpa", "tegucigalpa", DEFAULT_PORT),
    ],
)
def test_an_address_is_read(text: str, host: str, port: int) -> None:
    assert parse_address(text) == Address(host, port)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "address-empty"),
        ("   ", "address-empty"),
        ("[::1", "address-brackets"),
        ("[::1]7", "address-brackets"),
        ("[host]:3", "address-host"),
        ("a:b:c", "address-host"),
        (":7000", "address-host"),
        ("with space", "address-host"),
        ("http://x", "address-port"),
        ("-x", "address-host"),
        ("h" * 254, "address-host"),
        ("host:", "address-port"),
        ("host:0", "address-port"),
        ("host:65536", "address-port"),
        ("host:-1", "address-port"),
        ("host:７", "address-port"),
        ("host:99999999999999", "address-port"),
        ("[::1]:x", "address-port"),
        ("TEG-0045-0GW", "address-code"),
        ("teg-0045-1gv", "address-code"),
        ("unix:teg.sock", "address-host"),
        ("unix:/" + "x" * 107, "address-host"),
        ("unix:/a\x1bb", "address-host"),
    ],
)
def test_what_is_no_address_is_refused_with_a_reason(text: str, code: str) -> None:
    with pytest.raises(AddressError) as caught:
        parse_address(text)
    assert caught.value.code == code
    assert "…" not in sentence(caught.value.code, caught.value.facts)


@pytest.mark.parametrize("address", [Address("::1", 5), Address("a.b", 6), Address("/run/teg/x.sock", 0)])
def test_an_address_is_written_so_that_it_can_be_read_again(address: Address) -> None:
    assert parse_address(str(address)) == address


def test_the_default_port_is_that_of_the_server() -> None:
    """Client and server may not import each other, so the number stands twice."""
    from teg_server.host.config import PORT

    assert PORT == DEFAULT_PORT


def test_the_default_port_makes_the_shortest_codes() -> None:
    assert DEFAULT_PORT == USUAL_PORT
