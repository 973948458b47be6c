"""The process in which bots think: questions on standard input, answers on standard output, until it is closed."""

import os
import sys
import traceback
from functools import cache
from typing import Any, BinaryIO, Final

import msgspec
from teg_shared.protocol.codec import VariantCodec
from teg_shared.rules.registry import VARIANTS

from teg_server.bots import make
from teg_server.thinking.thinker import HEADER, Answer, Question

NICE: Final = 10
"""Bots yield to the table."""


@cache
def _codec(variant: str) -> VariantCodec[Any, Any, Any, Any]:
    # a bot reads the states of its own variant, which only the name of the variant tells
    return VariantCodec(VARIANTS[variant])


def answer(question: Question) -> Answer:
    """Let the bot think."""
    codec = _codec(question.variant)
    view = codec.state(question.view)
    bot = make(question.level, question.seed, question.variant)
    command = bot.react(view, question.seat)
    if command is None and question.on_turn:
        command = bot.choose(view, question.seat)
    return Answer(b"" if command is None else bytes(codec.encode(command)))


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer questions until the other side closes."""
    decoder = msgspec.msgpack.Decoder(Question)
    while len(head := source.read(HEADER)) == HEADER:
        payload = source.read(int.from_bytes(head, "big"))
        try:
            said = answer(decoder.decode(payload))
        except Exception:  # noqa: BLE001 -- a bot's bug becomes an answer; the seat falls back to the rules
            said = Answer(b"", traceback.format_exc(limit=-4))
        data = msgspec.msgpack.encode(said)
        sink.write(len(data).to_bytes(HEADER, "big") + data)
        sink.flush()


if __name__ == "__main__":
    os.nice(NICE)
    # a bot that prints must not speak into the answers
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    serve(sys.stdin.buffer, out)
