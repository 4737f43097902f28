#!/usr/bin/env python3
"""Tests the tool server over raw HTTP: statuses, headers and error bodies of both eras.

KITH_URL is the base URL of a running instance, KITH_TOKEN a personal access token of an
active member with network:read and network:write. KITH_READ_TOKEN, a token of an active
member without network:write, enables the test of the challenge for a missing scope.
KITH_PENDING_TOKEN, a token of a member who awaits approval, enables the test of such
members. Prints "N passed, N failed" and exits with 1 when a test failed.
"""
import sys
import traceback

# Importing the first five modules registers their tests.
import mcp_raw_transport
import mcp_raw_eras
import mcp_raw_tools
import mcp_raw_resources
import mcp_raw_attack
from mcp_client import TESTS


def main():
    failed = 0
    for run in TESTS:
        try:
            run()
            print("ok  ", run.__name__)
        except Exception:
            failed += 1
            print("FAIL", run.__name__)
            traceback.print_exc(limit=3, file=sys.stdout)
    print(f"{len(TESTS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
