"""Additional psql sessions on an instance's database, as its owner."""

import subprocess


def server(kith, *statements):
    """Runs each statement outside of a transaction, as statements on the server
    require."""
    for statement in statements:
        subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", statement,
                        kith.owner_url()], check=True, stdout=subprocess.DEVNULL)


class Held:
    """A transaction that holds its locks until release() or the end of the block. Its
    last statement returns 'held' once it has the locks."""

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
