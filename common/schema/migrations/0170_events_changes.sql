-- 0170_events_changes: who manages an event may move it as often as they like, and those who are
-- going are told once in a quarter of an hour at most. Owner of this table: events.

-- The first change is told at once, and then everybody is left alone until quiet_until. What changes
-- meanwhile is told in one go after that (services/events/tell/tell.h), to whoever is going
-- then. There is a row for each event whose quarter of an hour has not passed.
CREATE TABLE event_changes (
	event_id uuid CONSTRAINT event_changes_pkey PRIMARY KEY
		CONSTRAINT event_changes_event_id_fkey REFERENCES events (id) ON DELETE CASCADE,
	quiet_until timestamptz NOT NULL,
	-- NULL: nothing has changed since it was told. Otherwise the event's last_ticket when it
	-- changed last: who came later has seen it as it is.
	ticket bigint
);

CREATE INDEX event_changes_due ON event_changes (quiet_until);

GRANT SELECT, INSERT, UPDATE, DELETE ON event_changes TO kith_role_events;
