"""Checks that the tests of how pages look open each page of the table gateway/pages.c.

The test functions run without an instance and without a browser: what they would open is
recorded instead.
"""

import glob
import os
import re
import sys
from unittest import mock

import pages_look_account_test as account
import pages_look_test as sections
import support

# A page without a scene, and why.
EXCEPT = {
    "/social/callback": "It answers the provider with a redirect.",
    "/projects/{id}/members/{userId}": "The scene project-person opens it by a click.",
}
# What the tests ask of the instance: paths, by the functions of pages_stage.py.
PATHS = {
    "events": {name: "/events/x" for name in ("full", "open", "draft", "past")},
    "work": {"project": "/projects/x", "entry": "/progress/x",
             "asked": "/project-affiliations/x", "active": "/project-affiliations/x"},
    "own_ask": "/posts/x",
    "own_intro": "/intros/x",
    "own_approval": "/approvals/x",
    "link_in": "/invitations/x",
}


def opened():
    """Returns the paths of all scenes, without queries."""
    paths = []
    stage = mock.MagicMock(**{f"{name}.return_value": found
                              for name, found in PATHS.items()})
    oauth = mock.MagicMock()
    oauth.App.return_value.authorize.return_value.headers = {"Location": "/oauth/consent"}
    kith = mock.MagicMock(base="")
    for module in (sections, account):
        with mock.patch.multiple(module, create=True, stage=stage, oauth=oauth,
                                 look=lambda _, __, scenes: paths.extend(
                                     scene["path"].split("?")[0] for scene in scenes)):
            for function in support.TESTS:
                if function.__module__ == module.__name__:
                    function(kith)
    return paths


def table():
    """Returns the patterns of the table, by the names of the pages."""
    patterns, common = {}, {}
    for file in sorted(glob.glob("[gp]*/**/*.[ch]", recursive=True), reverse=True):
        with open(file) as source:
            text = source.read()
        macros = dict(re.findall(r'^#define (\w+) "([^"]*)"$', text, re.M))
        if file.endswith(".h"):
            common |= macros
        for name, body in re.findall(r"^const struct page (\w+) = \{\n(.*?)^\};", text,
                                     re.M | re.S):
            parts = re.search(r"^\t\.path = ([^,]+),$", body, re.M).group(1).split()
            patterns[name] = "".join(
                part.strip('"') if part[0] == '"' else (common | macros)[part]
                for part in parts)
    with open("gateway/pages.c") as source:
        names = re.findall(r"^\t&(\w+),$", source.read(), re.M)
    return [patterns[name] for name in names]


def page_of(path, patterns):
    """Returns the pattern of a path; a literal segment wins over a name in braces."""
    def fits(pattern):
        return re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", pattern), path)
    return min(filter(fits, patterns), default=None,
               key=lambda pattern: pattern.count("{"))


def main():
    patterns = table()
    seen = {page_of(path, patterns) for path in opened()}
    faults = [f"{pattern} has no scene" for pattern in patterns
              if pattern not in seen and pattern not in EXCEPT]
    faults += [f"{pattern} is an exception without need" for pattern in EXCEPT
               if pattern in seen or pattern not in patterns]
    for fault in faults:
        print(fault)
    print(f"{'FAIL' if faults else 'ok'} looks at each of {len(patterns)} pages")
    print(f"{int(not faults)} passed, {int(bool(faults))} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    sys.exit(main())
