"""Reads lists to their end."""


def titles_written(kith, token):
    """Returns the titles of all of the caller's asks; a title twice is a write carried
    out twice."""
    found, cursor = [], None
    while True:
        query = "/v1/posts?mine=true&limit=100" + (f"&cursor={cursor}" if cursor else "")
        page = kith.http("GET", query, token=token).json
        found += [item["title"] for item in page["items"]]
        cursor = page["nextCursor"]
        if cursor is None:
            return found
