"""The proof that nobody chose the dice: records with all that proves them, devices that check a
game while it is played, and the check of a record afterwards.

Reads a table's log and feeds its games; knows no clocks, no connections and no pages.
"""
