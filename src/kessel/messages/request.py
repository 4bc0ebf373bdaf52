"""What every message from a page has."""

from msgspec import Struct

from kessel.messages.fields import Ref


class Request(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    omit_defaults=True,
):
    """What every message from a page has: a number of its own choice, echoed in the answer."""

    ref: Ref | None = None
