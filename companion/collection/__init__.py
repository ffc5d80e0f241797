"""Custom games, the library, and plays of which only the totals are known."""
