DROP TABLE snapshot;                     -- no room has ever written one
