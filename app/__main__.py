"""``python -m app`` is ``banyan``; as a frozen program it is also the process that reads documents."""

import sys

from core.knowledge.reading.worker import WORD

if __name__ == "__main__":
    if sys.argv[1:] == [WORD]:
        from core.knowledge.reading.worker import main
    else:
        from app.cli import main
    main()
