"""A conversation's life: begin, resume, end, and each turn from ears to brain to voice to journal."""
