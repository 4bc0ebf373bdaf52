"""The rules on a pipe: a conversation in JSON, one object a line (`kessel referee --json`)."""

from kessel.referee.referee import Referee
from kessel.referee.replies import await_json, state_json
from kessel.referee.requests import check_nesting

__all__ = ["Referee", "await_json", "check_nesting", "state_json"]
