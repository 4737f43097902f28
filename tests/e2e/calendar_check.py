"""Parses an iCalendar file with Debian's python3-icalendar, and prints its method and
events. Times are converted to UTC by the zones in the file."""

import datetime
import json
import sys

import icalendar


def zone_of(component):
    """Returns the offsets of a VTIMEZONE by the local times at which they begin."""
    return sorted((part["DTSTART"].dt, part["TZOFFSETFROM"].td, part["TZOFFSETTO"].td)
                  for part in component.subcomponents)


def in_utc(prop, zones):
    """Converts a time to UTC by the latest observance of its zone."""
    local = prop.dt
    name = prop.params.get("TZID")
    if name is None:
        return local.astimezone(datetime.timezone.utc)
    local = local.replace(tzinfo=None)
    offset = None
    for start, before, after in zones[str(name)]:
        # RFC 5545 gives an onset in the offset before it; an ambiguous local time means
        # the first one.
        offset = before if offset is None else offset
        if local >= start and local >= start + (after - before):
            offset = after
    return (local - offset).replace(tzinfo=datetime.timezone.utc)


calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
zones = {str(zone["TZID"]): zone_of(zone) for zone in calendar.walk("VTIMEZONE")}
print(json.dumps({"method": str(calendar["METHOD"]), "events": [{
    "uid": str(event["UID"]),
    "sequence": int(event["SEQUENCE"]),
    "status": str(event["STATUS"]),
    "summary": str(event["SUMMARY"]),
    "description": str(event.get("DESCRIPTION", "")),
    "location": str(event.get("LOCATION", "")),
    "starts": in_utc(event["DTSTART"], zones).strftime("%Y-%m-%dT%H:%M:%S.000Z"),
    "ends": in_utc(event["DTEND"], zones).strftime("%Y-%m-%dT%H:%M:%S.000Z"),
} for event in calendar.walk("VEVENT")]}))
