-- 0007_accounts: invite codes. Owner of these tables: identity.

CREATE TABLE invite_codes (
	code text CONSTRAINT invite_codes_pkey PRIMARY KEY
		CONSTRAINT invite_codes_code_check CHECK (char_length(code) BETWEEN 1 AND 64),
	note text NOT NULL DEFAULT ''
		CONSTRAINT invite_codes_note_check CHECK (char_length(note) <= 200),
	max_uses integer NOT NULL
		CONSTRAINT invite_codes_max_uses_check CHECK (max_uses BETWEEN 1 AND 500),
	uses integer NOT NULL DEFAULT 0,
	expires_at timestamptz,
	created_by uuid,
	created_at timestamptz NOT NULL DEFAULT now(),
	revoked_at timestamptz,
	CONSTRAINT invite_codes_uses_check CHECK (uses BETWEEN 0 AND max_uses)
);

GRANT SELECT, INSERT, UPDATE ON invite_codes TO kith_role_identity;
