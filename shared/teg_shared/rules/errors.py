"""The refusal of a command by the rules; what is malformed or broken is never said with it."""


class RuleError(Exception):
    """A command that the rules refuse.

    Attributes:
        code: stable key of the refusal; the client turns it into a sentence in the player's language.
        facts: numbers, seats and ids that the sentence needs; msgpack-able values only.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts
