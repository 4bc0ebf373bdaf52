"""Tables and who attends them: messages in, messages out, everything kept before it is told.

Knows no web framework, database or process; what it needs of them are the protocols in `store.py`
and `workers.py`. Runs on one event loop, without threads.
"""
