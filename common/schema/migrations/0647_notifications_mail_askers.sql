-- 0647_notifications_mail_askers: those who cause mails take turns, as the addresses do
-- (0640). Strangers from eight networks signed up with hundreds of addresses, which
-- delayed the links of others by a minute when the mail server needs a second for a mail;
-- members who sent 50 invitations each did so, too. Owner: notifications.
--
-- `turn` is how many mails to the same address, or of the same asker, waited before,
-- whichever are more: up to 99, of those with a link or of those without one.
CREATE OR REPLACE FUNCTION outbox_mail_turn() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	of_asker integer := 0;
BEGIN
	SELECT count(*) INTO NEW.turn FROM (SELECT FROM outbox o
		WHERE o.topic = 'mail' AND o.status = 'pending'
		AND lower(o.payload ->> 'toAddress') = lower(NEW.payload ->> 'toAddress')
		AND (o.secret IS NULL) = (NEW.secret IS NULL) LIMIT 99) AS waiting;
	IF NEW.asker IS NOT NULL THEN
		SELECT count(*) INTO of_asker FROM (SELECT FROM outbox o
			WHERE o.topic = 'mail' AND o.status = 'pending'
			AND o.asker = NEW.asker
			AND (o.secret IS NULL) = (NEW.secret IS NULL)
			LIMIT 99) AS waiting;
	END IF;
	NEW.turn := greatest(NEW.turn, of_asker);
	RETURN NEW;
END $$;

-- Whether so many links wait whose turn it is. The requests for mails, which wait then,
-- have taken their turns before.
CREATE OR REPLACE FUNCTION links_wait(most integer) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT count(*) FILTER (WHERE first.secret IS NOT NULL AND first.turn = 0) = most
	FROM (SELECT o.secret, o.turn FROM outbox o
		WHERE o.topic = 'mail' AND o.status = 'pending'
		AND o.next_attempt_at <= now()
		ORDER BY o.secret IS NULL, o.turn, o.next_attempt_at LIMIT most) AS first
$$;
