"""Identity, permissions, and the links and codes that grant access."""
