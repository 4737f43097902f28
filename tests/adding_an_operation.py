"""The steps of docs/adding-an-operation.md, as tests/e2e carries them out and sizes.py counts them."""

import re
import typing

PAGE = "docs/adding-an-operation.md"
STEP = re.compile(r"<!-- (edit|append|create) (\S+?):?(?: after \"(.*?)\" line)? -->\n```c\n(.*?)```",
                  re.S)


class Step(typing.NamedTuple):
    """One place that is touched: a line after which text is put, a file's end, or a new file."""
    kind: str
    path: str
    after: str
    text: str


def steps():
    """What the page says is to be done; each of its blocks of code is a step."""
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    found = [Step(*step) for step in STEP.findall(text)]
    assert len(found) == text.count("```c\n") > 0, "a block of code is no step"
    return found
