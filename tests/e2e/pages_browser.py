"""Opens pages in a browser for the tests of how they look."""

import json
import os
import re

import packages

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference")


def scene(path, who=None, name=None, **more):
    slug = re.sub(r"\W+", "-", path.split("?")[0]).strip("-") or "home"
    return {"name": name or f"{slug}{'-' + who if who else ''}", "path": path, "as": who,
            **more}


def look(kith, cookies, scenes):
    """Opens every scene in a browser, and looks at it in each color scheme and width."""
    browser = packages.chromium()
    packages.install(FOLDER, "--ignore-scripts")
    path = os.path.join(kith.home, "scenes.json")
    with open(path, "w") as file:
        json.dump({"cookies": cookies, "scenes": scenes}, file)
    said = packages.node("looks.mjs", FOLDER, 600, KITH_URL=kith.base,
                         KITH_CHROMIUM=browser, KITH_SCENES=path)
    passed = re.findall(r"^(\d+) passed, 0 failed$", said, re.M)
    assert passed and int(passed[0]) == len(scenes) or os.environ.get("KITH_SCENE"), (
        said)
