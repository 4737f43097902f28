-- 0015_reminders_reports: reminders that need not be given any more (owner: the runtime), and
-- what identity must see of a thing that is reported.

---- reminders --------------------------------------------------------------------------------------

-- A reminder is written long before its time. When what it is about moves or ends, the service
-- that owns that says so here, for it may not change the outbox itself. One that is due, or was
-- tried, is left to who delivers: that looks again whether it still stands.
CREATE FUNCTION outbox_forget(type text, subject uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
	DELETE FROM outbox WHERE status = 'pending' AND payload ? 'moment'
		AND payload ->> 'subject' = subject::text AND payload ->> 'subjectType' = type
		AND attempts = 0 AND next_attempt_at > now()
$$;

CREATE INDEX outbox_reminders ON outbox ((payload ->> 'subject'))
	WHERE status = 'pending' AND payload ? 'moment';

GRANT EXECUTE ON FUNCTION outbox_forget(text, uuid) TO kith_role_content;

---- reports ----------------------------------------------------------------------------------------

GRANT SELECT (visibility) ON projects TO kith_role_identity;
