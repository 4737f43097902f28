"""What the contract states: every answer of a REST operation must be one that
docs/openapi.json has. The unit tests check that the gateway serves this document."""

import functools
import json
import os
import re

DOCUMENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs",
                        "openapi.json")
# A connection answers these before it knows the operation.
OF_EVERY_REQUEST = {431}


def codes_of(response):
    """Returns the codes of the problems of a response; None if it is no problem."""
    document = response.get("content", {}).get("application/problem+json")
    return document and document["schema"]["allOf"][1]["properties"]["code"]["enum"]


@functools.cache
def operations():
    """Returns (method, pattern of the path, {status: codes}); paths without parameters
    come first."""
    with open(DOCUMENT, encoding="utf-8") as file:
        document = json.load(file)
    responses = document["components"]["responses"]
    found = []
    for path in sorted(document["paths"], key=lambda path: "{" in path):
        pattern = re.compile(re.sub(r"\{\w+\}", "[^/]+", path))
        for method, operation in document["paths"][path].items():
            statuses = {
                int(status): codes_of(responses[response["$ref"].rsplit("/", 1)[1]])
                for status, response in operation.get("responses", {}).items()}
            found.append((method.upper(), pattern, statuses))
    return found


def check(method, target, answer):
    """Fails unless the document has the status and the code of the answer, and nobody may
    store it; targets that belong to no operation are not checked."""
    path = target.split("?")[0]
    for verb, pattern, statuses in operations():
        if verb != method or not pattern.fullmatch(path):
            continue
        assert answer.status in statuses or answer.status in OF_EVERY_REQUEST, (
            f"{method} {path}: the reference does not state {answer.text}")
        codes = statuses.get(answer.status)
        assert codes is None or answer.code in codes, (
            f"{method} {path}: the reference does not state {answer.code}")
        # Browsers show stored answers to pages of any origin, without a credential.
        assert answer.headers["Cache-Control"] == "no-store", path
        return
