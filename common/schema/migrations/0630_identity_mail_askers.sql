-- 0630_identity_mail_askers: who asked for a mail, and the turn of the request: how many
-- of the same asker were in the queue before it, up to 999. Members who knew each other's
-- networks, and strangers from eight networks, asked for thousands of mails and delayed
-- the links that others had asked for by up to half a minute. The index
-- mail_requests_turns is for the release before. Owner: identity.
DROP INDEX mail_requests_next;

-- The processes of the release before write rows without an asker.
ALTER TABLE mail_requests
	ADD COLUMN asker text
		CONSTRAINT mail_requests_asker_check CHECK (char_length(asker) <= 300),
	ADD COLUMN turn integer NOT NULL DEFAULT 0
		CONSTRAINT mail_requests_turn_check CHECK (turn >= 0);

CREATE INDEX mail_requests_queue ON mail_requests (turn, next_try_at, id);
CREATE INDEX mail_requests_by_asker ON mail_requests (asker);
CREATE UNIQUE INDEX mail_requests_same
	ON mail_requests (kind, lower(email), (coalesce(origin, asker)))
	WHERE asker IS NOT NULL;
