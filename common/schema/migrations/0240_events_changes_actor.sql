-- 0240_events_changes_actor: what is told of an event a while after it changed is the act of who
-- changed it, as what is told at once. Owner of this table: events.

-- Of a change that waits to be told: who made it, and who of all others made the last one before, of
-- which the former hears.
ALTER TABLE event_changes ADD COLUMN changed_by uuid, ADD COLUMN changed_before_by uuid;

UPDATE event_changes c SET changed_by = e.host_id FROM events e
	WHERE e.id = c.event_id AND c.ticket IS NOT NULL;
