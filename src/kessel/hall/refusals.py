"""Why a message is refused before any table looks at it, each with its code for programs."""

from kessel.errors import KesselError


class HelloFirst(KesselError):
    """Something was asked before `hello`."""

    code = "hello_first"


class NotAttending(KesselError):
    """Something that needs a table was asked without one."""

    code = "not_attending"


class BadToken(KesselError):
    """A token that holds no seat at that table."""

    code = "bad_token"


class NotHost(KesselError):
    """Only the host may do this."""

    code = "not_host"
