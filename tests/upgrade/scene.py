"""Two replicas of each process of an instance that can be restarted separately, and a
load on both gateways. Like a front, it sends a request that got no answer to the other
gateway."""

import http.client
import json
import os
import shutil
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "e2e"))
import support  # noqa: E402

SERVICES = ("identity", "orgs", "content", "projects", "events", "notifications", "media")
PROGRAMS = [f"kith-{name}" for name in SERVICES + ("gateway", "decoder")] + ["kithctl"]


def install(source, folder):
    """Installs a build's programs into a folder, each atomically, as a package would."""
    os.makedirs(folder, exist_ok=True)
    for name in PROGRAMS:
        shutil.copy(os.path.join(source, name), os.path.join(folder, name + ".new"))
        os.rename(os.path.join(folder, name + ".new"), os.path.join(folder, name))


class Pairs:
    """`kithctl run` supervises the first replica of each process, this class the
    second."""

    def __init__(self, kith):
        self.kith = kith
        self.second = {name: self.start_second(name) for name in SERVICES}
        self.port = support.free_port()
        self.gateway = self.start_gateway()
        self.settle()

    def start_second(self, name):
        return self.kith.start_beside(
            f"kith-{name}", KITH_BUS_LISTEN=f"ipc://{self.kith.run_dir}/bus/{name}-2.ipc")

    def start_gateway(self):
        return self.kith.start_beside("kith-gateway", KITH_PORT=str(self.port),
                                      KITH_BASE_URL=self.kith.base)

    def settle(self):
        def ready(port):
            try:
                return support.At(self.kith, port).http("GET",
                                                        "/health/ready").status == 200
            except OSError:
                return False
        support.eventually(lambda: ready(self.port) and ready(self.kith.port), 30)
        time.sleep(1.5)  # until both gateways have received a ping of the newest process

    @staticmethod
    def end(process):
        process.terminate()
        assert process.wait(20) == 0, "the process did not exit with 0"

    def restart_second(self, name):
        self.end(self.second[name])
        self.second[name] = self.start_second(name)
        self.settle()

    def restart_second_gateway(self):
        self.end(self.gateway)
        self.gateway = self.start_gateway()
        self.settle()

    def restart_first(self, name):
        """Ends a process that `kithctl run` restarts."""
        [pid] = [pid for pid in self.kith.pids(f"kith-{name}")
                 if pid != self.others().get(name)]
        os.kill(pid, 15)

        def another():
            pids = [one for one in self.kith.pids(f"kith-{name}")
                    if one not in (pid, self.others().get(name))]
            return len(pids) == 1
        support.eventually(another, 30)
        self.settle()

    def others(self):
        pids = {name: process.pid for name, process in self.second.items()}
        return dict(pids, gateway=self.gateway.pid)

    def stop(self):
        for process in [*self.second.values(), self.gateway]:
            process.terminate()
        for process in [*self.second.values(), self.gateway]:
            process.wait(20)


class Load:
    """Sends reads and keyed posts at a fixed rate on keep-alive connections."""

    def __init__(self, kith, ports, token, rate, connections=24):
        self.kith, self.ports, self.token, self.rate = kith, ports, token, rate
        self.lock = threading.Lock()
        self.sent, self.late, self.failed, self.repeated, self.titles = 0, 0, [], 0, set()
        self.ending = threading.Event()
        self.begun = time.monotonic()
        self.threads = [threading.Thread(target=self.work, args=(number,))
                        for number in range(connections)]
        self.post = kith.publish(token, "Read all the time").json["id"]

    def due(self):
        """Returns the number of the next request when it is due."""
        with self.lock:
            number = self.sent
            self.sent += 1
        wait = self.begun + number / self.rate - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        elif wait < -1:
            self.late += 1
        return number

    def ask(self, connection, number):
        headers = {"Authorization": "Bearer " + self.token}
        if number % 20:
            path = ("/v1/posts/" + self.post, "/v1/me",
                    "/v1/me/notifications?limit=5")[number % 3]
            connection.request("GET", path, headers=headers)
        else:
            title = f"Number {number}"
            self.titles.add(title)
            connection.request("POST", "/v1/posts", headers=dict(
                headers, **{"Content-Type": "application/json",
                            "Idempotency-Key": f"{self.begun}-{number}"}),
                body=json.dumps({"kind": "other", "title": title, "body": "",
                                 "publishTo": {"public": True}}))
        answer = connection.getresponse()
        return answer.status, answer.read()

    def work(self, turn):
        connections = {}
        while not self.ending.is_set():
            number = self.due()
            for attempt in range(4):
                port = self.ports[(turn + attempt) % len(self.ports)]
                connection = connections.get(port) or http.client.HTTPConnection(
                    "127.0.0.1", port, timeout=20)
                connections[port] = connection
                try:
                    status, body = self.ask(connection, number)
                    break
                except (OSError, http.client.HTTPException) as error:
                    # Like a front: after a lost connection, retry at the other gateway.
                    status, body = 0, repr(error)
                    connection.close()
                    self.repeated += 1
            if status != 200:
                self.failed.append((round(time.monotonic() - self.begun, 2), number,
                                    status, str(body)[:300]))
            turn += 1

    def __enter__(self):
        self.begun = time.monotonic()
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ending.set()
        for thread in self.threads:
            thread.join()
        self.seconds = time.monotonic() - self.begun

    def report(self):
        print(f"  {self.sent} requests in {self.seconds:.0f} s "
              f"({self.sent / self.seconds:.0f} a "
              f"second), {len(self.failed)} failed, {self.repeated} went to the other "
              "gateway, "
              f"{self.late} were more than a second late")

    def check(self, titles):
        self.report()
        assert not self.failed, self.failed[:5]
        lost = self.titles - set(titles)
        assert not lost, sorted(lost)[:5]
        assert len(titles) == len(set(titles)), "a write was carried out twice"


def build_of(commit, cache):
    """Builds the programs of a release once from its commit."""
    folder = os.path.join(cache, "release-" + commit[:12])
    if not os.path.exists(os.path.join(folder, "done")):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        archive = subprocess.Popen(["git", "archive", commit], stdout=subprocess.PIPE)
        subprocess.run(["tar", "-x", "-C", folder], stdin=archive.stdout, check=True)
        archive.wait()
        done = subprocess.run(["make", f"-j{os.cpu_count()}", "programs"], cwd=folder,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert done.returncode == 0, done.stdout[-3000:]
        open(os.path.join(folder, "done"), "w").close()
    return os.path.join(folder, "build")
