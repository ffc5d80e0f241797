"""What every request goes through: settings, texts, logs, health, static files and live streams."""
