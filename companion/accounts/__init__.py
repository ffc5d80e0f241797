"""Being known on any phone, and leaving."""
