-- 0643_events_export_managed: the export has the events that the member manages. Who left
-- an organization no longer manages its events, by EVENT_MANAGED of
-- common/schema/visible_sql.h. Owner: events.

CREATE OR REPLACE VIEW export_events AS
	SELECT e.host_id AS member_id, e.created_at AS place_at, e.id AS place_id,
		e.id, e.title, e.description, e.starts_at AS "startsAt",
		e.ends_at AS "endsAt", e.timezone, e.location_kind AS "locationKind",
		e.location, e.join_url AS "joinUrl",
		e.cover AS "coverImage", e.capacity, e.scope, e.status,
		(SELECT o.slug FROM orgs o WHERE o.id = e.org_id) AS "hostOrgSlug",
		e.created_at AS "createdAt", e.updated_at AS "updatedAt",
		e.cancel_reason AS "cancelReason"
	FROM events e
	WHERE e.org_id IS NULL OR EXISTS (SELECT FROM org_members o
		WHERE o.org_id = e.org_id AND o.member_id = e.host_id);
