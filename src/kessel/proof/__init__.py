"""The proof that nobody chose the dice: records with all that proves them, what devices keep of
their games, and the check of the one against the other.

Reads a table's log and feeds its games; knows no clocks, no connections and no pages.
"""
