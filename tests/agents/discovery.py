"""Ranks tools for an utterance as clients do that search a long list (BM25)."""

import collections
import math
import re

K1, B = 1.2, 0.75
STOP = set("a an and are as at be but by for from have i if in is it its me my of on or"
           " our please so that the their them they this to us was we what when who will with"
           " you your user can could would do does did has had not".split())


def stem(word):
    """Cuts the usual endings, so that "lists" and "listing" meet."""
    for ending in ("ations", "ation", "ings", "ing", "ied", "ies", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[:-len(ending)] + ("y" if ending in ("ied", "ies") else "")
    return word


def words(text):
    found = re.findall(r"[a-z0-9]+", text.lower().replace("_", " ").replace("'s", ""))
    return [stem(word) for word in found if word not in STOP]


class Index:
    def __init__(self, tools):
        self.tools = {tool["name"]: collections.Counter(
            words(f'{tool["name"]} {tool["title"]} {tool["description"]}'))
            for tool in tools}
        self.size = {name: sum(bag.values()) for name, bag in self.tools.items()}
        self.average = sum(self.size.values()) / len(self.size)
        self.holders = collections.Counter(
            word for bag in self.tools.values() for word in bag)

    def score(self, name, query):
        bag, total = self.tools[name], 0
        for word in query:
            often = bag[word]
            rare = math.log(1 + (len(self.tools) - self.holders[word] + 0.5)
                            / (self.holders[word] + 0.5))
            length = 1 - B + B * self.size[name] / self.average
            total += rare * often * (K1 + 1) / (often + K1 * length)
        return total

    def rank(self, utterance):
        """Returns the names of all tools, the best match first."""
        query = words(utterance)
        return sorted(self.tools, key=lambda name: -self.score(name, query))
