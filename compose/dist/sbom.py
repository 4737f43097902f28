"""Writes the SPDX 2.3 document of the package or of an image.

It lists the libraries that the programs load (from dpkg) and the npm package in the gateway
(from the viewer's lock file). For the package, a second file gets the Debian packages to
depend on. For an image, --also names the packages of its other files.
"""

import argparse
import base64
import glob
import hashlib
import json
import os
import re
import subprocess
import time

from libraries import loaded, needed

NOTHING = "NOASSERTION"


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True,
                          env={**os.environ, "LC_ALL": "C"}).stdout


def names_of(path):
    """The paths by which dpkg may know a library: links resolved, and without /usr."""
    real = os.path.realpath(path)
    return [path, real, path.removeprefix("/usr"), real.removeprefix("/usr")]


def packages_of(paths):
    """The Debian package of each library, with its architecture; asks dpkg once."""
    done = subprocess.run(
        ["dpkg-query", "--search",
         *sorted({name for path in paths for name in names_of(path)})],
        capture_output=True, text=True, check=False)
    owners = {}
    for line in done.stdout.splitlines():
        owner, name = line.split(": ", 1)
        owners[name] = owner.split(",")[0]
    found = {path: next((owners[name] for name in names_of(path) if name in owners), None)
             for path in paths}
    missing = [path for path, owner in found.items() if owner is None]
    if missing:
        raise SystemExit(f"sbom: no Debian package contains {missing[0]}")
    return found


def facts_of(packages):
    shown = output("dpkg-query", "--show", "--showformat",
                   "${Package}\t${Version}\t${source:Package}\t${source:Version}"
                   "\t${Architecture}\t${Maintainer}\n", *packages)
    return {line.split("\t")[0]: line.split("\t")[1:] for line in shown.splitlines()}


def oldest_libc(programs):
    """The oldest glibc that has all symbols of the programs."""
    found = {tuple(map(int, version.split("."))) for program in programs for version in
             re.findall(r"GLIBC_(\d+\.\d+)", output("readelf", "-V", program))}
    return ".".join(map(str, max(found)))


def debian(package, facts):
    version, source, source_version, own_arch, maintainer = facts
    locator = version.replace('+', '%2B').replace(':', '%3A')
    where = f"pkg:deb/debian/{package}@{locator}?arch={own_arch}"
    return {
        "SPDXID": "SPDXRef-deb-" + re.sub(r"[^A-Za-z0-9.-]", "-", package),
        "name": package, "versionInfo": version, "supplier": "Organization: Debian",
        "originator": "Organization: " + maintainer.split(" <")[0],
        "downloadLocation": NOTHING, "filesAnalyzed": False, "licenseConcluded": NOTHING,
        "licenseDeclared": NOTHING, "copyrightText": NOTHING,
        "sourceInfo": f"built from {source} {source_version}",
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                          "referenceLocator": where}]}


def vendored(lock):
    """The npm package that is compiled into the gateway, by the lock file."""
    with open(lock, encoding="utf-8") as file:
        packages = json.load(file)["packages"]
    entry = packages["node_modules/swagger-ui-dist"]
    kind, digest = entry["integrity"].split("-", 1)
    return {
        "SPDXID": "SPDXRef-npm-swagger-ui-dist", "name": "swagger-ui-dist",
        "versionInfo": entry["version"], "supplier": NOTHING,
        "downloadLocation": entry.get("resolved", NOTHING),
        "filesAnalyzed": False, "licenseConcluded": NOTHING, "copyrightText": NOTHING,
        "licenseDeclared": entry.get("license", NOTHING),
        "checksums": [{"algorithm": kind.upper(),
                       "checksumValue": base64.b64decode(digest).hex()}],
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                          "referenceLocator": f"pkg:npm/swagger-ui-dist@{entry['version']}"}]}


def program(path, root):
    with open(path, "rb") as file:
        content = file.read()
    return {"SPDXID": "SPDXRef-file-" + os.path.basename(path),
            "fileName": "./" + os.path.relpath(path, root), "copyrightText": NOTHING,
            "licenseConcluded": NOTHING, "checksums": [
                {"algorithm": name,
                 "checksumValue": hashlib.new(name.lower(), content).hexdigest()}
                for name in ("SHA1", "SHA256")]}


def relation(a, kind, b):
    return {"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("root", "viewer", "version"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--depends")
    parser.add_argument("--also", nargs="*", default=[])
    options = parser.parse_args()
    programs = sorted(glob.glob(options.root + "/usr/bin/*"))
    paths = {path: loaded(path) for path in programs}
    owners = packages_of({library for libraries in paths.values()
                          for library in libraries.values()})
    by_program = {os.path.basename(path): sorted({
        owners[paths[path][name]].split(":")[0] for name in needed(path)
        if name in paths[path]}) for path in programs}
    direct = {package for packages in by_program.values() for package in packages}
    facts = facts_of(sorted({*owners.values(), *options.also}))
    kith = {"SPDXID": "SPDXRef-kith", "name": "kith", "versionInfo": options.version,
            "supplier": "Organization: the Kith maintainers", "downloadLocation": NOTHING,
            "filesAnalyzed": False, "licenseConcluded": "MIT", "licenseDeclared": "MIT",
            "copyrightText": "2026 the Kith maintainers"}
    libraries = [debian(package, facts[package]) for package in sorted(facts)]
    viewers = []
    if "kith-gateway" in by_program and os.path.exists(options.viewer):
        viewers.append(vendored(options.viewer))
    files = [program(path, options.root) for path in programs]
    relations = [relation("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-kith")]
    relations += [relation("SPDXRef-kith", "CONTAINS", one["SPDXID"]) for one in files]
    relations += [relation("SPDXRef-file-" + name, "DYNAMIC_LINK", "SPDXRef-deb-" + re.sub(
        r"[^A-Za-z0-9.-]", "-", package)) for name, packages in sorted(by_program.items())
        for package in packages]
    relations += [relation("SPDXRef-kith", "DEPENDS_ON", one["SPDXID"]) for one in libraries]
    relations += [relation("SPDXRef-file-kith-gateway", "CONTAINS", one["SPDXID"])
                  for one in viewers]
    digest = hashlib.sha256(json.dumps([files, libraries, viewers]).encode()).hexdigest()
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"kith-{options.version}",
        "documentNamespace": f"urn:sha256:{digest}",
        "creationInfo": {"created": time.strftime(
            "%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(
                os.environ.get("SOURCE_DATE_EPOCH") or time.time()))),
            "creators": [f"Tool: kith-sbom-{options.version}"]},
        "packages": [kith, *libraries, *viewers], "files": files,
        "relationships": relations}
    print(json.dumps(document, indent=1, ensure_ascii=False))
    if options.depends is None:
        return
    with open(options.depends, "w", encoding="utf-8") as file:
        rest = sorted(direct - {"libc6"})
        file.write(", ".join(
            [f"libc6 (>= {oldest_libc(programs)})", *rest, "systemd", "tzdata"]))


if __name__ == "__main__":
    main()
