"""Runs services behind pgbouncer in transaction mode, which supports no prepared
statements and no notifications. Writes, reads, races and mails share few sessions."""

import glob
import os
import pwd
import re
import shutil
import subprocess
import time

import cluster
import support
from threads import all_at_once

HERE = os.path.dirname(os.path.abspath(__file__))
SESSIONS = 10  # per role: far fewer than the services' connections
TRIES = 10
SETTINGS = """[databases]
kith = host={home}/a dbname=kith
[pgbouncer]
unix_socket_dir = {home}/p
listen_addr =
auth_type = scram-sha-256
auth_file = {home}/p/users
auth_user = postgres
auth_query = SELECT rolname, rolpassword FROM pg_authid WHERE rolname = $1
pool_mode = transaction
default_pool_size = {sessions}
max_client_conn = 400
logfile = {home}/p/log
"""


def prepares_nothing(program):
    """Returns settings that disable prepared statements. Releases before 1.21 do not
    support them; later ones would prepare statements again transparently."""
    said = subprocess.run([program, "--version"], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    release = tuple(int(part) for part in re.search(r"(\d+)\.(\d+)", said).groups())
    return "max_prepared_statements = 0\n" if release >= (1, 21) else ""


class Pooler:
    def __init__(self, home):
        program = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
        folder = f"{home}/p"
        os.mkdir(folder)
        with open(f"{folder}/settings", "w") as file:
            file.write(SETTINGS.format(home=home, sessions=SESSIONS)
                       + prepares_nothing(program))
        with open(f"{folder}/users", "w") as file:
            file.write('"postgres" ""\n')
        user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        for path in (folder, *glob.glob(folder + "/*")):
            shutil.chown(path, user)
        os.chmod(folder, 0o755)
        self.process = subprocess.Popen([program, "-q", "-u", user, f"{folder}/settings"],
                                        cwd="/", stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        support.eventually(lambda: os.path.exists(f"{folder}/.s.PGSQL.6432"))

    def stop(self):
        self.process.terminate()
        self.process.wait(20)


def goes_through_few_sessions(kith, home, tokens):
    """Threads create, read, change and list their asks at once."""
    def work(number):
        for step in range(15):
            created = kith.publish(tokens[number], f"Ask {number} {step}").json
            path = f"/v1/posts/{created['id']}"
            read = kith.http("GET", path, token=tokens[number])
            assert read.json["id"] == created["id"]
            done = kith.http("PATCH", path, {"title": f"Changed {step}"}, tokens[number])
            assert done.status == 200, done.text
            assert done.json["title"] == f"Changed {step}", done.text
            for lists in ("/v1/posts", "/v1/events", "/v1/projects", "/v1/orgs",
                          "/v1/members", "/v1/me"):
                answer = kith.http("GET", lists, token=tokens[number])
                assert answer.status == 200, answer.text

    all_at_once([lambda number=number: work(number) for number in range(len(tokens))])
    most = cluster.psql(
        f"{home}/a", "SELECT coalesce(max(n), 0) FROM (SELECT count(*) AS n"
        " FROM pg_stat_activity WHERE usename LIKE 'kith\\_%'"
        " AND query NOT LIKE 'LISTEN%' GROUP BY usename) AS s")
    assert 0 < int(most) <= SESSIONS, most


def tells_of_work_at_once(kith, tokens):
    """A mail leaves because the database notifies, long before the next poll."""
    answer = kith.http("POST", "/v1/auth/sign-up", {
        "email": "new@example.org", "password": "correct horse battery", "name": "New"})
    assert answer.status == 202, answer.text
    support.eventually(lambda: glob.glob(f"{kith.run_dir}/mail/*verify*"), 20)


def keeps_refusals_apart(kith, tokens):
    """A failed transaction does not affect the next one on the session."""
    def make(token):
        answer = kith.http("POST", "/v1/orgs", {"name": "Looms", "slug": "looms"}, token)
        return answer.status, answer.json.get("code")

    statuses = all_at_once([lambda token=token: make(token) for token in tokens])
    taken = (422, "validation_failed")
    assert sorted(statuses) == [(200, None)] + [taken] * (len(tokens) - 1), statuses


def publish_when_not_busy(kith, token, title):
    """Publishes an ask. Repeats the request under its key while the answer is 503."""
    body = {"kind": "other", "title": title, "body": "In detail.",
            "publishTo": {"public": True}}
    key = {"Idempotency-Key": title.replace(" ", "-")}
    for _ in range(TRIES):
        answer = kith.http("POST", "/v1/posts", body, token, key)
        if answer.status != 503:
            break
        time.sleep(float(answer.headers.get("Retry-After", 1)))
    assert answer.status == 200, answer.text
    return answer.json


def loses_no_write_on_shared_sessions(kith, home, tokens):
    """Writes of many callers share few sessions, and none is lost or made twice."""
    def publish(number):
        for again in range(4):
            made.append(publish_when_not_busy(
                kith, tokens[number % len(tokens)], f"Pooled {number}-{again}"))

    made = []
    all_at_once([lambda number=number: publish(number) for number in range(48)])
    assert len({ask["title"] for ask in made}) == 4 * 48, len(made)
    stored = cluster.psql(f"{home}/a",
                          "SELECT count(*) FROM kith.posts WHERE title LIKE 'Pooled %'")
    assert int(stored) == len(made) == 4 * 48, (stored, len(made))


def check(home, url):
    pooler = Pooler(home)
    try:
        with support.Kith(
                KITH_DATABASE_URL=f"postgresql:///kith?host={home}/p&port=6432"
                                  "&user=postgres",
                KITH_DATABASE_DIRECT_URL=url, KITH_DATABASE_POOLER="on") as kith:
            tokens = [kith.member(f"Pooled{number}", "--active", "--admin")
                      for number in range(8)]
            goes_through_few_sessions(kith, home, tokens)
            keeps_refusals_apart(kith, tokens)
            loses_no_write_on_shared_sessions(kith, home, tokens)
            tells_of_work_at_once(kith, tokens)
    finally:
        pooler.stop()


def main():
    with cluster.folder("kith-pool-") as home, cluster.running(f"{home}/a") as url:
        check(home, url)
    support.finish(4)


if __name__ == "__main__":
    main()
