"""Checks the images of a release: built for amd64 and arm64 by compose/dist/release.sh,
their architectures, documents and sizes; and an instance that runs from those of the
other architecture under qemu.

    python3 tests/dist/images.py [ARCHITECTURE...]

Needs what the tests of containers need (tests/containers), and qemu-user-static. Leaves
the files in build/dist-images.
"""

import glob
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request

sys.path[:0] = ["tests/e2e", "tests/containers"]

import instance  # noqa: E402
import stack as stacks  # noqa: E402
import support  # noqa: E402

OUT = "build/dist-images"
VERSION = "1.0.0+images"
# The bytes 18 and 19 of an ELF file.
MACHINES = {"amd64": 62, "arm64": 183}
QEMU = {"amd64": "qemu-x86_64", "arm64": "qemu-aarch64"}
OWN = "amd64" if platform.machine() == "x86_64" else "arm64"
BINFMT = "/proc/sys/fs/binfmt_misc"


def emulate(architecture):
    """Lets the kernel start programs of another architecture by qemu, as systemd does
    where it runs."""
    name = QEMU[architecture]
    if not os.path.exists(f"/usr/lib/binfmt.d/{name}.conf"):
        return False
    if not os.path.exists(BINFMT + "/register"):
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", BINFMT], check=True)
    if not os.path.exists(f"{BINFMT}/{name}"):
        with open(f"/usr/lib/binfmt.d/{name}.conf") as rule:
            text = rule.read().strip()
        with open(BINFMT + "/register", "w") as register:
            register.write(text)
    return True


def release(architectures):
    stacks.make_base()
    ccache = os.path.join(stacks.CACHE, "ccache")
    os.makedirs(ccache, exist_ok=True)
    shutil.rmtree(OUT, ignore_errors=True)
    done = subprocess.run(
        ["sh", "compose/dist/release.sh", VERSION, OUT], check=False, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=stacks.environment(
            BUILDAH_ISOLATION="chroot", KITH_ENGINE="podman",
            KITH_ARCHITECTURES=" ".join(architectures), KITH_BUILD_OPTIONS=(
                "--pull=never --network host --layers --build-arg TOOLS=ccache"
                f" --build-arg VIEWER= --build-arg JOBS={os.cpu_count()}"
                f" -v {ccache}:/root/.cache/ccache")))
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]
    return done.stdout


def unpack(archive, root):
    """Unpacks the layers of an image and returns its configuration."""
    with tarfile.open(archive) as image:
        manifest = json.load(image.extractfile("manifest.json"))[0]
        for layer in manifest["Layers"]:
            with tarfile.open(fileobj=image.extractfile(layer)) as files:
                files.extractall(root)
        return json.load(image.extractfile(manifest["Config"]))


def programs_of(root):
    for path in glob.glob(root + "/usr/**/*", recursive=True):
        if os.path.isfile(path) and not os.path.islink(path):
            with open(path, "rb") as file:
                head = file.read(20)
            if head.startswith(b"\x7fELF"):
                yield path, int.from_bytes(head[18:20], "little")


def check_image(name, architecture, root):
    base = f"{OUT}/{name}-{VERSION}-{architecture}"
    config = unpack(base + ".tar.gz", root)
    assert config["architecture"] == architecture, config["architecture"]
    assert config["config"]["User"] == "10001:10001", config["config"]
    machines = {machine for _, machine in programs_of(root)}
    assert machines == {MACHINES[architecture]}, machines
    with open(base + ".spdx.json") as file:
        packages = {one["name"]: one for one in json.load(file)["packages"]}
    assert {"kith", "libc6", "libssl3", "ca-certificates"} <= set(packages), packages
    assert packages["libc6"]["externalRefs"][0]["referenceLocator"].endswith(
        f"?arch={architecture}"), packages["libc6"]
    files = sum(os.lstat(os.path.join(folder, name)).st_size
                for folder, _, names in os.walk(root) for name in names)
    print(f"    {name} {architecture}: {files / 1e6:.0f} MB, archive "
          f"{os.path.getsize(base + '.tar.gz') / 1e6:.0f} MB, {len(packages)} packages")


def answers(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=30) as answer:
        health = json.load(answer)
    assert health["status"] == "ok" and health["version"] == VERSION, health


def run_instance(home, architecture):
    """Runs all processes from the files of the images. qemu takes their loader and
    libraries from the folder in QEMU_LD_PREFIX. The decoder, which media starts with an
    empty environment, only prints its help, in that folder as its root."""
    root = f"{home}/{architecture}"
    for name in stacks.OWN:
        unpack(f"{OUT}/{name}-{VERSION}-{architecture}.tar.gz", root)
    package = os.path.join(home, "package")
    os.makedirs(package, exist_ok=True)
    for name in ("kith", "owner"):
        shutil.copy(f"compose/dist/{name}.env", package)
    place = os.path.join(home, "run-" + architecture)
    os.makedirs(place)
    instance.run("chroot", root, "/usr/bin/kith-decoder", "--help")
    began = time.monotonic()
    instance.check(root + "/usr/bin", package, place, answers, 300, QEMU_LD_PREFIX=root)
    print(f"    {architecture}: an instance ran under qemu, "
          f"{time.monotonic() - began:.0f} s")


def main():
    why = stacks.missing()
    if why is not None:
        print(f"skip the images: {why}\n0 passed, {int('CI' in os.environ)} failed, "
              f"{int('CI' not in os.environ)} skipped")
        return int("CI" in os.environ)
    architectures = sys.argv[1:] or ["amd64", "arm64"]
    emulated = [one for one in architectures if one != OWN and emulate(one)]
    home = tempfile.mkdtemp(prefix="kith-images-", dir="/tmp")
    os.chmod(home, 0o755)
    try:
        output = release(architectures)
        print("".join("    " + line + "\n" for line in output.splitlines()
                      if line.startswith("release: ")), end="")
        subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=OUT,
                       check=True)
        for architecture in architectures:
            for name in stacks.OWN:
                check_image(name, architecture, f"{home}/{architecture}-{name}")
        for architecture in emulated:
            assert f"kith-gateway {VERSION}" in output, output[-2000:]
            run_instance(home, architecture)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    missing = [one for one in architectures if one != OWN and one not in emulated]
    if missing:
        print(f"skip the start of {missing[0]}: qemu-user-static is not installed")
    failed = bool(missing) and "CI" in os.environ
    print(f"{len(architectures)} passed, {int(failed)} failed, "
          f"{int(bool(missing) and not failed)} skipped")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
