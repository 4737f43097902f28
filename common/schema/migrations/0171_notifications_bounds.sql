-- 0171_notifications_bounds: one member puts only so much into the inbox of another one, and only
-- some of it is mailed; and nobody's inbox grows for ever.
-- Owner: notifications.

-- What one member caused another one to be told lately (services/notifications/outbox).
CREATE INDEX inbox_by_actor ON inbox (recipient, actor, created_at) WHERE actor IS NOT NULL;

-- What is a year old is removed, read or not. The ids are of the time of their rows, so that the
-- oldest are found by the primary key.
CREATE FUNCTION prune_inbox() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	removed bigint;
BEGIN
	DELETE FROM inbox WHERE id = ANY (ARRAY(
		SELECT n.id FROM (SELECT id, created_at FROM inbox ORDER BY id LIMIT 1000) AS n
		WHERE n.created_at < now() - interval '1 year'));
	GET DIAGNOSTICS removed = ROW_COUNT;
	RETURN removed;
END $$;

GRANT EXECUTE ON FUNCTION prune_inbox() TO kith_role_notifications;
