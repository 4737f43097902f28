-- 0110_events_covers: cover images of events. Owner: events.

-- Nothing could set them before.
UPDATE events SET cover = NULL WHERE cover IS NOT NULL;

SELECT refer_to_image('events', 'cover');
GRANT UPDATE (cover) ON events TO kith_role_events;
