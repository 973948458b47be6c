"""Where bytes come from: one file for each kind of socket; no rule and no room is known here."""
