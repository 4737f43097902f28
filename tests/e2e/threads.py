"""Threads of tests, whose failures fail the test."""

import threading


class Together:
    """Runs functions in threads until the end of a block. The end sets `ending`, waits
    for the threads, and raises the first failure; `results` has the returned values."""

    def __init__(self, functions):
        self.ending, self.faults = threading.Event(), []
        self.results = [None] * len(functions)
        self.threads = [threading.Thread(target=self.run, args=(at, function))
                        for at, function in enumerate(functions)]

    def run(self, at, function):
        try:
            self.results[at] = function()
        except Exception as fault:  # raised by the thread that waits
            self.faults.append(fault)

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, kind, *_):
        self.ending.set()
        for thread in self.threads:
            thread.join()
        if kind is None and self.faults:
            raise self.faults[0]


def all_at_once(functions):
    """Runs functions at the same time, and returns their results."""
    with Together(functions) as together:
        pass
    return together.results
