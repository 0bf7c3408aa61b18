"""Bot against bot: matches, their store, their statistics and reports."""
