"""What a person is told whose speech service has an address that will not do."""

from core.address import Refusals

REFUSALS = Refusals(bad="speech.bad_address", plain="speech.plain_sound")
