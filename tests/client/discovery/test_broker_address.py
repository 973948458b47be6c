"""Brokers as people type them."""

import pytest

from teg_tui.address import AddressError
from teg_tui.discovery.lobby import BrokerAddress, parse_broker


@pytest.mark.parametrize(
    ("text", "broker"),
    [
        ("broker.club", BrokerAddress("broker.club")),
        ("10.0.0.1:1884", BrokerAddress("10.0.0.1", 1884)),
        ("[::1]:1884", BrokerAddress("::1", 1884)),
        ("mqtt://broker.club/club/teg", BrokerAddress("broker.club", prefix="club/teg")),
        ("mqtts://broker.club", BrokerAddress("broker.club", 8883, tls=True)),
        ("ana@broker.club", BrokerAddress("broker.club", username="ana", password="given")),
        ("mqtts://ana:a%40b@broker.club:99/x", BrokerAddress("broker.club", 99, "ana", "a@b", tls=True, prefix="x")),
    ],
)
def test_a_broker_is_read(text: str, broker: BrokerAddress) -> None:
    assert parse_broker(text, password="given" if broker.password == "given" else "") == broker


def test_certificates_ask_for_tls() -> None:
    assert parse_broker("broker.club", ca_file="ca.pem") == BrokerAddress(
        "broker.club", 8883, tls=True, ca_file="ca.pem"
    )


def test_the_password_is_never_shown() -> None:
    assert "secreta" not in repr(parse_broker("ana:secreta@broker.club"))
    assert str(parse_broker("ana:secreta@broker.club")) == "broker.club:1883"


@pytest.mark.parametrize("text", ["http://x", "x/#", "x/+/y", "x?a=1", "x#y", "/run/sock", "", "x:0", "x:y", "ws://x"])
def test_what_is_no_broker_is_refused(text: str) -> None:
    with pytest.raises(AddressError):
        parse_broker(text)
