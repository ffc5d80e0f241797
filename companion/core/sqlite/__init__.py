"""Django's SQLite backend with cached query conversion."""
