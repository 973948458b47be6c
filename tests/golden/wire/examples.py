"""One message of each kind, with the bytes that it has had since protocol 1; run as a program, it writes them anew.

Run it only when the protocol's number goes up: `python -m tests.golden.wire.examples`.
"""

import json
from pathlib import Path
from typing import Any

import msgpack
from teg_shared.protocol import fair
from teg_shared.protocol import messages as m
from teg_shared.protocol.codec import encode, pack_raw
from teg_shared.protocol.framing import frame
from teg_shared.rules.classic import commands as c
from teg_shared.rules.classic import events as e
from teg_shared.rules.classic.settings import OFFICIAL, Settings

FILE = Path(__file__).with_name("frames.json")
_SEATS = (
    m.SeatInfo("human", "Ana", "", "azul", connected=True, substitute=False, left=False),
    m.SeatInfo("bot", "Facundo", "capitan", "rojo", connected=True, substitute=False, left=False),
)
_VALUE = bytes(range(32))
_COMMIT = fair.commit_seat(_VALUE)
_SERVER = fair.commit_server("k3f9x-1", _VALUE)

FROM_CLIENT: tuple[m.FromClient, ...] = (
    m.Hello(1, "teg 0.1.0"),
    m.SpeakFor("key:SHA256:abc"),
    m.ListRooms(),
    m.CreateRoom(
        "Mesa de Ana", "Ana", "classic", (m.SeatPlan("open"), m.SeatPlan("bot", "capitan")), pack_raw(Settings()), 90,
        "", _COMMIT,
    ),
    m.JoinRoom("k3f9x", "Beto", watch=True),
    m.LeaveRoom(for_good=True),
    m.ChooseColour("azul"),
    m.PlanSeat(2, m.SeatPlan("bot", "novato")),
    m.ChangeRoom(pack_raw(OFFICIAL), 0),
    m.StartGame("sargento"),
    m.Reveal(_VALUE),
    m.Act(7, pack_raw(c.Attack(1, 26))),
    m.Say("¿Pacto en Alaska?", 1),
    m.Rematch(_COMMIT),
    m.Resync(41),
    m.GetStory(41),
    m.GetRecord(),
    m.Ping(3),
)  # fmt: skip
FROM_SERVER: tuple[m.FromServer, ...] = (
    m.Welcome(1, "teg 0.1.0", ("story",)),
    m.Refused("not-bordering", {"source": 1, "target": 26}, 7),
    m.Rooms((m.RoomInfo("k3f9x", "Mesa de Ana", "classic", "lobby", 2, 2, password=False, round=0),)),
    m.Joined("k3f9x", 0, "0f8Yw3", 6),
    m.RoomState(
        "k3f9x", "Mesa de Ana", "classic", "lobby", 0, _SEATS, 1, pack_raw(Settings()), 90, (), _SERVER, "", "k3f9x-1"
    ),
    m.RevealNow((_COMMIT, b"")),
    m.Snapshot(41, pack_raw({"round": 3}), b"\x01\x02\x03\x04"),
    m.Update(
        42,
        (pack_raw(e.DiceRolled(1, 28, (6, 4, 2), (5, 4))),),
        pack_raw([{"rolls": 18}, {"armies": {1: 4, 28: 1}}]),
        b"\x05\x06\x07\x08",
    ),
    m.Story(41, pack_raw({"round": 2}), (pack_raw(e.TurnEnded(1)),)),
    m.Accepted(7, 42),
    m.Clock(0, 61.5, (0, 2)),
    m.Said(1, "Beto", "Dale", private=True, to=0),
    m.Notice("dice-withheld", {"seats": [1]}),
    m.Record(b"\x80"),
    m.Pong(3),
    m.Bye("version", {"server": 1, "client": 2}),
)
COMMANDS: tuple[c.AnyCommand, ...] = (
    c.Place(1, 3),
    c.Exchange((0, 7, 12)),
    c.Claim(9),
    c.Attack(1, 28, breaking=True),
    c.Occupy(3),
    c.Regroup(1, 0, 2),
    c.EndTurn(),
    c.ProposePact(2, (6, 39), 5),
    c.ProposeDissolve(4),
    c.Answer(5, accept=True),
    c.Withdraw(5),
    c.Announce(4),
)
EVENTS: tuple[e.AnyEvent, ...] = (
    e.GameStarted(("azul", "rojo"), Settings()),
    e.StarterRolled(((6, 6), (2, 5)), 1),
    e.CountriesDealt((0, 1) * 25, ((3, 1),)),
    e.ObjectivesDealt((4, -1)),
    e.DeckShuffled((-1, -1)),
    e.PlacementStarted(0, 1, 5),
    e.TurnStarted(1, 2, 0, 12, (0, 0, 0, 3, 0, 2)),
    e.ArmiesPlaced(1, 3, 0),
    e.CardsExchanged((0, 7, 12), 7),
    e.BonusClaimed(9, spent=False),
    e.DiceRolled(1, 28, (6, 4, 2), (5, 4)),
    e.CountryTaken(1, 28, 3),
    e.ArmiesOccupied(1, 28, 2),
    e.ArmiesRegrouped(1, 0, 2),
    e.SeatDestroyed(1, 0, (-1,)),
    e.ObjectiveInherited(0, 9, 2),
    e.CardDrawn(0, -1, claimable=False),
    e.TurnEnded(0),
    e.PactProposed(1, 0, 2, (6, 39), 5, None),
    e.ProposalClosed(1, "declined"),
    e.PactMade(1),
    e.PactEnded(1, "broken", 2),
    e.EndAnnounced(1, 0),
    e.SeatLeft(1),
    e.GameWon(0, "objective", (4, 2), (4, 2), ((1,), ())),
)


def plain(value: Any) -> Any:
    """Return what the reference library reads in JSON's types: bytes as {"hex": …}, keys as text."""
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return value


def lines() -> list[dict[str, Any]]:
    """Return every example with its bytes: a whole frame for messages, the bare part for commands and events."""
    out: list[dict[str, Any]] = []
    for kind, values in (("client", FROM_CLIENT), ("server", FROM_SERVER), ("command", COMMANDS), ("event", EVENTS)):
        for value in values:
            message = kind in {"client", "server"}
            data = frame(encode(value)) if message else bytes(pack_raw(value))  # type: ignore[arg-type]
            content = msgpack.unpackb(data[4:] if message else data, strict_map_key=False)
            name = type(value).__name__
            out.append({"kind": kind, "name": name, "content": plain(content), "hex": data.hex()})
    return out


if __name__ == "__main__":
    FILE.write_text(
        "[\n" + ",\n".join(json.dumps(line, ensure_ascii=False) for line in lines()) + "\n]\n", encoding="utf-8"
    )
