"""Tests texts of pages: an event's time in its time zone, and the audit log's
sentences."""

import html
import re

import support
from pages import get, signed_in
from support import test


def event_page(kith, starts, ends, zone):
    """Creates an event and returns the facts on its page: name to markup."""
    own = kith.token("Host")
    made = kith.http("POST", "/v1/events", {
        "title": "Looms and lunch", "startsAt": starts, "endsAt": ends, "timezone": zone,
        "location": "Roof garden", "publish": True}, own)
    assert made.status == 200, made.text
    page = get(kith, "/events/" + made.json["id"], event_page.cookie)
    assert page.status == 200, page.text
    assert "UTC" not in page.text or zone == "UTC", page.text
    assert page.text.count(zone) == 1 or zone == "UTC", page.text
    return dict(re.findall(
        r"<div><dt>([^<]+)</dt><dd>(?:<bdi[^>]*>)?(.*?)(?:</bdi>)?</dd></div>",
        page.text))


@test
def an_event_says_its_times_where_it_takes_place(kith):
    event_page.cookie, _ = signed_in(kith, "Host")
    for zone, starts, ends, day, begins_at, ends_at in (
            ("Europe/Berlin", "2027-07-01T17:00:00.000Z", "2027-07-01T22:30:00.000Z",
             "Thursday", "1 July 2027, 19:00", "2 July 2027, 00:30"),
            ("America/New_York", "2027-01-01T01:05:00.000Z", "2027-01-01T03:00:00.000Z",
             "Thursday", "31 December 2026, 20:05", "31 December 2026, 22:00"),
            ("Asia/Kathmandu", "2027-02-28T20:00:00.000Z", "2027-02-28T21:00:00.000Z",
             "Monday", "1 March 2027, 01:45", "1 March 2027, 02:45"),
            ("UTC", "2027-07-01T17:00:00.000Z", "2027-07-01T18:00:00.000Z",
             "Thursday", "1 July 2027, 17:00", "1 July 2027, 18:00")):
        facts = event_page(kith, starts, ends, zone)
        assert facts["Starts"] == (
            f'{day}, <time datetime="{starts}">{begins_at}</time>'), facts
        assert facts["Ends"].endswith(
            f', <time datetime="{ends}">{ends_at}</time>'), facts
        assert facts["Time zone"] == zone, facts


@test
def an_event_says_which_of_two_equal_hours_it_means(kith):
    before, after = "2027-10-31T00:30:00.000Z", "2027-10-31T01:30:00.000Z"
    facts = event_page(kith, before, after, "Europe/Berlin")
    assert facts["Starts"] == (
        f'Sunday, <time datetime="{before}">31 October 2027, 02:30 CEST</time>'), facts
    assert facts["Ends"] == (
        f'Sunday, <time datetime="{after}">31 October 2027, 02:30 CET</time>'), facts
    on_the_day_after = event_page(kith, "2027-11-02T00:30:00.000Z",
                                  "2027-11-02T01:30:00.000Z", "Europe/Berlin")
    assert ">2 November 2027, 01:30<" in on_the_day_after["Starts"], on_the_day_after


@test
def the_audit_log_says_what_was_done(kith):
    cookie, _ = signed_in(kith, "Auditor", "--active", "--admin")
    page = get(kith, "/admin/audit?action=session.sign_in", cookie)
    entry = re.search(r'<li><div class="what">(.*?)</div>', page.text, re.S).group(1)
    assert "A member signed in." in entry, entry
    assert "<code>session.sign_in</code>" in entry, entry
    everything = get(kith, "/admin/audit", cookie).text
    for code in re.findall(r"<code>([a-z_.]+)</code>", everything):
        assert re.search(rf"<p>[A-Z][^<]+\. <code>{re.escape(code)}</code></p>",
                         everything), code
    # The code is searchable in the list of choices.
    choices = dict(re.findall(r'<option value="([a-z_.]+)"[^>]*>([^<]+)</option>',
                              everything))
    assert len(choices) > 30 and all(
        re.fullmatch(rf"{re.escape(code)}: [A-Z].*[^.]", html.unescape(label))
        for code, label in choices.items()), choices


support.main(__name__)
