"""What people write of a play: when and where it was, and what is worth remembering."""
