"""The page of settings: what there is to choose today, and about the app."""
