"""Who is asking, what they may see and change, and the links and codes that let people in."""
