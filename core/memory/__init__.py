"""Long-term facts about a person: extraction, supersession, relevance, revisions."""
