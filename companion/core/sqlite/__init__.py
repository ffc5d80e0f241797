"""Django's SQLite, for what is asked again and again."""
