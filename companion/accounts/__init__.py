"""A person's own page: signing in and out, recovery, API keys and deletion."""
