-- 0480_identity_briefing: a briefing lists the caller's next events. Owner: events.
GRANT SELECT (event_id, member_id, status) ON event_rsvps TO kith_role_identity;
GRANT SELECT (ends_at) ON events TO kith_role_identity;
