-- 0652_notifications_turns_asked: a mail with an asker takes the asker's turn only. Five
-- links that strangers had requested for an owner's address waited for their turns, and
-- the link that the owner requested came after them. Owner: notifications.
--
-- `turn` is how many mails of the same asker, or such mails to the same address if nobody
-- asked, waited before: up to 99, of those with a link or of those without one.
CREATE OR REPLACE FUNCTION outbox_mail_turn() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	IF NEW.asker IS NOT NULL THEN
		SELECT count(*) INTO NEW.turn FROM (SELECT FROM outbox o
			WHERE o.topic = 'mail' AND o.status = 'pending'
			AND o.asker = NEW.asker
			AND (o.secret IS NULL) = (NEW.secret IS NULL)
			LIMIT 99) AS waiting;
	ELSE
		SELECT count(*) INTO NEW.turn FROM (SELECT FROM outbox o
			WHERE o.topic = 'mail' AND o.status = 'pending'
			AND o.asker IS NULL
			AND lower(o.payload ->> 'toAddress') =
				lower(NEW.payload ->> 'toAddress')
			AND (o.secret IS NULL) = (NEW.secret IS NULL)
			LIMIT 99) AS waiting;
	END IF;
	RETURN NEW;
END $$;
