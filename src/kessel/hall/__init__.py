"""Tables and who attends them: messages in, messages out, everything kept before it is told.

Knows no web framework, database, process or metrics library; what it needs of them are the
protocols in `store.py`, `workers.py` and `metrics.py`. Runs on one event loop, without threads.
"""
