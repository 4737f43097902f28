-- When a message failed for good: sent_at says it of those that were sent, and administrators see
-- both by the hour.

ALTER TABLE outbox ADD COLUMN failed_at timestamptz;
UPDATE outbox SET failed_at = next_attempt_at WHERE status = 'failed';
ALTER TABLE outbox
	ADD CONSTRAINT outbox_failed_check CHECK ((status = 'failed') = (failed_at IS NOT NULL));

-- Whoever changes the state need not think of it.
CREATE FUNCTION outbox_note_failure() RETURNS trigger
LANGUAGE plpgsql SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	NEW.failed_at := CASE WHEN NEW.status = 'failed' THEN coalesce(NEW.failed_at, now()) END;
	RETURN NEW;
END $$;

CREATE TRIGGER outbox_note_failure BEFORE UPDATE OF status ON outbox
	FOR EACH ROW WHEN (NEW.status <> OLD.status)
	EXECUTE FUNCTION outbox_note_failure();
CREATE TRIGGER outbox_note_failed BEFORE INSERT ON outbox
	FOR EACH ROW WHEN (NEW.status = 'failed')
	EXECUTE FUNCTION outbox_note_failure();

CREATE INDEX outbox_failed_at ON outbox (failed_at) WHERE status = 'failed';
