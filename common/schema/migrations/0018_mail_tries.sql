-- 0018_mail_tries: a mail that cannot be written holds up no other (owner: identity).

-- A try counts before it is made, so that whatever ends it has counted.
ALTER TABLE mail_requests
	ADD COLUMN tries integer NOT NULL DEFAULT 0
		CONSTRAINT mail_requests_tries_check CHECK (tries >= 0),
	ADD COLUMN next_try_at timestamptz NOT NULL DEFAULT now();

CREATE INDEX mail_requests_next ON mail_requests (next_try_at, id);

GRANT UPDATE (tries, next_try_at) ON mail_requests TO kith_role_identity;
