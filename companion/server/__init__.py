"""What every request goes through, and what the server is told: settings, logs, health, static files."""
