"""Chinese: clauses, who each is about, in which mood it is said, and what it states."""
