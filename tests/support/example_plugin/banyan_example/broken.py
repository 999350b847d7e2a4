"""A plug-in that is broken: it cannot even be loaded."""

raise RuntimeError("this plug-in was made to be set aside")
