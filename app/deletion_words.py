"""The sentences about deletions, by the kind of thing that is deleted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core.vault.receipts import Kind

GOES: Final[Mapping[Kind, str]] = {
    "fact": "receipts.goes_fact",
    "utterance": "receipts.goes_utterance",
    "conversation": "receipts.goes_conversation",
    "document": "receipts.goes_document",
    "person": "receipts.goes_person",
}
"""What is said before anything is done; value: name."""

STAYS: Final[Mapping[Kind, str]] = {
    "document": "receipts.stays_document",
    "person": "receipts.stays_person",
}

GIVEN: Final[Mapping[Kind, str]] = {
    "fact": "receipts.given_fact",
    "utterance": "receipts.given_utterance",
    "conversation": "receipts.given_conversation",
    "document": "receipts.given_document",
    "import": "receipts.given_import",
    "person": "receipts.given_person",
}
"""With the receipt; value: id."""

KINDS: Final[Mapping[Kind, str]] = {
    "fact": "receipts.kind_fact",
    "utterance": "receipts.kind_utterance",
    "conversation": "receipts.kind_conversation",
    "document": "receipts.kind_document",
    "import": "receipts.kind_import",
    "person": "receipts.kind_person",
    "source": "receipts.kind_source",
}

COUNTED: Final[Mapping[str, str]] = {
    "conversations": "receipts.conversations",
    "said": "receipts.said",
    "facts": "receipts.facts",
    "recordings": "receipts.recordings",
    "imports": "receipts.imports",
}
"""What goes with it, by the field of an ``Extent``; value: count."""

STAYING: Final[Mapping[str, str]] = {"edited": "receipts.edited", "cited": "receipts.cited"}
