"""The browser: a server, its store of games, and the pages."""
