"""The log that outlives the process: append-only records per room, in memory or in SQLite."""
