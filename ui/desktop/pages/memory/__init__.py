"""The page of memories: what a person told about themselves in a role."""
