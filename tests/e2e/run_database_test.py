"""Tests kithctl run on an external database: which processes get the owner's
credentials."""

import os

import cluster
import support

SECRET = "canary-of-the-owner"
SERVICES = ("kith-identity", "kith-orgs", "kith-content", "kith-projects", "kith-events",
            "kith-notifications")


def environments(kith, program):
    pids = kith.pids(program)
    assert pids, program
    for pid in pids:
        with open(f"/proc/{pid}/environ", "rb") as file:
            yield dict(entry.split("=", 1)
                       for entry in file.read().decode().split("\0") if "=" in entry)


def url_of(kith, program):
    """Returns a program's database URL, after checking its whole environment."""
    for environment in environments(kith, program):
        assert SECRET not in "".join(environment.values()), program
        assert "PGPASSWORD" not in environment and "PGUSER" not in environment, program
    return environment.get("KITH_DATABASE_URL")


def check_given(url):
    more = f"&password={SECRET}&application_name=it%27s"
    os.environ.update(PGPASSWORD=SECRET, PGUSER="postgres")
    try:
        with support.Kith(KITH_DATABASE_URL=url + more) as kith:
            assert url_of(kith, "kith-gateway") is None
            for program in SERVICES:
                told = url_of(kith, program)
                assert "host='" in told and "dbname='kith'" in told, told
                assert "user=" not in told and "password=" not in told, told
            token = kith.member("Ada")
            assert kith.http("GET", "/v1/me", token=token).status == 200
            assert not os.path.exists(os.path.join(kith.run_dir, "postgres"))
    finally:
        del os.environ["PGPASSWORD"], os.environ["PGUSER"]


def check_empty():
    with support.Kith(KITH_DATABASE_URL="") as kith:
        assert os.path.isdir(os.path.join(kith.run_dir, "postgres", "data"))
        for program in (*SERVICES, "kith-gateway"):
            assert url_of(kith, program) is None, program


def main():
    with cluster.folder("kith-run-") as home, cluster.running(home) as url:
        check_given(url)
    check_empty()
    support.finish(2)


if __name__ == "__main__":
    main()
