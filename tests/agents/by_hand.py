"""Prepares trials with a model: seeds one world per task in a running instance.

    KITH_RUN_DIR=.run KITH_PORT=8080 python3 tests/agents/by_hand.py [part of a name] …

Prints for each task, in random order, the persona, the utterance and the caller's token.
docs/testing.md describes a trial.
"""

import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../e2e")]

import support  # pylint: disable=wrong-import-position
from world import World, tasks  # pylint: disable=wrong-import-position


class Running(support.Kith):
    """An instance that somebody else has started."""

    def __init__(self):  # pylint: disable=super-init-not-called
        self.build = os.path.abspath(os.environ.get("KITH_BUILD", "build"))
        self.run_dir = os.environ["KITH_RUN_DIR"]
        self.port = int(os.environ.get("KITH_PORT", "8080"))
        self.environment = dict(os.environ)


def main(words):
    kith = Running()
    chosen = [task for task in tasks()
              if not words or any(word in task["name"] for word in words)]
    random.shuffle(chosen)
    for task in chosen:
        world = World(kith, task, random.randrange(10**6, 10**7))
        world.populate()
        world.seed()
        print(f"{task['name']}\n  {task['persona']}\n  {task['utterance']}\n"
              f"  token {world.tokens[world.caller]}\n  number {world.number}")


main(sys.argv[1:])
