"""``python -m app`` is ``banyan``."""

from app.cli import main

if __name__ == "__main__":
    main()
