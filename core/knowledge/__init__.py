"""Documents, chunks, and retrieval with exact quotes or an honest no."""
