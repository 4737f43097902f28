#!/usr/bin/env python3
"""The tool server over plain HTTP: statuses, headers and error bodies of both eras.

KITH_URL is the base URL of a running instance, KITH_TOKEN a personal access token of an
active member with network:read and network:write. With KITH_READ_TOKEN, a token of an active
member without network:write, the challenge for a missing scope is tested too; with
KITH_PENDING_TOKEN, a token of a member that awaits approval, so is what that member sees.
Prints "N passed, N failed" and exits with 1 when a test failed.
"""
import sys
import traceback

# Each of the first five adds its tests to the list.
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
