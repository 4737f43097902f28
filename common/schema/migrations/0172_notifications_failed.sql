-- 0172_notifications_failed: what failed for good is kept for a quarter of a year, so that
-- administrators can look at it and try again, and not for ever.
-- Owner: notifications.

CREATE OR REPLACE FUNCTION prune() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	messages bigint;
BEGIN
	DELETE FROM outbox WHERE ctid = ANY (ARRAY(
		(SELECT ctid FROM outbox WHERE status = 'sent' AND sent_at < now() - interval '30 days'
		LIMIT 10000)
		UNION ALL
		(SELECT ctid FROM outbox WHERE status = 'failed'
		AND failed_at < now() - interval '90 days' LIMIT 10000)
		LIMIT 10000));
	GET DIAGNOSTICS messages = ROW_COUNT;
	RETURN messages;
END $$;
