"""What a library says about a broker, as codes; and patience that grows."""

import pytest
from teg_shared.protocol.broker import FIRST_DELAY, LONGEST_DELAY, TAKEN_OVER_DELAY, delay, fault, reason


@pytest.mark.parametrize(
    ("code", "text", "name"),
    [
        (135, "", "broker-auth"),
        (5, "", "broker-auth"),
        (132, "", "broker-version"),
        (1, "", "broker-version"),
        (142, "", "broker-taken-over"),
        (3, "", "broker-busy"),
        (None, "[Errno 111] Connection refused", "broker-refused"),
        (None, "[Errno -2] Name or service not known", "broker-unknown"),
        (None, "[Errno 113] No route to host", "broker-unreachable"),
        (
            None,
            "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate",
            "broker-certificate",
        ),
        (None, "[SSL: WRONG_VERSION_NUMBER] wrong version number", "broker-tls"),
        (None, "Operation timed out", "broker-silent"),
        (None, "something new", "broker-lost"),
        (128, "[Errno 111] Connection refused", "broker-refused"),
    ],
)
def test_faults_have_codes(code: int | None, text: str, name: str) -> None:
    assert fault(code, text) == name


def test_the_broker_s_own_reason_is_found_wherever_it_is() -> None:
    class Error(Exception):
        def __init__(self, rc: object = None) -> None:
            self.rc = rc

    class Code:
        value = 135

    outer = Error()
    outer.__cause__ = Error(Code())
    assert reason(outer) == 135
    assert reason(Error(5)) == 5
    assert reason(ValueError()) is None
    assert reason(None) is None


def test_patience_grows_to_a_limit_and_is_spread() -> None:
    assert delay(1, "broker-lost", 0.5) == FIRST_DELAY
    assert delay(2, "broker-lost", 0.5) == 2 * FIRST_DELAY
    assert delay(99, "broker-lost", 0.5) == LONGEST_DELAY
    assert delay(1, "broker-lost", 0.0) < FIRST_DELAY < delay(1, "broker-lost", 1.0)


def test_who_was_displaced_waits_longer() -> None:
    assert delay(1, "broker-taken-over", 0.5) == TAKEN_OVER_DELAY
