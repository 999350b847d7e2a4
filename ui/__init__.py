"""Qt widgets. Shows core's state, sends the user's wishes down. No rules of the business here."""
