"""Prints a compose file that needs no other file: for a release.

    python3 compose/dist/compose_file.py VERSION [REGISTRY] < compose/compose.yaml

Its images have a version and are not built. The configuration of the front is in the
file, and settings without a file need none.
"""

import re
import sys

CADDYFILE = "compose/front/Caddyfile"
# In place of files beside the compose file.
NO_FILE = "/dev/null"
HEAD = """\
# Kith {version}: a complete instance on one machine. Put this file into a folder of its
# own, write a file .env beside it (see below), and run `docker compose up -d` there.
#
# The images are {registry}kith, kith-media and kith-backup. `docker load` reads them from
# the archives of the release; KITH_REGISTRY in .env names another place.
#
"""


def without_builds(lines):
    """Leaves out the keys `build` with what is indented below them."""
    depth = None
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if depth is not None and line.strip() and indent > depth:
            continue
        depth = indent if line.strip() == "build:" else None
        if depth is None:
            yield line


def with_images(line, version, registry):
    """Names the images of Kith by registry and version."""
    return re.sub(r"^(\s+image: )(kith[\w-]*):\$\{KITH_VERSION:-latest\}$",
                  rf"\1${{KITH_REGISTRY:-{registry}}}\2:{version}", line)


def with_config(text):
    """Moves the Caddyfile into the file, as a config. A dollar sign is doubled there."""
    mount = "      - ./front/Caddyfile:/etc/caddy/Caddyfile:ro\n"
    assert mount in text, "the front mounts its Caddyfile differently"
    text = text.replace(mount, "")
    service = "  front:\n    <<: *confined\n"
    assert service in text, "the front begins differently"
    text = text.replace(service, service + "    configs:\n      - source: front\n"
                        "        target: /etc/caddy/Caddyfile\n")
    with open(CADDYFILE, encoding="utf-8") as file:
        content = "".join("      " + line if line.strip() else line
                          for line in file.read().replace("$", "$$").splitlines(True))
    return text + "\nconfigs:\n  front:\n    content: |\n" + content


def with_volume(text):
    """A volume in place of the folder for files of the operator, which may not exist."""
    if "${KITH_FILES:-./files}" not in text:
        return text
    return text.replace("${KITH_FILES:-./files}", "${KITH_FILES:-files}").replace(
        "\nvolumes:\n", "\nvolumes:\n  files:\n")


def main():
    version = sys.argv[1].replace("+", "-")
    registry = sys.argv[2] if len(sys.argv) > 2 else ""
    lines = [with_images(line, version, registry)
             for line in without_builds(sys.stdin.read().splitlines())]
    # The comment at the head ends with the settings.
    text = "\n".join(lines[2:]) + "\n"
    text = with_volume(with_config(text.replace("./mail-url.none", NO_FILE)))
    left = re.findall(r"^[^#\n]*\./[\w-]+", text, re.M)
    assert not left and "build:" not in text, f"needs other files: {left}"
    print(HEAD.format(version=version, registry=registry) + text, end="")


main()
