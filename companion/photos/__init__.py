"""Photos of a play: brought, shown to whoever may see it, taken away and put back."""
