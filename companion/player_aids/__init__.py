"""Player aids and the timer on the page."""
