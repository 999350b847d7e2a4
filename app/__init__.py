"""Who starts what: command line, settings, composition root. Knows everybody; nobody knows it."""
