"""When to listen, when to answer, when to stop: pure decisions inside, one driver outside."""
