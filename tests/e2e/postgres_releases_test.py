"""Runs an instance on PostgreSQL 16 and 17, beside the release of this machine, on which
all other tests run. `make check-postgres` runs the tests of handlers there."""

import os
import subprocess

import cluster
import support

PLACE = os.path.abspath("build/postgres")


def server(release):
    """The folder of a server's programs."""
    folder = os.path.join(PLACE, str(release))
    done = subprocess.run(["sh", "tests/support/postgres.sh", str(release), folder],
                          check=False, capture_output=True, text=True)
    if done.returncode != 0:
        support.skip(f"PostgreSQL {release} cannot be fetched: {done.stderr[-500:]}")
    return os.path.join(folder, "bin")


def serves(kith):
    token = kith.member("Ada")
    kith.publish(kith.member("Bob"), "Looking for a cooper in Antwerp")
    found = kith.call_tool(token, "search", {"query": "antwerp cooper"})
    assert "Looking for a cooper in Antwerp" in str(found), found
    # The outbox is woken by a notification of the database.
    kith.http("POST", "/v1/auth/password/forgot", {"email": "bob@example.org"})
    assert kith.mailed_token("bob@example.org", "/reset-password")


def works_on(release):
    os.environ["KITH_TEST_POSTGRES"] = server(release)
    try:
        with cluster.folder("kith-pg-") as home, cluster.running(home) as url:
            cluster.psql(home, "CREATE ROLE operator LOGIN CREATEROLE PASSWORD 'x'")
            cluster.psql(home, "ALTER DATABASE kith OWNER TO operator")
            owner = url.replace("user=postgres", "user=operator&password=x")
            with support.Kith(KITH_DATABASE_URL=owner) as kith:
                serves(kith)
                checked = kith.run("kithctl", "migrate", "--check")
                assert checked.returncode == 0, checked.stderr
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
