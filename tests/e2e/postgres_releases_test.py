"""Runs an instance on PostgreSQL 16 and 17, beside the release of this machine, on which
all other tests run, and makes and restores a backup with that release's clients. `make
check-postgres` runs the tests of handlers there."""

import os
import subprocess

import cluster
import support

PLACE = os.path.abspath("build/postgres")


def fetch(script, release, name):
    """The folder of a release's programs: of the server, or of the clients."""
    folder = os.path.join(PLACE, name)
    done = subprocess.run(["sh", f"tests/support/{script}.sh", str(release), folder],
                          check=False, capture_output=True, text=True)
    if done.returncode != 0:
        support.skip(f"PostgreSQL {release} cannot be fetched: {done.stderr[-500:]}")
    return os.path.join(folder, "bin")


def serves(kith):
    token = kith.first = kith.member("Ada")
    kith.publish(kith.member("Bob"), "Looking for a cooper in Antwerp")
    found = kith.call_tool(token, "search", {"query": "antwerp cooper"})
    assert "Looking for a cooper in Antwerp" in str(found), found
    # The outbox is woken by a notification of the database.
    kith.http("POST", "/v1/auth/password/forgot", {"email": "bob@example.org"})
    assert kith.mailed_token("bob@example.org", "/reset-password")


def restores(kith, release, clients):
    """Backs up and restores with the clients of the server's release."""
    file = os.path.join(kith.home, "backup")
    if not os.path.exists(f"/usr/lib/postgresql/{release}/bin/pg_dump"):
        refused = kith.run("kithctl", "backup", "--file", file)
        assert refused.returncode == 1 and (
            f"On Debian install postgresql-client-{release}" in refused.stderr), refused
    path = f"{clients}:{os.environ['PATH']}"
    done = kith.run("kithctl", "backup", "--file", file, PATH=path)
    assert done.returncode == 0 and "read back and verified" in done.stdout, done
    token = kith.member("Cyd")
    late = kith.publish(token, "Looking for a dyer in Ghent")
    done = kith.run("kithctl", "backup", "verify", "--file", file, PATH=path)
    assert done.returncode == 0, done.stderr
    done = kith.run("kithctl", "restore", "--replace", "--file", file, PATH=path)
    assert done.returncode == 0, done.stderr
    # Services reconnect, and the gateway forgets its cached reads.
    support.eventually(lambda: kith.http(
        "GET", f"/v1/posts/{late.json['id']}", token=kith.first).status == 404, 30)
    found = kith.call_tool(kith.first, "search", {"query": "antwerp cooper"})
    assert "Looking for a cooper in Antwerp" in str(found), found


def works_on(release):
    clients = fetch("postgres_client", release, f"{release}-client")
    os.environ["KITH_TEST_POSTGRES"] = fetch("postgres", release, str(release))
    try:
        with cluster.folder("kith-pg-") as home, cluster.running(home) as url:
            cluster.psql(home, "CREATE ROLE operator LOGIN CREATEROLE CREATEDB"
                               " IN ROLE pg_signal_backend PASSWORD 'x'")
            cluster.psql(home, "ALTER DATABASE kith OWNER TO operator")
            owner = url.replace("user=postgres", "user=operator&password=x")
            with support.Kith(KITH_DATABASE_URL=owner) as kith:
                serves(kith)
                checked = kith.run("kithctl", "migrate", "--check")
                assert checked.returncode == 0, checked.stderr
                restores(kith, release, clients)
            version = cluster.psql(home, "SHOW server_version")
            assert version.startswith(f"{release}."), version
    finally:
        del os.environ["KITH_TEST_POSTGRES"]


@support.test
def works_on_postgresql_16():
    works_on(16)


@support.test
def works_on_postgresql_17():
    works_on(17)


if __name__ == "__main__":
    support.finish(*support.run_tests([(function, ()) for function in support.TESTS]))
