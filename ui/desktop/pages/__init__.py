"""One folder for a page: ``view.py`` has the widgets, ``model.py`` what they show. See ``registry.py``."""
