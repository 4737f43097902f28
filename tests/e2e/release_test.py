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


def engine(source):
    """A stand-in for docker, which records what it is asked for."""
    path = os.path.join(source.home, "engine")
    source.write("engine", '#!/bin/sh\necho "$@" >> "$(dirname "$0")/asked"\n'
                           '[ "$1" = build ] || echo image\n')
    os.chmod(path, 0o755)
    return path


def release(source, emulated):
    binfmt = os.path.join(source.home, "binfmt")
    os.makedirs(binfmt, exist_ok=True)
    for name in emulated:
        with open(os.path.join(binfmt, "qemu-" + name), "w", encoding="utf-8"):
            pass
    said = source.run("sh", "compose/dist/release.sh", "1.1.0", "out",
                      KITH_ENGINE=engine(source), KITH_BINFMT=binfmt)
    with open(os.path.join(source.home, "asked"), encoding="utf-8") as file:
        asked = file.read().splitlines()
    return said, asked, set(os.listdir(os.path.join(source.home, "out")))


@tree
def images_are_built_for_what_the_machine_runs(source):
    own, other = ("amd64", "arm64") if os.uname().machine == "x86_64" else (
        "arm64", "amd64")
    said, asked, files = release(source, [])
    assert f"no images for {other}: this machine does not run such programs" in said
    assert f"no images for {own}" not in said, said
    expected = {f"{image}-1.1.0-{own}.tar.gz"
                for image in ("kith", "kith-media", "kith-backup")}
    assert files == expected | {"compose.yaml", "kith-1.1.0.md", "SHA256SUMS"}, files
    assert [line.split()[0] for line in asked] == ["build", "save"] * 3, asked
    source.run("sh", "-c", "cd out && sha256sum --check --quiet SHA256SUMS")


@tree
def images_are_built_under_qemu_where_there_is_one(source):
    said, asked, files = release(source, ["aarch64", "x86_64"])
    assert "no images" not in said, said
    assert len([name for name in files if name.endswith(".tar.gz")]) == 6, files
    for architecture in ("amd64", "arm64"):
        assert any(f"linux/{architecture}" in line for line in asked), asked
    assert all("--build-arg VERSION=1.1.0" in line for line in asked
               if line.startswith("build")), asked


if __name__ == "__main__":
    support.finish(*support.run_tests([(function, ()) for function in support.TESTS]))
