"""The hall inside a browser: the same tables and messages, with the browser's storage and physics.

Only `browser.py` knows that there is a browser; everything else runs in any Python.
"""
