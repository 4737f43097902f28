-- 0490_platform_secret: the secret of an instance can be rotated. Owner: platform.

-- The instance's secrets since the first rotation, as fingerprints that reveal nothing. A
-- rotation that was interrupted sees here whether it has changed the database. Only
-- kithctl reads and writes this table.
CREATE TABLE secret_rotations (
	fingerprint text CONSTRAINT secret_rotations_pkey PRIMARY KEY
		CONSTRAINT secret_rotations_fingerprint_check
		CHECK (fingerprint ~ '^[0-9a-f]{32}$'),
	rotated_at timestamptz NOT NULL DEFAULT now()
);

-- A new mail (proto/mails.h).
SELECT add_mail_template('recovery_codes_ended');
