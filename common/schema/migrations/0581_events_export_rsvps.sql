-- 0581_events_export_rsvps: the export of an RSVP names an event only to those who may see
-- it: its hosts, and others by EVENT_TOLD of common/schema/visible_sql.h. Owner: events.

CREATE OR REPLACE VIEW export_rsvps AS
	SELECT r.member_id, r.created_at AS place_at, r.event_id AS place_id,
		r.event_id AS "eventId",
		CASE WHEN v.visible THEN e.title END AS title,
		CASE WHEN v.visible THEN e.starts_at END AS "startsAt", r.status,
		r.created_at AS "createdAt"
	FROM event_rsvps r JOIN events e ON e.id = r.event_id
	JOIN members m ON m.id = e.host_id
	CROSS JOIN LATERAL (SELECT
		(e.org_id IS NULL AND e.host_id = r.member_id)
		OR (e.published_at IS NOT NULL
			AND (e.org_id IS NOT NULL OR m.status <> 'suspended')
			AND (e.scope = 'public' OR EXISTS (SELECT FROM org_members o
				WHERE o.org_id = e.org_id AND o.member_id = r.member_id)))
		AS visible) v;
