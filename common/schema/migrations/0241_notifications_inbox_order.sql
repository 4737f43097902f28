-- 0241_notifications_inbox_order: whoever changes the counts of several inboxes locks them in the
-- order of their ids, as those who deliver do (0021), and old notifications are removed without waiting
-- for those who read theirs. Owner: notifications.

CREATE OR REPLACE FUNCTION inbox_count_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	PERFORM FROM inbox_counts WHERE member_id IN (SELECT recipient FROM before)
		ORDER BY member_id FOR NO KEY UPDATE;
	UPDATE inbox_counts c SET unread = c.unread + n.more
		FROM (SELECT o.recipient, count(*) FILTER (WHERE n.read_at IS NULL)
				- count(*) FILTER (WHERE o.read_at IS NULL) AS more
			FROM before o JOIN after n ON n.id = o.id GROUP BY o.recipient) AS n
		WHERE c.member_id = n.recipient AND n.more <> 0;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION inbox_count_removed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	PERFORM FROM inbox_counts WHERE member_id IN (SELECT recipient FROM removed
			WHERE read_at IS NULL)
		ORDER BY member_id FOR NO KEY UPDATE;
	UPDATE inbox_counts c SET unread = c.unread - n.unread
		FROM (SELECT recipient, count(*) AS unread FROM removed
			WHERE read_at IS NULL GROUP BY recipient) AS n
		WHERE c.member_id = n.recipient;
	RETURN NULL;
END $$;

-- What somebody else has locked, because it is being marked as read or goes with its account, is
-- left for the next time.
CREATE OR REPLACE FUNCTION prune_inbox() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	removed bigint;
BEGIN
	DELETE FROM inbox WHERE id = ANY (ARRAY(
		SELECT i.id FROM inbox i WHERE i.id = ANY (ARRAY(
			SELECT n.id FROM (SELECT id, created_at FROM inbox ORDER BY id LIMIT 1000) AS n
			WHERE n.created_at < now() - interval '1 year'))
		FOR UPDATE SKIP LOCKED));
	GET DIAGNOSTICS removed = ROW_COUNT;
	RETURN removed;
END $$;
