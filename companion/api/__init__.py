"""Let a program read its owner's groups, plays and statistics as JSON. docs/reference/api.md documents it."""
