"""What is asked of every game: what cannot be right, the result, how close it was."""
