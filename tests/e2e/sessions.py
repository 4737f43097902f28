"""Sessions of the database beside those of an instance: as its owner, in psql."""

import subprocess


def server(kith, *statements):
    """Each by itself and outside of any transaction, as what concerns the server must be."""
    for statement in statements:
        subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", statement,
                        kith.owner_url()], check=True, stdout=subprocess.DEVNULL)


class Held:
    """A transaction that keeps its locks until it is released, or the block ends. Its last statement
    answers 'held' once they are taken."""

    def __init__(self, kith, statements):
        self.psql = subprocess.Popen(
            ["psql", "-X", "-q", "-A", "-t", kith.owner_url()], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.psql.stdin.write(f"SET search_path = kith; BEGIN; {statements};\n")
        self.psql.stdin.flush()
        assert self.psql.stdout.readline() == "held\n"

    def release(self):
        if not self.psql.stdin.closed:
            self.psql.communicate("COMMIT;\n")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.release()
