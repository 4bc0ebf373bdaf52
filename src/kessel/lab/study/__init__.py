"""The study "Is it 99% luck?": what seats, decisions, strength and aim are worth, with intervals.

Every part measures or solves its figures as plain data; what is drawn is drawn from that data.
"""
