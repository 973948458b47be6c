"""The record of a finished game, made of what the room has kept (C36)."""

from teg_shared.protocol.record import FORMAT, Entry, GameRecord, sealed

from teg_server.rooms.room import Match, Room


def record_of(room: Room, match: Match) -> bytes:
    """Return the file of the room's game; only for a game that is over, for it holds the secret of the dice."""
    deal = Entry(-1, "deal", match.begun.events)
    record = GameRecord(
        FORMAT, room.variant.name, room.game_id, room.name, match.begun.at, match.players, room.settings_raw,
        room.commitment, match.secret, match.commitments, match.begun.contributions,
        (deal, *(Entry(played.seat, played.cause, played.events) for played in match.played)),
    )  # fmt: skip
    return sealed(record)
