"""Tests what a release has besides the package: versions, notes, the compose file, and
images, which a stand-in for docker receives."""

import os
import re
import shutil
import subprocess
import tempfile

import support

SOURCE = os.getcwd()
GIT = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org",
       "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org",
       "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
LEVEL = "# Changes\n\n## Level 1 (2026-01-01)\n\n### Asks\n\n- Asks exist.\n"
SETTINGS = "| `KITH_PORT` | number | `8080` | The port. |\n"


class Tree:
    """A repository with what the scripts of a release read."""

    def __init__(self, home):
        self.home = home
        for folder in ("compose/dist", "compose/front", "docs",
                       "common/schema/migrations"):
            os.makedirs(os.path.join(home, folder))
        for name in ("version.sh", "notes.py", "compose_file.py", "release.sh"):
            shutil.copy(os.path.join(SOURCE, "compose/dist", name),
                        os.path.join(home, "compose/dist"))
        for name in ("compose.yaml", "front/Caddyfile"):
            shutil.copy(os.path.join(SOURCE, "compose", name),
                        os.path.join(home, "compose", name))
        self.write("docs/changelog.md", LEVEL)
        self.write("docs/configuration.md", SETTINGS)
        self.git("init", "--quiet")
        self.commit()

    def write(self, path, text):
        with open(os.path.join(self.home, path), "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, *command, **more):
        done = subprocess.run(command, cwd=self.home, text=True, capture_output=True,
                              check=False, env={**os.environ, **GIT, **more})
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def git(self, *words):
        return self.run("git", *words)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "change")

    def version(self):
        return self.run("sh", "compose/dist/version.sh")

    def notes(self, *words):
        return self.run("python3", "compose/dist/notes.py", "1.1.0", *words)


def tree(function):
    def with_tree():
        with tempfile.TemporaryDirectory() as home:
            function(Tree(home))
    with_tree.__name__ = function.__name__
    return support.test(with_tree)


@tree
def the_version_comes_from_the_tag_or_the_commit(source):
    assert re.fullmatch(r"0\.1\.0\+1\.g[0-9a-f]{8}", source.version())
    source.git("tag", "v1.0.0")
    assert source.version() == "1.0.0"
    source.git("tag", "nightly")
    source.commit()
    assert re.fullmatch(r"1\.0\.0\+1\.g[0-9a-f]{8}", source.version())
    source.write("docs/changelog.md", "changed")
    assert source.version().endswith(".changed"), source.version()
    shutil.rmtree(os.path.join(source.home, ".git"))
    assert source.version() == "0.1.0"
    source.write("compose/dist/version", "1.0.0\n")
    assert source.version() == "1.0.0"


@tree
def the_notes_say_what_changed_since_the_release_before(source):
    assert "The first release." in source.notes()
    assert "- Asks exist." in source.notes()
    source.git("tag", "v1.0.0")
    source.write("docs/changelog.md", LEVEL.replace(
        "# Changes\n", "# Changes\n\n## Level 2 (2026-02-01)\n\n### Events\n\n"
        "- Events exist.\n") + "- Asks end.\n")
    source.write("docs/configuration.md",
                 SETTINGS + "| `KITH_LOOPS` | number | `0` | How many loops. |\n")
    source.write("common/schema/migrations/0002_a_quick.sql", "SELECT 1;\n")
    source.write("common/schema/migrations/0003_a_slow.sql",
                 "-- x\n-- kithctl: outside a transaction\nSELECT 1;\n")
    source.commit()
    source.git("tag", "v1.1.0")
    notes = source.notes()
    assert notes.startswith("# Kith 1.1.0\n\nChanges since 1.0.0."), notes
    for line in ("- Events exist.", "- Asks end.", "- New setting `KITH_LOOPS`: How many "
                 "loops.", "- 2 migrations.", "- 1 of them read whole tables"):
        assert line in notes, notes
    assert "0003_a_slow" in notes and "0002_a_quick" not in notes, notes
    assert "Asks exist" not in notes and "KITH_PORT" not in notes, notes
    assert notes.index("### Events") < notes.index("### Asks"), notes


@tree
def the_compose_file_needs_no_other_file(source):
    with open(os.path.join(source.home, "compose/compose.yaml"),
              encoding="utf-8") as file:
        text = subprocess.run(
            ["python3", "compose/dist/compose_file.py", "1.1.0+2.gabc",
             "registry.example.org/"], cwd=source.home, stdin=file, text=True,
            check=True, stdout=subprocess.PIPE).stdout
    assert "build:" not in text and "context:" not in text
    assert not re.search(r"^[^#\n]*[ :]\.{1,2}/", text, re.M), text
    images = re.findall(r"image: (\S*kith\S*)", text)
    assert set(images) == {
        "${KITH_REGISTRY:-registry.example.org/}" + name + ":1.1.0-2.gabc"
        for name in ("kith", "kith-media", "kith-backup")}, images
    # The configuration of the front is in it, with each dollar sign doubled.
    with open("compose/front/Caddyfile", encoding="utf-8") as file:
        content = file.read()
    begin = text.index("    content: |\n") + len("    content: |\n")
    inside = "".join(line[6:] or "\n" for line in text[begin:].splitlines(True))
    assert inside.replace("$$", "$") == content
    assert "source: front" in text


ENGINE = """#!/bin/sh
here=$(dirname "$0")
echo "$@" >> "$here/asked"
case "$*" in *"$(cat "$here/breaks")"*) exit 1 ;; esac
case $1 in
save) echo image ;;
create) echo container ;;
cp) echo "{}" > "$3" ;;
esac
"""
OWN, OTHER = ("amd64", "arm64") if os.uname().machine == "x86_64" else ("arm64", "amd64")
IMAGES = ("kith", "kith-media", "kith-backup")
ALWAYS = {"compose.yaml", "kith-1.1.0.md", "SHA256SUMS"}


class Release:
    """What release.sh makes with a stand-in for docker, which records what it is asked
    for and refuses commands with the word `breaks`."""

    def __init__(self, source, emulated=(), breaks="nothing", ends=0, **settings):
        binfmt = os.path.join(source.home, "binfmt")
        os.makedirs(binfmt)
        for name in emulated:
            source.write("binfmt/qemu-" + name, "")
        source.write("engine", ENGINE)
        source.write("breaks", breaks)
        source.write("asked", "")
        os.chmod(os.path.join(source.home, "engine"), 0o755)
        done = subprocess.run(
            ["sh", "compose/dist/release.sh", "1.1.0", "out"], cwd=source.home, text=True,
            capture_output=True, check=False, env={
                **os.environ, **GIT, "KITH_ENGINE": os.path.join(source.home, "engine"),
                "KITH_BINFMT": binfmt, **settings})
        assert done.returncode == ends, (done.returncode, done.stdout, done.stderr)
        self.output, self.error = done.stdout, done.stderr
        with open(os.path.join(source.home, "asked"), encoding="utf-8") as file:
            self.asked = file.read().splitlines()
        self.files = set(os.listdir(os.path.join(source.home, "out")))
        source.run("sh", "-c", "cd out && sha256sum --check --quiet SHA256SUMS")

    def started(self, architecture):
        return [line for line in self.asked if line.startswith("run")
                and f"linux/{architecture}" in line]


def files_of(*architectures):
    return ALWAYS | {f"{image}-1.1.0-{architecture}.{kind}" for image in IMAGES
                     for architecture in architectures
                     for kind in ("tar.gz", "spdx.json")}


@tree
def images_are_built_for_both_architectures(source):
    release = Release(source)
    assert release.files == files_of("amd64", "arm64"), release.files
    builds = [line for line in release.asked if line.startswith("build")]
    assert len(builds) == 6 and all(
        "--build-arg VERSION=1.1.0" in line and f"BUILDPLATFORM=linux/{OWN}" in line
        for line in builds), builds
    assert len(release.started(OWN)) == 3 and release.started(OTHER) == []
    assert f"the images for {OTHER} were not started" in release.output, release.output


@tree
def images_are_started_under_qemu_where_there_is_one(source):
    release = Release(source, ("aarch64", "x86_64"))
    assert len(release.started(OWN)) == len(release.started(OTHER)) == 3, release.asked
    assert "not started" not in release.output, release.output


@tree
def a_failed_build_is_named_and_the_rest_is_made(source):
    release = Release(source, breaks=f"build --platform linux/{OTHER}", ends=1)
    assert release.files == files_of(OWN), release.files
    for image in IMAGES:
        assert f"incomplete: {source.home}/engine could not build {image} for {OTHER}" in (
            release.error), release.error


@tree
def an_image_that_does_not_start_is_named(source):
    release = Release(source, breaks="--entrypoint kith-media", ends=1)
    assert release.error == (
        f"release: incomplete: kith-media for {OWN} does not start\n"), release.error


@tree
def a_machine_without_an_engine_is_told(source):
    release = Release(source, ends=1, KITH_ENGINE="/nowhere/docker")
    assert release.files == ALWAYS and release.error == "".join(
        f"release: incomplete: no images for {architecture}: "
        "install docker or podman; there is no /nowhere/docker\n"
        for architecture in ("amd64", "arm64")), release.error


@tree
def no_images_are_built_on_demand(source):
    release = Release(source, KITH_ENGINE="none")
    assert release.files == ALWAYS and release.error == "", release.error


if __name__ == "__main__":
    support.finish(*support.run_tests([(function, ()) for function in support.TESTS]))
