"""The one history: append-only events per session; every view of the past is a projection of them."""
