"""A stream is cut into frames wherever it is split, and what is no frame is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from teg_shared.protocol.framing import HEADER, FrameError, FrameReader, farewell, frame

LIMIT = 100


def refused(data: bytes) -> FrameError:
    with pytest.raises(FrameError) as caught:
        FrameReader(LIMIT).feed(data)
    return caught.value


@given(st.lists(st.binary(min_size=1, max_size=LIMIT), max_size=6), st.data())
def test_frames_come_out_whole_however_the_stream_is_split(payloads: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(frame(payload) for payload in payloads)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)), max_size=8)))
    reader = FrameReader(LIMIT)
    out: list[bytes] = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        out += reader.feed(stream[start:end])
    assert out == payloads
    assert reader.pending == 0


@given(st.lists(st.binary(max_size=60), max_size=6))
def test_noise_gives_frames_or_one_error_and_silence_after_it(chunks: list[bytes]) -> None:
    reader = FrameReader(LIMIT)
    broken = False
    for chunk in chunks:
        try:
            frames = reader.feed(chunk)
        except FrameError:
            assert not broken
            broken = True
        else:
            assert not (broken and frames)
            assert all(0 < len(payload) <= LIMIT for payload in frames)
            assert reader.pending <= LIMIT + HEADER


def test_half_a_frame_waits() -> None:
    reader = FrameReader(LIMIT)
    assert reader.feed(frame(b"abc")[:5]) == []
    assert reader.pending == 5


def test_a_frame_too_big_is_refused_by_its_header_alone() -> None:
    error = refused((LIMIT + 1).to_bytes(4, "big"))
    assert (error.code, error.facts) == ("frame-too-big", {"length": LIMIT + 1, "limit": LIMIT})
    assert farewell(error) == b""


def test_zeros_are_one_refusal_not_thousands_of_messages() -> None:
    assert refused(b"\x00" * 16384).code == "frame-empty"


def test_frames_before_the_fault_are_handed_over() -> None:
    error = refused(frame(b"one") + b"\x00\x00\x00\x00")
    assert error.frames == [b"one"]


def test_after_a_good_frame_nonsense_is_a_frame_too_big() -> None:
    assert refused(frame(b"one") + b"GET / HTTP/1.1").code == "frame-too-big"


@pytest.mark.parametrize(
    ("head", "speaks"),
    [
        (b"GET / HTTP/1.1\r\n", "http"),
        (b"POST", "http"),
        (b"PRI * HTTP/2.0", "http"),
        (b"\x16\x03\x01\x02\x00\x01\x00", "tls"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "ssh"),
        (b"hola\r\n", "text"),
        (b"\xff\xfb\x1f\xff\xfb", "noise"),
    ],
)
def test_other_protocols_are_recognised_by_their_first_bytes(head: bytes, speaks: str) -> None:
    error = refused(head)
    assert (error.code, error.facts) == ("not-teg", {"speaks": speaks})


def test_a_browser_gets_a_page_that_says_what_to_do() -> None:
    head, _, body = farewell(refused(b"GET / HTTP/1.1\r\n\r\n")).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert f"Content-Length: {len(body)}".encode() in head
    assert b"teg join" in body


def test_people_and_ssh_get_a_line_and_tls_gets_silence() -> None:
    assert b"teg join" in farewell(refused(b"hola"))
    assert b"teg join" in farewell(refused(b"SSH-2.0-x"))
    assert farewell(refused(b"\x16\x03\x01\x00")) == b""
