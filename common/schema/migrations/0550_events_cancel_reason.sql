-- 0550_events_cancel_reason: why an event was cancelled. Owner: events.

ALTER TABLE events ADD COLUMN cancel_reason text NOT NULL DEFAULT '';
-- The rows that exist have none, so nothing needs to be scanned.
ALTER TABLE events ADD CONSTRAINT events_cancel_reason_check
	CHECK (char_length(cancel_reason) <= 500) NOT VALID;
GRANT UPDATE (cancel_reason) ON events TO kith_role_events;
GRANT SELECT (cancel_reason) ON events TO kith_role_notifications;

CREATE OR REPLACE VIEW export_events AS
	SELECT e.host_id AS member_id, e.created_at AS place_at, e.id AS place_id,
		e.id, e.title, e.description, e.starts_at AS "startsAt",
		e.ends_at AS "endsAt", e.timezone, e.location_kind AS "locationKind",
		e.location, e.join_url AS "joinUrl",
		e.cover AS "coverImage", e.capacity, e.scope, e.status,
		(SELECT o.slug FROM orgs o WHERE o.id = e.org_id) AS "hostOrgSlug",
		e.created_at AS "createdAt", e.updated_at AS "updatedAt",
		e.cancel_reason AS "cancelReason"
	FROM events e;
