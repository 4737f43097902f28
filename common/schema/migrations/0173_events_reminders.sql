-- 0173_events_reminders: an event that is moved to just over a day from now, again and again, reminds
-- those who are going of it once. Owner: events.

-- When they were reminded last.
ALTER TABLE events ADD COLUMN reminded_at timestamptz;

GRANT UPDATE (reminded_at) ON events TO kith_role_events;
