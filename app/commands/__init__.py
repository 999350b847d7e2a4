"""One module for each group of commands; each has a ``register(cli)``."""
