-- 0016_strangers: what somebody without an account could learn about others.
-- Owner of these tables: identity.

---- sign_up_passwords: what a sign-up answers until its address is verified --------------------

-- Who signs in with the password of the latest sign-up is told that the address is not verified,
-- whether or not it had an account. By address and not by member, so that nothing that becomes of
-- a member shows either. No token leads here, and nothing of it ever gets into an account.
CREATE TABLE sign_up_passwords (
	id uuid CONSTRAINT sign_up_passwords_pkey PRIMARY KEY,
	email text NOT NULL CONSTRAINT sign_up_passwords_email_check
		CHECK (char_length(email) BETWEEN 3 AND 200),
	password_hash text NOT NULL CONSTRAINT sign_up_passwords_password_hash_check
		CHECK (password_hash LIKE '$argon2id$%'),
	created_at timestamptz NOT NULL DEFAULT now(),
	-- As that of the link of a sign-up.
	expires_at timestamptz NOT NULL DEFAULT now() + interval '24 hours'
);

CREATE INDEX sign_up_passwords_by_address
	ON sign_up_passwords (lower(email), created_at DESC, id DESC);
CREATE INDEX sign_up_passwords_by_expiry ON sign_up_passwords (expires_at);

GRANT SELECT, INSERT, DELETE ON sign_up_passwords TO kith_role_identity;

INSERT INTO sign_up_passwords (id, email, password_hash, created_at, expires_at)
	SELECT t.id, m.email, t.password_hash, t.created_at, t.expires_at
	FROM mail_tokens t JOIN members m ON m.id = t.member_id
	WHERE t.password_hash IS NOT NULL AND m.email_verified_at IS NULL
	AND m.former_at IS NULL;

---- mail_requests: mails that are asked for by address alone -----------------------------------

-- Whether there is somebody to write to is looked up after the answer, so that the time of the
-- answer does not depend on it. A row goes when that is done, within seconds.
CREATE TABLE mail_requests (
	id uuid CONSTRAINT mail_requests_pkey PRIMARY KEY,
	kind text NOT NULL CONSTRAINT mail_requests_kind_check CHECK (kind IN ('resend', 'forgot')),
	email text NOT NULL CONSTRAINT mail_requests_email_check
		CHECK (char_length(email) BETWEEN 3 AND 200)
);

GRANT SELECT, INSERT, DELETE ON mail_requests TO kith_role_identity;

---- idempotency: whose a key is ----------------------------------------------------------------

-- Another request of a stranger's is another caller's: see common/run/idempotency.c.
COMMENT ON COLUMN idempotency.member IS
	'the member; of a caller without an account, the first 16 bytes of request_hash';
