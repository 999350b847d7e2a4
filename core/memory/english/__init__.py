"""A small grammar of spoken English: clauses, whom they are about, in which mode, and what they tell."""
