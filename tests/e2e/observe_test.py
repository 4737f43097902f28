"""Tests the metrics of all processes: access control, and whether Prometheus evaluates
the dashboard and the alerts of compose/observe."""

import json
import os
import re
import shutil
import signal
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import support

PORT = support.free_port()
TOKEN = "a-token-of-more-than-twenty-characters"
SECOND = "ipc://{run_dir}/bus/content-2.ipc"
OBSERVE = "compose/observe"
SAMPLE = re.compile(r'^(\w+)(?:\{((?:\w+="(?:[^"\\]|\\.)*",?)*)\})? (\S+)$')

# These exist only after a failure or during an operation.
MAY_BE_EMPTY = {"kith_calls_under_way"}

# Series that make the alert fire, from the first or the 30th minute on.
ALARMS = {
    "KithIsNotRead": {'up{job="kith",instance="a"}': "0x60"},
    "KithServiceIsAway": {'kith_bus_replicas{service="content"}': "0x60"},
    "KithReplicaDoesNotAnswer": {
        'kith_replica_up{service="content",replica="a"}': "0x60"},
    "KithAnswersWithErrors": {
        'kith_requests_total{op="me_get",status="5xx"}': "0+60x60",
        'kith_requests_total{op="me_get",status="2xx"}': "0+600x60"},
    "KithIsFaulty": {'kith_request_problems_total{op="me_get",problem="internal_error"}':
                     "_x20 1x40"},  # a problem has no series before its first time
    "KithIsSlow": {'kith_request_seconds_bucket{op="me_get",le="1"}': "0+60x60",
                   'kith_request_seconds_bucket{op="me_get",le="10"}': "0+120x60",
                   'kith_request_seconds_bucket{op="me_get",le="+Inf"}': "0+120x60",
                   'kith_request_seconds_count{op="me_get"}': "0+120x60"},
    "KithIsOverloaded": {
        'kith_request_problems_total{op="me_get",problem="service_unavailable"}':
            "0+120x60"},
    "KithCallsWait": {'kith_calls_waiting{service="content",lane="alone"}': "65x60"},
    "KithCannotReachItsDatabase": {'kith_workers_cut_off{service="content"}': "1x60"},
    "KithDatabaseConnectionsRunOut": {"kith_database_connections": "91x60",
                                      "kith_database_connections_max": "100x60"},
    "KithDatabaseDiskIsFull": {"kith_database_disk_full": "1x60"},
    "KithBackupIsOld": {"kith_backup_age_seconds": "172801x60"},
    "KithOutboxIsLate": {"kith_outbox_oldest_due_seconds": "901x60"},
    "KithOutboxIsNotLookedAt": {"kith_database_looked_seconds": "0x60"},
    "KithMailsFail": {"kith_outbox_failed": "0x40 11x20"},
    "KithRequestMemoryRunsOut": {
        'kith_request_memory_bytes{share="bodies"}': "91x60",
        'kith_request_memory_max_bytes{share="bodies"}': "100x60"},
    "KithConnectionsRunOut": {"kith_connections": "91x60",
                              "kith_connections_max": "100x60"},
    "KithRestartsOverAndOver": {
        'kith_process_start_time_seconds{service="content"}': "0+60x60"},
}


def scrape(path="/metrics/all", port=PORT, host="127.0.0.1", token=None):
    request = urllib.request.Request(f"http://{host}:{port}{path}")
    if token is not None:
        request.add_header("Authorization", "Bearer " + token)
    with urllib.request.urlopen(request, timeout=10) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        return answer.read().decode()


def status_of(*arguments, **more):
    try:
        scrape(*arguments, **more)
    except urllib.error.HTTPError as error:
        return error.code
    return 200


def samples(text):
    """All samples as (name, labels, value); each must be well-formed."""
    for line in text.splitlines():
        if not line.startswith("#"):
            name, labels, value = SAMPLE.match(line).groups()
            yield name, dict(re.findall(r'(\w+)="((?:[^"\\]|\\.)*)"',
                                        labels or "")), float(value)


def busy(kith):
    """Causes one event of each kind that is counted."""
    token = kith.member("Busy") if not hasattr(busy, "token") else busy.token
    busy.token = token
    kith.publish(token)
    for path in ("/v1/me", "/v1/posts", "/v1/events", "/v1/projects",
                 "/v1/me/notifications", "/v1/orgs", "/v1/posts/post_nothing", "/health",
                 "/nothing/at/all"):
        kith.http("GET", path, token=token)
    kith.http("GET", "/v1/me")


def need(*programs):
    for program in programs:
        if shutil.which(program) is None:
            support.skip(f"there is no {program} here")


@support.test
def has_the_figures_of_every_process_in_one_scrape(kith):
    busy(kith)
    text = scrape()
    of = {labels.get("service") for name, labels, _ in samples(text)
          if name == "kith_build_info"}
    assert of == {"gateway", "identity", "orgs", "content", "projects", "events",
                  "notifications", "media"}, of
    families = re.findall(r"^# TYPE (\w+) \w+$", text, re.M)
    assert len(families) == len(set(families)), families
    replicas = [labels["replica"] for name, labels, value in samples(text)
                if name == "kith_replica_up" and value == 1]
    assert len(replicas) == 7, replicas
    own = scrape("/metrics")
    assert "kith_requests_total" in own and "kith_calls_total" not in own
    services = scrape("/metrics/services")
    assert "kith_requests_total" not in services and "kith_calls_total" in services
    assert status_of("/metrics/nobody") == status_of("/other") == 404


@support.test
def tells_replicas_of_a_service_apart(kith):
    beside = kith.start_beside(
        "kith-content", KITH_BUS_LISTEN=SECOND.replace("{run_dir}", kith.run_dir))
    try:
        def both():
            started = {labels["replica"]: value for name, labels, value
                       in samples(scrape("/metrics/content"))
                       if name == "kith_process_start_time_seconds"}
            return started if len(started) == 2 else None
        started = support.eventually(both)
        assert len(set(started.values())) == 2, started
        # An unresponsive process does not prevent a scrape of the others.
        beside.send_signal(signal.SIGSTOP)
        def silent():
            up = [value for name, _, value in samples(scrape("/metrics/content"))
                  if name == "kith_replica_up"]
            return sum(up) == 1
        support.eventually(silent)
    finally:
        beside.send_signal(signal.SIGCONT)
        beside.terminate()
        beside.wait(15)


@support.test
def has_no_more_series_than_the_contract_has_names(kith):
    busy(kith)
    before = {(name, tuple(labels.items())) for name, labels, _ in samples(scrape())
              if name == "kith_requests_total"}
    for number in range(60):
        kith.http("GET", f"/v1/nothing-{number}",
                  headers={"X-Request-Id": f"series-{number}",
                           "User-Agent": f"agent-{number}"})
        kith.http("GET", f"/v1/members/nobody-{number}", token=busy.token)
    text = scrape()
    after = {(name, tuple(labels.items())) for name, labels, _ in samples(text)
             if name == "kith_requests_total"}
    assert len(after - before) <= 2, after - before
    assert "nothing-" not in text and "agent-" not in text and "nobody-" not in text


@support.test
def asks_for_the_token_where_there_is_one(kith):
    port = support.free_port()
    with kith.second_gateway(KITH_OPERATIONS_PORT=str(port), KITH_METRICS_TOKEN=TOKEN,
                             KITH_OPERATIONS_LISTEN="0.0.0.0"):
        assert status_of(port=port, host="127.0.0.2") == 401
        assert status_of(port=port, host="127.0.0.2", token=TOKEN[:-1]) == 401
        assert status_of(port=port, host="127.0.0.2", token=TOKEN + "x") == 401
        assert status_of(port=port, host="127.0.0.2", token=TOKEN) == 200
    refused = subprocess.run(
        [os.path.join(kith.build, "kith-gateway")], text=True, capture_output=True,
        timeout=20, check=False, env=kith.environment_of(
            "gateway", KITH_PORT=str(port), KITH_OPERATIONS_LISTEN="0.0.0.0"))
    assert refused.returncode == 2, refused.stderr
    assert "KITH_METRICS_TOKEN" in refused.stderr, refused.stderr


@support.test
def is_what_prometheus_takes(kith):
    need("promtool")
    busy(kith)
    done = subprocess.run(["promtool", "check", "metrics"], input=scrape(), text=True,
                          capture_output=True, check=False)
    assert done.returncode == 0 and done.stderr == "", done.stderr + done.stdout


class Prometheus:
    """A Prometheus with the configuration of compose/observe, except for the port and the
    intervals."""

    def __init__(self, kith):
        self.home = os.path.join(kith.home, "prometheus")
        self.port = support.free_port()
        os.mkdir(self.home)
        shutil.copy(f"{OBSERVE}/alerts.yaml", self.home)
        with open(f"{OBSERVE}/prometheus.yaml") as file:
            text = file.read()
        assert text.count(" 15s") == 2 and text.count("127.0.0.1:9100") == 1
        with open(f"{self.home}/prometheus.yaml", "w") as file:
            file.write(text.replace(" 15s", " 1s").replace("127.0.0.1:9100",
                                                           f"127.0.0.1:{PORT}"))

    def __enter__(self):
        with open(f"{self.home}/log", "wb") as log:
            self.process = subprocess.Popen(
                ["prometheus", f"--config.file={self.home}/prometheus.yaml",
                 f"--storage.tsdb.path={self.home}/data",
                 f"--web.listen-address=127.0.0.1:{self.port}"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def ask(self, path, **parameters):
        query = urllib.parse.urlencode(parameters)
        address = f"http://127.0.0.1:{self.port}/api/v1/{path}?{query}"
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{parameters}: {error.read()}") from None

    def has_read(self, times):
        try:
            values = self.ask("query",
                              query='count_over_time(up{job="kith"}[1h])')["result"]
        except (OSError, AssertionError):
            return False
        return values and float(values[0]["value"][1]) >= times


def expressions():
    """Yields the dashboard's expressions with its variables filled in."""
    with open(f"{OBSERVE}/dashboard.json") as file:
        board = json.load(file)
    for panel in board["panels"]:
        for target in panel.get("targets", ()):
            yield panel["title"], target["expr"].replace(
                "$__rate_interval", "30s").replace(
                "$instance", ".*")


def families_in(expression):
    return set(re.findall(r"\bkith_\w+", expression))


@support.test
def feeds_every_panel_and_every_alert(kith):
    need("prometheus")
    with Prometheus(kith) as prometheus:
        support.eventually(lambda: prometheus.has_read(1), 30)
        busy(kith)
        support.eventually(lambda: busy(kith) or prometheus.has_read(4), 30, 0.5)
        known = set(prometheus.ask("label/__name__/values"))
        count = 0
        for title, expression in expressions():
            assert "$" not in expression, expression
            count += 1
            missing = families_in(expression) - known - MAY_BE_EMPTY
            assert not missing, f"{title}: {missing}"
            result = prometheus.ask("query", query=expression)["result"]
            assert result or families_in(expression) & MAY_BE_EMPTY, (
                f"{title}: {expression}")
        assert count >= 25
        rules = prometheus.ask("rules")["groups"][0]["rules"]
        support.eventually(lambda: all(
            rule["health"] == "ok"
            for rule in prometheus.ask("rules")["groups"][0]["rules"]))
        for rule in rules:
            missing = families_in(rule["query"]) - known
            assert not missing, f"{rule['name']}: {missing}"
        assert {rule["name"] for rule in rules} == set(ALARMS)
        firing = [rule["name"] for rule in prometheus.ask("rules")["groups"][0]["rules"]
                  if rule["state"] == "firing"]
        assert firing == [], firing
        # One alert is triggered by a real failure: a service that stopped.
        content = kith.pids("kith-content")
        os.kill(content[0], signal.SIGSTOP)
        try:
            support.eventually(lambda: any(
                rule["name"] == "KithServiceIsAway" and rule["state"] != "inactive"
                for rule in prometheus.ask("rules")["groups"][0]["rules"]), 20)
        finally:
            os.kill(content[0], signal.SIGCONT)


@support.test
def wakes_somebody_when_it_should_and_nobody_else(kith):
    need("promtool")
    alerts = os.path.abspath(f"{OBSERVE}/alerts.yaml")
    tests = [{
        "interval": "1m",
        "input_series": [{"series": series, "values": values}
                         for series, values in given.items()],
        "promql_expr_test": [{
            "expr": f'count by (alertname) (ALERTS{{alertstate="firing"}})',
            "eval_time": "59m",
            "exp_samples": [{"labels": f'{{alertname="{name}"}}', "value": 1}]}]
        if name not in ("KithIsFaulty",) else [{
            "expr": f'count by (alertname) (ALERTS{{alertstate="firing"}})',
            "eval_time": "25m",
            "exp_samples": [{"labels": f'{{alertname="{name}"}}', "value": 1}]}],
    } for name, given in ALARMS.items()]
    path = os.path.join(kith.home, "alerts_test.json")
    with open(path, "w") as file:
        json.dump({"rule_files": [alerts], "evaluation_interval": "1m", "tests": tests},
                  file)
    done = subprocess.run(["promtool", "test", "rules", path], text=True,
                          capture_output=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr + done.stdout


@support.test
def the_manual_says_what_to_do_about_each_alert(kith):
    with open("docs/operations.md") as file:
        manual = file.read()
    assert [name for name in ALARMS if f"`{name}`" not in manual] == []


support.main(__name__, KITH_OPERATIONS_PORT=str(PORT),
             KITH_BUS_CONTENT="ipc://{run_dir}/bus/content.ipc," + SECOND,
             KITH_BUS_LISTEN="ipc://{run_dir}/bus/{service}.ipc")
