"""The errors that people see: one sentence that says what was wrong, where, and what to do next."""


class RulingError(Exception):
    """Base of every error that is shown to a person as its message alone, never as a traceback.

    `exit_code` is what the command line exits with: 1 for something understood but not there,
    2 for something malformed or unknown to the command itself.
    """

    exit_code = 1


class UsageError(RulingError):
    """The words of the command were off: an unknown language, option or answer."""

    exit_code = 2
