"""Checks a release: reproducible builds from two folders, units that systemd accepts and
rates as hardened, no lintian error, and an instance that runs from the package.

    python3 tests/dist/check.py [--keep]

Takes as long as two full builds, and leaves the release in build/dist. A check whose
program is missing on this machine is skipped, or fails if CI is set.
"""

import filecmp
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, "tests/e2e")

import instance  # noqa: E402
import support  # noqa: E402
from instance import PROCESSES, run  # noqa: E402

EPOCH = "1767225600"
EXPOSURE_MAX = 25  # tenths, as systemd-analyze counts; 100 means no protection
CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


def need(program):
    if shutil.which(program) is None:
        support.skip(f"there is no {program} here")


class Releases:
    """The release built in two folders with different names and environments."""

    def __init__(self, home):
        self.home = home
        self.outs = []
        files = run("git", "ls-files", "-co", "--exclude-standard").split("\n")[:-1]
        made = (("a", "build", {"TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8"}),
                ("another/and/longer", "elsewhere",
                 {"TZ": "America/Lima", "LC_ALL": "C"}))
        for place, build, _ in made:
            folder = os.path.join(home, place)
            for name in filter(os.path.exists, files):
                os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
                shutil.copyfile(name, os.path.join(folder, name))
                shutil.copymode(name, os.path.join(folder, name))
            # installed once from the lock file
            if os.path.isdir("build/viewer/node_modules"):
                shutil.copytree("build/viewer", f"{folder}/{build}-dist/viewer")
        for place, build, environment in made:
            folder = os.path.join(home, place)
            subprocess.run(["make", "dist", f"BUILD={build}"], check=True, cwd=folder,
                           stdout=subprocess.DEVNULL,
                           env={**os.environ, **environment, "SOURCE_DATE_EPOCH": EPOCH})
            self.outs.append(f"{folder}/{build}/dist")
        self.out = self.outs[0]
        shutil.rmtree("build/dist", ignore_errors=True)
        shutil.copytree(self.out, "build/dist")
        self.deb = glob.glob(self.out + "/*.deb")[0]
        self.root = os.path.join(home, "root")
        run("dpkg-deb", "--extract", self.deb, self.root)
        self.control = os.path.join(home, "control")
        run("dpkg-deb", "--control", self.deb, self.control)


@check
def is_the_same_from_two_folders(releases):
    names = [sorted(os.listdir(out)) for out in releases.outs]
    assert names[0] == names[1] and len(names[0]) == 4, names
    differ = [name for name in names[0] if not filecmp.cmp(
        *(os.path.join(out, name) for out in releases.outs), shallow=False)]
    assert differ == [], differ
    run("sha256sum", "--check", "--quiet", "SHA256SUMS", cwd=releases.out)


@check
def holds_no_path_of_the_machine(releases):
    found = subprocess.run(["grep", "-rlaF", releases.home, releases.root], text=True,
                           check=False, stdout=subprocess.PIPE).stdout
    assert found == "", found


@check
def is_roots_and_as_old_as_its_source(releases):
    tarball = glob.glob(releases.out + "/*.tar.gz")[0]
    listing = run("tar", "--numeric-owner", "--utc", "--full-time", "-tvf",
                  tarball).splitlines()
    names = [line.split(maxsplit=5)[5] for line in listing]
    assert names == sorted(names) and len(names) > 500
    assert all(" 0/0 " in line and " 2026-01-01 00:00:00 " in line for line in listing)
    assert not [name for name in names
                if name.split("/")[1].startswith(("build", ".git/"))]
    inside = run("dpkg-deb", "--contents", releases.deb, env={**os.environ, "TZ": "UTC"})
    assert all(" root/root " in line and " 2026-01-01 00:00 " in line
               for line in inside.splitlines())
    with open(releases.control + "/conffiles") as file:
        assert file.read() == (
            "/etc/kith/kith.env\n/etc/kith/mail.env\n/etc/kith/owner.env\n")
    for name in ("kith", "mail", "owner"):
        assert os.stat(f"{releases.root}/etc/kith/{name}.env").st_mode & 0o777 == 0o600


@check
def lists_what_is_in_it(releases):
    with open(glob.glob(releases.out + "/*.spdx.json")[0]) as file:
        document = json.load(file)
    assert document["spdxVersion"] == "SPDX-2.3" and document["dataLicense"] == "CC0-1.0"
    assert document["creationInfo"]["created"] == "2026-01-01T00:00:00Z"
    packages = {package["name"]: package for package in document["packages"]}
    for package in packages.values():
        assert package["versionInfo"] and package["downloadLocation"] and re.fullmatch(
            r"SPDXRef-[A-Za-z0-9.-]+", package["SPDXID"]), package
    assert {"kith", "libc6", "libpq5", "libssl3", "libnng1", "swagger-ui-dist"} <= (
        set(packages))
    version = run("dpkg-query", "--show", "--showformat", "${Version}", "libpq5")
    assert packages["libpq5"]["versionInfo"] == version
    assert packages["swagger-ui-dist"]["checksums"][0]["algorithm"] == "SHA512"
    known = {entry["SPDXID"] for kind in ("packages", "files")
             for entry in document[kind]}
    for one in document["relationships"]:
        assert {one["spdxElementId"], one["relatedSpdxElement"]} <= (
            known | {"SPDXRef-DOCUMENT"}), one
    depends = re.search(r"^Depends: (.*)$",
                        run("dpkg-deb", "--info", releases.deb).replace(
        "\n ", "\n"), re.M).group(1).split(", ")
    direct = {one["relatedSpdxElement"] for one in document["relationships"]
              if one["relationshipType"] == "DYNAMIC_LINK"}
    assert {packages[name.split(" ")[0]]["SPDXID"] for name in depends
            if name not in ("systemd", "tzdata")} == direct


@check
def has_units_that_systemd_takes(releases):
    need("systemd-analyze")
    units = sorted(glob.glob(releases.root + "/usr/lib/systemd/system/*"))
    assert len(units) == len(PROCESSES) + 2, units
    # Units of other packages are replaced by stubs.
    system = releases.root + "/usr/lib/systemd/system"
    for target in glob.glob("/usr/lib/systemd/system/*"):
        name = os.path.basename(target)
        if os.path.isfile(target) and not os.path.exists(f"{system}/{name}"):
            shutil.copy(target, system)
    for program in ("env", "kithctl"):
        if not os.path.exists(f"{releases.root}/usr/bin/{program}"):
            shutil.copy(f"/usr/bin/{program}", f"{releases.root}/usr/bin/{program}")
    for unit in units:
        done = subprocess.run(["systemd-analyze", "verify", "--root", releases.root,
                               "--man=no",
                               os.path.basename(unit)], capture_output=True, text=True,
                              check=False)
        ours = [line for line in done.stderr.splitlines() if "kith" in line]
        assert ours == [], ours
    for name in PROCESSES:
        done = subprocess.run(
            ["systemd-analyze", "security", "--offline=true",
             f"--threshold={EXPOSURE_MAX}",
             "--root", releases.root, f"kith-{name}.service"], capture_output=True,
            text=True, check=False)
        level = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
        assert done.returncode == 0 and level, (name, done.stdout[-2000:], done.stderr)
        print(f"    kith-{name}: exposure {level.group(1)}")


@check
def makes_users_and_folders(releases):
    need("systemd-sysusers")
    root = os.path.join(releases.home, "machine")
    for folder in ("etc", "usr/lib"):
        os.makedirs(os.path.join(root, folder))
    for kind in ("sysusers.d", "tmpfiles.d"):
        shutil.copytree(f"{releases.root}/usr/lib/{kind}", f"{root}/usr/lib/{kind}")
    run("systemd-sysusers", f"--root={root}", "kith.conf")
    with open(root + "/etc/passwd") as file:
        users = {line.split(":")[0]: line for line in file}
    assert {f"kith-{name}" for name in PROCESSES} <= set(users), users
    assert all("nologin" in line for name, line in users.items()
               if name.startswith("kith-"))
    if os.geteuid() == 0:
        run("systemd-tmpfiles", f"--root={root}", "--create", "kith.conf")
        assert os.stat(root + "/var/lib/kith/mail").st_mode & 0o777 == 0o700


@check
def has_no_error_that_lintian_knows(releases):
    need("lintian")
    # The publisher sets MAINTAINER; this one is a test's.
    done = subprocess.run(["lintian", "--fail-on", "error", "--allow-root",
                           "--suppress-tags",
                           "bogus-mail-host,bogus-mail-host-in-debian-changelog",
                           releases.deb], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@check
def runs_as_its_units_say(releases):
    """Only ports and paths differ from the package's settings."""
    if os.geteuid() != 0:
        support.skip("only root can be several users")
    os.chmod(releases.home, 0o755)
    instance.check(releases.root + "/usr/bin", releases.root + "/etc/kith",
                   os.path.join(releases.home, "instance"))


def main():
    home = tempfile.mkdtemp(prefix="kith-dist-", dir="/tmp")
    passed = failed = skipped = 0
    try:
        began = time.monotonic()
        releases = Releases(home)
        print(f"built twice in {time.monotonic() - began:.0f} s")
        for function in CHECKS:
            try:
                function(releases)
                passed += 1
            except support.Skipped as why:
                print(f"skip {function.__name__}: {why}")
                failed += bool(os.environ.get("CI"))
                skipped += not os.environ.get("CI")
            except (AssertionError, subprocess.CalledProcessError) as error:
                failed += 1
                print(f"FAIL {function.__name__}: {error}")
    finally:
        if "--keep" not in sys.argv:
            shutil.rmtree(home, ignore_errors=True)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
