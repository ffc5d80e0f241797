"""Groups: members, players, settings and house rules."""
