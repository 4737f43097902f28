"""Only the operator can read an instance's metrics and inspect its processes."""

import http.client
import os
import re
import subprocess

import support

OPERATIONS_PORT = support.free_port()


def processes(kith):
    found = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/status") as file:
                status = dict(line.rstrip("\n").split(":\t", 1) for line in file)
        except OSError:
            continue
        if int(status["PPid"]) == kith.process.pid and status["Name"].startswith("kith-"):
            found[int(entry)] = status
    assert any(status["Name"] == "kith-gateway" for status in found.values()), found
    return found


def metrics(address):
    connection = http.client.HTTPConnection(address, OPERATIONS_PORT, timeout=5)
    try:
        connection.request("GET", "/metrics", headers={"Host": "localhost"})
        return connection.getresponse().read().decode()
    finally:
        connection.close()


@support.test
def serves_metrics_to_this_machine_alone(kith):
    kith.http("GET", "/v1/me")
    assert "kith_requests_total" in metrics("127.0.0.1")
    try:
        metrics("127.0.0.2")
    except ConnectionRefusedError:
        return
    raise AssertionError("the metrics are served on every address")


@support.test
def lets_nobody_look_into_a_process(kith):
    for process, status in processes(kith).items():
        assert status["NoNewPrivs"] == "1", status["Name"]
        assert os.stat(f"/proc/{process}/environ").st_uid == 0, status["Name"]
        with open(f"/proc/{process}/limits") as file:
            limits = file.read().splitlines()
        core = next(line for line in limits if line.startswith("Max core file size"))
        assert core.split()[4:6] == ["0", "0"], status["Name"] + core


@support.test
def starts_no_gateway_that_cannot_read_its_addresses(kith):
    done = subprocess.run(
        [os.path.join(kith.build, "kith-gateway")], text=True, timeout=20, check=False,
        env=kith.environment_of("gateway", KITH_PORT=str(support.free_port()),
                                KITH_OPERATIONS_PORT="0", KITH_BUS_CONTENT="nowhere",
                                KITH_BUS_PLAIN="on"),
        stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert done.returncode == 1, done.stderr
    assert '"event":"open"' in done.stderr, done.stderr


def help_of(kith, *words):
    """The help of a command, which needs no settings and no running instance."""
    done = kith.run("kithctl", *words, "--help", KITH_RUN_DIR="/nowhere",
                    KITH_PORT="none")
    assert (done.returncode, done.stderr) == (0, ""), (words, done)
    return done.stdout


@support.test
def explains_each_command_with_its_own_sentence(kith):
    listed = kith.run("kithctl", "help").stdout
    commands = re.findall(r"^  (.{7}) (.{10}) (.*)$", listed, re.M)
    assert len(commands) == listed.count("\n  ") > 30, listed
    for group, name, sentence in commands:
        words = [word.strip() for word in (group, name) if word.strip()]
        said = help_of(kith, *words)
        begin = sentence[0].upper() + sentence[1:] + ".\n\nusage: kithctl "
        assert said.startswith(begin + " ".join(words)), said
        assert "Link header" not in said, said
    assert "backup  verify" in help_of(kith, "backup")
    # A value is no reason to begin.
    assert "usage: kithctl restore" in help_of(kith, "restore", "--file")
    assert "usage: kithctl mail test" in help_of(kith, "mail", "test", "--to")


@support.test
def lists_the_commands_of_a_group(kith):
    said = help_of(kith, "member")
    assert "member  totp-reset" in said and "org     list" not in said, said
    done = kith.run("kithctl", "member")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said), done
    done = kith.run("kithctl", "member", "what")
    assert done.returncode == 2 and 'unknown command "member what"' in done.stderr, done
    done = kith.run("kithctl", "run", "what")
    assert (done.returncode, done.stderr) == (2, "usage: kithctl run\n"), done


@support.test
def opens_the_private_database_as_its_owner(kith):
    done = kith.run("kithctl", "psql", "-At", "-c", "SELECT current_user, count(*) >= 0"
                    " FROM kith.members")
    assert (done.returncode, done.stdout) == (0, "kith_owner|t\n"), done


@support.test
def a_test_mail_that_becomes_a_file_is_not_called_sent(kith):
    done = kith.run("kithctl", "mail", "test", "--to", "file@example.org")
    assert (done.returncode, done.stdout) == (0, '{"status":"written to a file"}\n'), done
    assert "has no KITH_SMTP_URL" in done.stderr, done.stderr
    assert kith.mails_to("file@example.org")


support.main(__name__, KITH_OPERATIONS_PORT=str(OPERATIONS_PORT))
