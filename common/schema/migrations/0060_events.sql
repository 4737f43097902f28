-- 0060_events: events and who is going. Owner of these tables: events.
--
-- Whoever changes who is going, or how many may, locks the event's row first and looks afterwards
-- (services/events/event/event.h). So the counts are exact, nobody gets a place that somebody who
-- waits should have, and the CHECK below is never met; it stands there for what is written later.

---- events -----------------------------------------------------------------------------------------

CREATE TABLE events (
	id uuid CONSTRAINT events_pkey PRIMARY KEY,
	-- Who made it; of an event without an organization the host.
	host_id uuid NOT NULL
		CONSTRAINT events_host_id_fkey REFERENCES members (id),
	org_id uuid CONSTRAINT events_org_id_fkey REFERENCES orgs (id) ON DELETE CASCADE,
	title text NOT NULL
		CONSTRAINT events_title_check CHECK (char_length(title) BETWEEN 3 AND 140),
	description text NOT NULL
		CONSTRAINT events_description_check CHECK (char_length(description) <= 4000),
	starts_at timestamptz NOT NULL,
	ends_at timestamptz NOT NULL,
	timezone text NOT NULL
		CONSTRAINT events_timezone_check CHECK (char_length(timezone) BETWEEN 1 AND 64),
	location_kind text NOT NULL CONSTRAINT events_location_kind_check
		CHECK (location_kind IN ('in_person', 'virtual', 'hybrid')),
	location text NOT NULL
		CONSTRAINT events_location_check CHECK (char_length(location) <= 200),
	join_url text NOT NULL
		CONSTRAINT events_join_url_check CHECK (char_length(join_url) <= 400),
	cover uuid,
	capacity integer CONSTRAINT events_capacity_check CHECK (capacity BETWEEN 1 AND 1000000),
	scope text NOT NULL
		CONSTRAINT events_scope_check CHECK (scope IN ('public', 'org_members')),
	status text NOT NULL DEFAULT 'draft'
		CONSTRAINT events_status_check CHECK (status IN ('draft', 'published', 'cancelled')),
	-- A cancelled draft was never published, and stays its managers' own affair.
	published_at timestamptz,
	going_count integer NOT NULL DEFAULT 0,
	waitlist_count integer NOT NULL DEFAULT 0
		CONSTRAINT events_waitlist_count_check CHECK (waitlist_count >= 0),
	-- The number of the latest who came: who waits is served in the order of these.
	last_ticket bigint NOT NULL DEFAULT 0,
	-- RFC 5545, section 3.8.7.4: one more with each change.
	sequence integer NOT NULL DEFAULT 0,
	-- Whether ends_at has passed, as a task of the service notes every second: an event is in the
	-- list of those to come until then, and in the list of past ones from then on.
	ended boolean NOT NULL DEFAULT false,
	-- Whether those going have been reminded of this start, or were told of it too late for that.
	reminded boolean NOT NULL DEFAULT false,
	created_at timestamptz NOT NULL DEFAULT now(),
	updated_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT events_going_count_check
		CHECK (going_count BETWEEN 0 AND coalesce(capacity, 2147483647)),
	CONSTRAINT events_ends_at_check
		CHECK (ends_at > starts_at AND ends_at - starts_at <= interval '31 days'),
	CONSTRAINT events_org_scope_check CHECK (scope <> 'org_members' OR org_id IS NOT NULL),
	CONSTRAINT events_published_check CHECK (status <> 'published' OR published_at IS NOT NULL)
) WITH (fillfactor = 80); -- counts change often, and no index has them

-- Each list in both of its orders: everybody's, an organization's, a host's, and all of them for
-- administrators.
CREATE INDEX events_public_newest ON events (ended, created_at DESC, id DESC)
	WHERE status = 'published' AND scope = 'public';
CREATE INDEX events_public_soonest ON events (ended, starts_at, id)
	WHERE status = 'published' AND scope = 'public';
CREATE INDEX events_of_org_newest ON events (org_id, ended, created_at DESC, id DESC)
	WHERE org_id IS NOT NULL;
CREATE INDEX events_of_org_soonest ON events (org_id, ended, starts_at, id)
	WHERE org_id IS NOT NULL;
CREATE INDEX events_of_host_newest ON events (host_id, ended, created_at DESC, id DESC);
CREATE INDEX events_of_host_soonest ON events (host_id, ended, starts_at, id);
CREATE INDEX events_newest ON events (ended, created_at DESC, id DESC);
CREATE INDEX events_soonest ON events (ended, starts_at, id);

-- What the service's tasks look for.
CREATE INDEX events_ending ON events (ends_at) WHERE NOT ended;
CREATE INDEX events_unreminded ON events (starts_at) WHERE status = 'published' AND NOT reminded;

-- What is no edit: who is going, and that time passes.
CREATE FUNCTION event_changed() RETURNS trigger
LANGUAGE plpgsql SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	NEW.updated_at := greatest(now(), NEW.created_at);
	NEW.sequence := OLD.sequence + 1;
	RETURN NEW;
END $$;

CREATE TRIGGER events_touch BEFORE UPDATE ON events
	FOR EACH ROW WHEN ((OLD.title, OLD.description, OLD.starts_at, OLD.ends_at, OLD.timezone,
		OLD.location_kind, OLD.location, OLD.join_url, OLD.cover, OLD.capacity, OLD.scope,
		OLD.status)
		IS DISTINCT FROM (NEW.title, NEW.description, NEW.starts_at, NEW.ends_at, NEW.timezone,
		NEW.location_kind, NEW.location, NEW.join_url, NEW.cover, NEW.capacity, NEW.scope,
		NEW.status))
	EXECUTE FUNCTION event_changed();

---- event_rsvps: who is going, and who waits ---------------------------------------------------------

CREATE TABLE event_rsvps (
	event_id uuid NOT NULL
		CONSTRAINT event_rsvps_event_id_fkey REFERENCES events (id) ON DELETE CASCADE,
	member_id uuid NOT NULL
		CONSTRAINT event_rsvps_member_id_fkey REFERENCES members (id) ON DELETE CASCADE,
	status text NOT NULL CONSTRAINT event_rsvps_status_check
		CHECK (status IN ('going', 'waitlist', 'cancelled')),
	ticket bigint NOT NULL,
	-- As the event has them, so that an index gives the events of a member in order.
	event_created_at timestamptz NOT NULL,
	event_starts_at timestamptz NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT event_rsvps_pkey PRIMARY KEY (event_id, member_id)
);

CREATE INDEX event_rsvps_newest ON event_rsvps (event_id, created_at DESC, member_id DESC);
CREATE INDEX event_rsvps_going ON event_rsvps (event_id, created_at DESC, member_id DESC)
	WHERE status = 'going';
CREATE UNIQUE INDEX event_rsvps_waiting ON event_rsvps (event_id, ticket)
	WHERE status = 'waitlist';
CREATE INDEX event_rsvps_mine_newest
	ON event_rsvps (member_id, event_created_at DESC, event_id DESC) WHERE status <> 'cancelled';
CREATE INDEX event_rsvps_mine_soonest
	ON event_rsvps (member_id, event_starts_at, event_id) WHERE status <> 'cancelled';
CREATE INDEX event_rsvps_of_member ON event_rsvps (member_id, created_at, event_id);

---- event_rechecks: events in which somebody else's change may have freed a place --------------------

-- A suspension, or somebody who leaves an organization, is another service's affair. It leaves a
-- row for each event that is concerned; a task of the events service takes the row, looks who may
-- still go, and gives the places on (services/events/rsvp/rsvp_recheck.h).
CREATE TABLE event_rechecks (
	id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT event_rechecks_pkey PRIMARY KEY,
	event_id uuid NOT NULL
		CONSTRAINT event_rechecks_event_id_fkey REFERENCES events (id) ON DELETE CASCADE
);

CREATE INDEX event_rechecks_of_event ON event_rechecks (event_id);

CREATE FUNCTION event_recheck_suspended() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	INSERT INTO event_rechecks (event_id)
		SELECT r.event_id FROM event_rsvps r JOIN events e ON e.id = r.event_id
		WHERE r.member_id = NEW.id AND r.status <> 'cancelled' AND e.ends_at > now();
	RETURN NULL;
END $$;

CREATE TRIGGER members_suspended_events AFTER UPDATE OF status ON members
	FOR EACH ROW WHEN (OLD.status = 'active' AND NEW.status = 'suspended')
	EXECUTE FUNCTION event_recheck_suspended();

CREATE FUNCTION event_recheck_left() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	INSERT INTO event_rechecks (event_id)
		SELECT r.event_id FROM event_rsvps r JOIN events e ON e.id = r.event_id
		WHERE r.member_id = OLD.member_id AND r.status <> 'cancelled'
			AND e.org_id = OLD.org_id AND e.scope = 'org_members' AND e.ends_at > now();
	RETURN NULL;
END $$;

CREATE TRIGGER org_members_left_events AFTER DELETE ON org_members
	FOR EACH ROW EXECUTE FUNCTION event_recheck_left();

-- A role in an organization that stays as it is until the transaction ends.
CREATE FUNCTION hold_org_role(org uuid, member uuid) RETURNS text
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT v.role FROM org_members v WHERE v.org_id = org AND v.member_id = member FOR SHARE
$$;

-- Locks an event, and before that the caller's place in its organization: whoever leaves holds
-- that row while the trigger above looks for the events.
CREATE FUNCTION lock_event(event uuid, caller uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	PERFORM hold_org_role(e.org_id, caller) FROM events e
		WHERE e.id = event AND e.org_id IS NOT NULL;
	PERFORM FROM events e WHERE e.id = event FOR NO KEY UPDATE;
END $$;

GRANT EXECUTE ON FUNCTION hold_org_role(uuid, uuid), lock_event(uuid, uuid) TO kith_role_events;

---- when an account ends -------------------------------------------------------------------------------

CREATE TRIGGER events_of_former BEFORE INSERT ON events
	FOR EACH ROW EXECUTE FUNCTION refuse_former('host_id');
CREATE TRIGGER event_rsvps_of_former BEFORE INSERT ON event_rsvps
	FOR EACH ROW EXECUTE FUNCTION refuse_former('member_id');

-- The places go back. Of the member's own events drafts go, and those that nobody else has to do
-- with. An organization's stay, and so do others that people have been to. What is still to come
-- has no host any more: it is cancelled, and those who meant to go are told.
CREATE FUNCTION former_member_events() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	PERFORM FROM events WHERE id IN (SELECT event_id FROM event_rsvps WHERE member_id = NEW.id)
		OR (host_id = NEW.id AND org_id IS NULL)
		ORDER BY id FOR NO KEY UPDATE;
	WITH gone AS (DELETE FROM event_rsvps WHERE member_id = NEW.id RETURNING event_id, status),
		counted AS (UPDATE events e SET going_count = e.going_count - (g.status = 'going')::int,
			waitlist_count = e.waitlist_count - (g.status = 'waitlist')::int
			FROM gone g WHERE e.id = g.event_id AND g.status <> 'cancelled')
		INSERT INTO event_rechecks (event_id)
			SELECT g.event_id FROM gone g WHERE g.status = 'going';
	DELETE FROM events e WHERE e.host_id = NEW.id AND e.org_id IS NULL
		AND (e.published_at IS NULL OR NOT EXISTS
			(SELECT FROM event_rsvps r WHERE r.event_id = e.id));
	WITH ended AS (UPDATE events SET status = 'cancelled' WHERE host_id = NEW.id
			AND org_id IS NULL AND status = 'published' AND ends_at > now() RETURNING id)
		INSERT INTO outbox (id, topic, payload, dedupe)
			SELECT new_id(), 'notice', jsonb_build_object('kind', 'event_cancelled',
				'recipient', r.member_id, 'actor', NULL, 'subjectType', 'event',
				'subject', r.event_id),
				concat_ws(' ', 'event_cancelled', replace(r.member_id::text, '-', ''),
				replace(r.event_id::text, '-', ''), replace(NEW.id::text, '-', ''))
			FROM ended e JOIN event_rsvps r ON r.event_id = e.id
			WHERE r.status <> 'cancelled' ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;

CREATE TRIGGER members_former_events AFTER UPDATE OF former_at ON members
	FOR EACH ROW WHEN (OLD.former_at IS NULL AND NEW.former_at IS NOT NULL)
	EXECUTE FUNCTION former_member_events();

---- what a member is told is held about it -------------------------------------------------------------

CREATE VIEW export_events AS
	SELECT e.host_id AS member_id, e.created_at AS place_at, e.id AS place_id,
		e.id, e.title, e.description, e.starts_at AS "startsAt", e.ends_at AS "endsAt",
		e.timezone, e.location_kind AS "locationKind", e.location, e.join_url AS "joinUrl",
		e.cover AS "coverImage", e.capacity, e.scope, e.status,
		(SELECT o.slug FROM orgs o WHERE o.id = e.org_id) AS "hostOrgSlug",
		e.created_at AS "createdAt", e.updated_at AS "updatedAt"
	FROM events e;

CREATE VIEW export_rsvps AS
	SELECT r.member_id, r.created_at AS place_at, r.event_id AS place_id,
		r.event_id AS "eventId", e.title, e.starts_at AS "startsAt", r.status,
		r.created_at AS "createdAt"
	FROM event_rsvps r JOIN events e ON e.id = r.event_id;

CREATE INDEX events_of_host ON events (host_id, created_at, id);

---- grants ----------------------------------------------------------------------------------------------

GRANT SELECT, INSERT ON events TO kith_role_events;
GRANT UPDATE (title, description, starts_at, ends_at, timezone, location_kind, location, join_url,
	capacity, scope, status, published_at, going_count, waitlist_count, last_ticket, ended,
	reminded) ON events TO kith_role_events;
GRANT SELECT, INSERT, UPDATE (status, ticket, event_starts_at) ON event_rsvps TO kith_role_events;
GRANT SELECT, DELETE ON event_rechecks TO kith_role_events;
GRANT UPDATE (event_id) ON event_rechecks TO kith_role_events; -- to lock its rows
GRANT SELECT ON export_events, export_rsvps TO kith_role_identity;

-- Whether a member may see an event that it reports, or is told of.
GRANT SELECT (id, host_id, org_id, title, scope, status, published_at) ON events TO
	kith_role_identity, kith_role_notifications;
GRANT SELECT (role) ON org_members TO kith_role_identity;
-- Whether a reminder still stands.
GRANT SELECT (starts_at) ON events TO kith_role_notifications;
GRANT SELECT (event_id, member_id, status) ON event_rsvps TO kith_role_notifications;
