"""Checks that each program is linked with the libraries that it needs and no others.

An attacker inside a process cannot use a library that is not loaded. A gateway without a
database client cannot be made to connect to the database.
"""

import os
import re
import subprocess
import sys

BUILD = os.environ.get("KITH_BUILD", "build")
OF_ALL = {"libc.so", "libcrypto.so", "libidn2.so", "libjansson.so"}
OF_PROCESSES = OF_ALL | {"libnng.so", "libseccomp.so", "libssl.so"}
OF_SERVICES = OF_PROCESSES | {"libpq.so"}
ALLOWED = {
    "kith-gateway": OF_PROCESSES | {"libmicrohttpd.so", "libz.so", "libqrencode.so"},
    "kith-identity": OF_SERVICES | {"libargon2.so"},
    "kith-orgs": OF_SERVICES,
    "kith-content": OF_SERVICES,
    "kith-projects": OF_SERVICES,
    "kith-events": OF_SERVICES,
    "kith-notifications": OF_SERVICES | {"libcurl.so"},
    "kith-media": OF_SERVICES | {"libcurl.so"},
    # The libraries that libvips loads stay in the process that does nothing but decode.
    "kith-decoder": {"libc.so", "libseccomp.so", "libvips.so", "libgobject-2.0.so",
                     "libglib-2.0.so"},
    # The doctor connects to the mail server and the public address.
    "kithctl": OF_ALL | {"libpq.so", "libargon2.so", "libssl.so", "libcurl.so"},
}
# Added by compilers, sanitizers and coverage.
OF_BUILDS = re.compile(
    r"^(lib(asan|ubsan|tsan|gcc_s|gcov|m|stdc\+\+|dl|rt|pthread)|ld-linux.*)\.so$")


def needed(program):
    out = subprocess.run(["readelf", "-d", program], check=True, capture_output=True,
                         text=True)
    names = re.findall(r"\(NEEDED\).*\[(.+?\.so)[.0-9]*\]", out.stdout)
    return {name for name in names if not OF_BUILDS.match(name)}


def main():
    failed = 0
    for program, allowed in ALLOWED.items():
        found = needed(os.path.join(BUILD, program))
        good = found <= allowed and "libc.so" in found
        if not good:
            print(f"{program} is linked with "
                  f"{', '.join(sorted(found - allowed)) or 'nothing'}")
        print(f"{'ok' if good else 'FAIL'} {program}")
        failed += not good
    print(f"{len(ALLOWED) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
