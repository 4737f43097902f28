-- 0641_notifications_links_wait: whether so many links wait to be mailed. Identity then
-- answers no further request for a mail, so that the requests wait where askers take
-- turns. Strangers from eight networks caused 400 mails to as many addresses in a second,
-- and a mail server that needs a second for each delayed the links of others by 40
-- seconds. Owner: notifications.
CREATE FUNCTION links_wait(most integer) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT count(*) FILTER (WHERE first.secret IS NOT NULL) = most
	FROM (SELECT o.secret FROM outbox o
		WHERE o.topic = 'mail' AND o.status = 'pending'
		AND o.next_attempt_at <= now()
		ORDER BY o.secret IS NULL, o.turn, o.next_attempt_at LIMIT most) AS first
$$;
REVOKE EXECUTE ON FUNCTION links_wait(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION links_wait(integer) TO kith_role_identity;
