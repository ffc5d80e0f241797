"""Settings, texts, logs, health, static files, live streams and other code below all pages."""
