-- 0640_notifications_mail_turns: links come before other mails, and the mails to an
-- address take turns with those to others. A member who caused thousands of mails, or the
-- digests of all members, delayed the links of others by minutes. Owner: notifications.
--
-- `turn` is how many mails to the same address waited before, up to 99, of those with a
-- link or of those without one.
CREATE FUNCTION outbox_mail_turn() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	SELECT count(*) INTO NEW.turn FROM (SELECT FROM outbox o
		WHERE o.topic = 'mail' AND o.status = 'pending'
		AND lower(o.payload ->> 'toAddress') = lower(NEW.payload ->> 'toAddress')
		AND (o.secret IS NULL) = (NEW.secret IS NULL) LIMIT 99) AS waiting;
	RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION outbox_mail_turn() FROM PUBLIC;

CREATE TRIGGER outbox_mail_turn BEFORE INSERT ON outbox
	FOR EACH ROW WHEN (NEW.topic = 'mail' AND NEW.status = 'pending'
		AND NEW.payload ->> 'toAddress' IS NOT NULL)
	EXECUTE FUNCTION outbox_mail_turn();
