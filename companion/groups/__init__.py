"""A group: its members, names, settings and house rules."""
