-- 0612_notifications_answered: a notification that asks for an answer is read when its
-- reader has answered, on whichever page. Owner: notifications.

-- Marks the reader's own notifications as read. `asker` null = of any actor.
CREATE FUNCTION notice_answered(reader uuid, asked text, about uuid, asker uuid)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
	UPDATE inbox SET read_at = now() WHERE recipient = reader AND kind = asked
		AND subject_id = about AND (asker IS NULL OR actor = asker)
		AND read_at IS NULL
$$;
REVOKE EXECUTE ON FUNCTION notice_answered(uuid, text, uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION notice_answered(uuid, text, uuid, uuid) TO
	kith_role_identity, kith_role_orgs, kith_role_projects, kith_role_notifications;
