"""Tests that each setting of the table reaches its processes in the compose file and in
the chart, and that secret ones reach no other. Needs no containers."""

import json
import os
import re
import shutil
import subprocess
import sys

try:
    import yaml
except ImportError:
    if sys.executable != "/usr/bin/python3":
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    raise

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
COMPOSE = os.path.join(ROOT, "compose", "compose.yaml")
CHART = os.path.join(ROOT, "compose", "k8s", "chart")
GATEWAY = os.path.join(os.environ.get("KITH_BUILD", os.path.join(ROOT, "build")),
                       "kith-gateway")
SERVICES = {"identity", "orgs", "content", "projects", "events", "notifications", "media"}
KITHCTL = {"migrate", "backup", "nightly"}

# Settings that the compose file decides itself, and why.
FIXED = {
    "KITH_RUN_DIR": "the image", "KITH_PORT": "only the front publishes ports",
    "KITH_LISTEN": "each container has an address of its own",
    "KITH_BASE_URL": "made of KITH_DOMAIN", "KITH_PLAIN_HTTP": "the front has TLS",
    "KITH_DATABASE_URL": "the database of the file",
    "KITH_DATABASE_POOLER": "there is no pooler",
    "KITH_DATABASE_DIRECT_URL": "there is no pooler",
    "KITH_DATABASE_ROLE_PREFIX": "the server has one instance",
    "KITH_SECRET_FILE": "a volume for each process",
    "KITH_BUS": "the networks of the file", "KITH_BUS_LISTEN": "likewise",
    "KITH_BUS_TRANSPORT": "only sp encrypts", "KITH_BUS_PLAIN": "the bus is encrypted",
    "KITH_OPERATIONS_PORT": "on with KITH_METRICS_TOKEN",
    "KITH_OPERATIONS_LISTEN": "likewise",
}

# Settings that not every process may have, and which processes have them.
ONLY = {
    "KITH_DATABASE_READ_URL": SERVICES,
    "KITH_METRICS_TOKEN": {"gateway"},
    "KITH_SMTP_URL": {"notifications", "migrate"},
    "KITH_S3_URL": {"media", "migrate"},
    "KITH_S3_ACCESS_KEY": {"media", "migrate"},
    "KITH_S3_SECRET_KEY": {"media", "migrate"},
    "KITH_SOCIAL_CLIENT_SECRET": {"media"},
    **{name: {"backup", "nightly"} for name in (
        "KITH_BACKUP_S3_URL", "KITH_BACKUP_S3_REGION", "KITH_BACKUP_S3_ACCESS_KEY",
        "KITH_BACKUP_S3_SECRET_KEY", "KITH_BACKUP_S3_CA_FILE")},
}


def settings():
    """The names of the table."""
    printed = subprocess.run([GATEWAY, "--print-config"], text=True, check=True,
                             stdout=subprocess.PIPE).stdout
    names = re.findall(r"^\| `(KITH_\w+)`", printed, re.M)
    assert len(names) > 50, names
    return names


def services():
    with open(COMPOSE) as file:
        return yaml.safe_load(file)["services"]


def expand(text, values):
    """What compose makes of ${NAME}, ${NAME:-default} and ${NAME:+text}."""
    def one(match):
        name, kind, other = match.group(1), match.group(2), match.group(3) or ""
        value = values.get(name, "")
        if kind == ":+":
            return expand(other, values) if value else ""
        return value or expand(other, values)
    inner = re.compile(r"\$\{(\w+)(?:(:[-+])((?:[^{}]|\$\{[^{}]*\})*))?\}")
    return inner.sub(one, str(text))


def reached(name, value):
    """The services of the compose file whose process gets the setting."""
    return {service for service, about in services().items()
            if expand((about.get("environment") or {}).get(name, ""),
                      {name: value}) == value}


def each_setting_reaches_its_processes_in_compose():
    names = settings()
    assert set(FIXED) | set(ONLY) <= set(names), set(FIXED) | set(ONLY) - set(names)
    faults = []
    for name in names:
        found = reached(name, "a-value-of-the-operator")
        wanted = SERVICES | KITHCTL | {"gateway"}
        if name in FIXED and found:
            faults.append(f"{name} is fixed, but {sorted(found)} take it")
        elif name in ONLY and found != ONLY[name]:
            faults.append(f"{name} reaches {sorted(found)}")
        elif name not in FIXED and name not in ONLY and wanted - found:
            faults.append(f"{name} does not reach {sorted(wanted - found)}")
    assert not faults, faults


def names_no_setting_that_does_not_exist():
    known = set(settings()) | {"KITH_BACKUP_KEY_FILE", "KITH_SMTP_URL_FILE"}
    for service, about in services().items():
        if service in SERVICES | KITHCTL | {"gateway", "prepare", "rotate"}:
            unknown = {name for name in about["environment"]
                       if name.startswith("KITH_")} - known
            assert not unknown, (service, unknown)


def bounds_logs_and_ends_what_hangs():
    for service, about in services().items():
        bounds = about["logging"]["options"]
        assert bounds == {"max-size": "16m", "max-file": "4"}, service
        if service in SERVICES | {"gateway"}:
            assert about["init"] is True, service
            assert about["healthcheck"]["test"] == ["CMD", f"kith-{service}", "--watch"]
            assert about["healthcheck"]["timeout"] == "20s", service
            assert about["restart"] == "unless-stopped", service


def replaces_notifications_when_a_mail_server_is_added():
    labels = services()["notifications"]["labels"]["kith.mail-url"]
    assert expand(labels, {}) != expand(labels, {"KITH_MAIL_URL_FILE": "./mail-url"})


def opens_metrics_with_a_token_only():
    port = services()["gateway"]["environment"]["KITH_OPERATIONS_PORT"]
    assert expand(port, {}) == ""
    assert expand(port, {"KITH_METRICS_TOKEN": "x"}) == "9100"
    published = services()["front"]["ports"]
    assert "127.0.0.1:9180:9100" in [expand(one, {}) for one in published], published


def makes_a_backup_each_night():
    nightly = services()["nightly"]
    assert nightly["profiles"] == ["nightly"]
    words = [expand(word, {"KITH_BACKUP_S3_URL": "https://s3.example.org/x"})
             for word in nightly["command"]]
    assert words == ["backup", "daily", "--at", "03:00", "--file", "/backups", "--keep",
                     "14", "--store"], words
    assert expand(nightly["command"][-1], {}) == ""


def trusts_the_proxies_of_the_operator():
    """The real Caddy reads the file; the addresses are those of the setting."""
    if not shutil.which("caddy"):
        print("skip trusts_the_proxies_of_the_operator: caddy is missing")
        return
    done = subprocess.run(
        ["caddy", "adapt", "--config", os.path.join(ROOT, "compose/front/Caddyfile")],
        env=dict(os.environ, KITH_SITE="http://",
                 KITH_OUTER_PROXIES="10.1.0.0/16 10.2.0.1"),
        text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    servers = json.loads(done.stdout)["apps"]["http"]["servers"]
    by_port = {server["listen"][0]: json.dumps(server) for server in servers.values()}
    assert '"trusted_proxies": ["10.1.0.0/16", "10.2.0.1"]' in by_port[":8080"], by_port
    assert ":8443" not in by_port, by_port
    environment = services()["front"]["environment"]
    assert expand(environment["KITH_OUTER_PROXIES"],
                  {"KITH_OUTER_PROXIES": "10.1.0.0/16"}) == "10.1.0.0/16"
    assert expand(environment["KITH_SITE"], {"KITH_SITE": "http://"}) == "http://"
    assert expand(environment["KITH_SITE"], {"KITH_DOMAIN": "x.example"}) == "x.example"


def the_chart_passes_every_setting_on():
    """All processes get the values of `settings`; secret ones come from secrets."""
    def text(name):
        with open(os.path.join(CHART, "templates", name)) as file:
            return file.read()
    assert "range $name, $value := .Values.settings" in text("_parts.tpl")
    for name, count in (("gateway.yaml", 1), ("services.yaml", 1), ("database.yaml", 1)):
        assert text(name).count('include "kith.settings"') == count, name
    for name in ("gateway.yaml", "services.yaml"):
        assert 'include "kith.secret-settings"' in text(name), name
        assert 'include "kith.files"' in text(name), name
    assert "KITH_OPERATIONS_PORT" in text("gateway.yaml")


TESTS = [each_setting_reaches_its_processes_in_compose,
         names_no_setting_that_does_not_exist, bounds_logs_and_ends_what_hangs,
         replaces_notifications_when_a_mail_server_is_added,
         opens_metrics_with_a_token_only, makes_a_backup_each_night,
         trusts_the_proxies_of_the_operator, the_chart_passes_every_setting_on]

if __name__ == "__main__":
    failed = 0
    for one in TESTS:
        try:
            one()
        except AssertionError as why:
            failed += 1
            print(f"FAIL {one.__name__}: {why}")
    print(f"{len(TESTS) - failed} passed, {failed} failed, 0 skipped")
    sys.exit(1 if failed else 0)
