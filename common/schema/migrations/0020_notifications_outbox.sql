-- 0020_notifications_outbox: a lease that can be told from another one, tries that are bounded,
-- and no scan of the outbox when an account ends.
-- Owner: notifications.

---- leases and tries -------------------------------------------------------------------------------

-- The lease is a fencing token: a random id that each claim of messages gets anew. Whoever
-- delivers names it with every change, so a worker whose claim was taken over changes nothing.
-- Nobody delivers while migrations run, so nothing is lost with the leases of before.
UPDATE outbox SET leased_until = NULL WHERE leased_until IS NOT NULL;
UPDATE outbox SET attempts = 10 WHERE attempts > 10;

ALTER TABLE outbox
	ADD COLUMN lease uuid,
	ADD CONSTRAINT outbox_lease_check CHECK ((lease IS NULL) = (leased_until IS NULL)),
	ADD CONSTRAINT outbox_leased_check CHECK (status = 'pending' OR lease IS NULL),
	DROP CONSTRAINT outbox_attempts_check,
	ADD CONSTRAINT outbox_attempts_check CHECK (attempts BETWEEN 0 AND 10);

DROP INDEX outbox_pending;
CREATE INDEX outbox_pending ON outbox (topic, next_attempt_at) WHERE status = 'pending';

-- The rows of these members that can be locked right now; a member whose row is locked by
-- somebody else is left out. Until the transaction ends, none of these accounts can.
CREATE FUNCTION hold_members(ids uuid[]) RETURNS TABLE (id uuid, status text)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT m.id, m.status FROM members m WHERE m.id = ANY (ids)
	ORDER BY m.id FOR KEY SHARE SKIP LOCKED
$$;

GRANT EXECUTE ON FUNCTION hold_members(uuid[]) TO kith_role_notifications;

---- when an account ends -----------------------------------------------------------------------------

CREATE INDEX outbox_recipient ON outbox ((payload ->> 'recipient')) WHERE topic = 'notice';
CREATE INDEX outbox_address ON outbox (lower(payload ->> 'toAddress')) WHERE topic = 'mail';

-- Messages for the member go with the account, each kind by its own index.
CREATE OR REPLACE FUNCTION former_member_notifications() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	DELETE FROM outbox WHERE topic = 'notice' AND payload ->> 'recipient' = NEW.id::text;
	DELETE FROM outbox WHERE topic = 'mail'
		AND lower(payload ->> 'toAddress') = lower(OLD.email);
	RETURN NULL;
END $$;
