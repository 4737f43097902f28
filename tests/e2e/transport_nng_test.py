"""An instance whose whole bus runs on libnng (KITH_BUS_TRANSPORT=nng)."""

import contextlib
import os
import signal
import threading

import images
import support
from support import eventually, test

# libnng delivers the calls of a service that comes back within its longest reconnect time.
BACK_S = 20


@test
def serves_every_service(kith):
    token = kith.member("Hana", "--admin")
    post = kith.publish(token).json
    assert kith.http("GET", f"/v1/posts/{post['id']}", token=token).status == 200
    for path in ("/v1/me", "/v1/orgs", "/v1/events", "/v1/projects",
                 "/v1/me/notifications", "/v1/admin/outbox/stats"):
        answer = kith.http("GET", path, token=token)
        assert answer.status == 200, (path, answer.text)
    assert kith.http("GET", "/health").status == 200


@test
def carries_images_of_several_mebibytes(kith):
    """More than a service reads from a connection that it does not know."""
    token = kith.member("Ines")
    data = images.noise(1400, 1400)
    assert 5 << 20 < len(data) < 8 << 20
    answer = kith.http("PUT", "/v1/me/avatar", raw=data, token=token,
                       headers={"Content-Type": "image/png"})
    assert answer.status == 200, answer.text
    path = answer.json["image"][len(kith.base):]
    assert kith.http("GET", path).status == 200


@test
def answers_many_callers_at_once(kith):
    token, statuses = kith.member("Jura"), []

    def read():
        for _ in range(50):
            statuses.append(kith.http("GET", "/v1/posts", token=token).status)

    readers = [threading.Thread(target=read) for _ in range(8)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert statuses == [200] * 400, {status: statuses.count(status) for status in statuses}


@test
def goes_on_after_a_service_was_killed(kith):
    token = kith.member("Kai")
    for pid in kith.pids("kith-content"):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    eventually(lambda: kith.http("GET", "/v1/posts", token=token).status == 200, BACK_S)
    assert kith.publish(token).status == 200


support.main(__name__, KITH_BUS_TRANSPORT="nng")
