"""Photos of a play: uploaded, shown to everyone who may see the play, removed and restored."""
