"""Measures how many orders a second are placed and paid beside the bookings of bars, and how soon a search of 50,000 products is
answered; ends with 1 where a bar is missed, with 2 where nothing could be measured."""
import argparse
import json
import os
import pathlib
import random
import statistics
import sys
import tempfile
import time

import stand
from stand import SHOP, Failed, Stand, Worker, quoted  # puts ../bars on the path
import town  # noqa: E402
import users  # noqa: E402
from asking import ask, request  # noqa: E402
from measure_rows import AtLeast, Row, finish, percentile  # noqa: E402

CONNECTIONS, ROUNDS = 64, 5
