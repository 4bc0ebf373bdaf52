"""Tables and games as messages show them, to somebody who holds these seats (or none: a watcher).

What may not be seen is left out here and nowhere else.
"""
