-- 0061_events_calendars: the private calendar feeds of members. Owner of this table: events.

-- The address of a feed is its credential. It is derived from a key of the service, the member
-- and the generation, so that it can be shown again although it is stored nowhere. A member who
-- never rotated it has no row, and the generation 0.
CREATE TABLE calendar_feeds (
	member_id uuid CONSTRAINT calendar_feeds_pkey PRIMARY KEY
		CONSTRAINT calendar_feeds_member_id_fkey REFERENCES members (id) ON DELETE CASCADE,
	generation bigint NOT NULL
		CONSTRAINT calendar_feeds_generation_check CHECK (generation >= 1)
);

SELECT own_by_member('calendar_feeds', 'member_id');

GRANT SELECT, INSERT, UPDATE (generation) ON calendar_feeds TO kith_role_events;
