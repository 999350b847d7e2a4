"""What the faces hold: one object that opens the vault and owns the parts."""
