CREATE TABLE room (
    id       TEXT PRIMARY KEY NOT NULL,
    created  REAL NOT NULL,             -- seconds since 1970
    finished REAL                       -- NULL while it may go on
) WITHOUT ROWID;

CREATE TABLE record (
    room    TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE,
    seq     INTEGER NOT NULL CHECK (seq > 0),
    kind    TEXT NOT NULL CHECK (kind IN ('room', 'event')),
    payload BLOB NOT NULL,
    chain   BLOB NOT NULL CHECK (length(chain) = 32),
    PRIMARY KEY (room, seq)
) WITHOUT ROWID;

CREATE TABLE snapshot (                 -- only the last one of each room
    room    TEXT PRIMARY KEY NOT NULL REFERENCES room (id) ON DELETE CASCADE,
    seq     INTEGER NOT NULL,
    payload BLOB NOT NULL,
    seal    BLOB NOT NULL               -- over the chain at seq and the payload
) WITHOUT ROWID;
