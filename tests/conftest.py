"""Tests hear English, whatever the system they run on speaks."""

import os

os.environ["LANGUAGE"] = "en"
