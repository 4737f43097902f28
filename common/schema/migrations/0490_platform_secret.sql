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

-- A new mail (proto/mails.h), in addition to the existing ones.
DO $$
DECLARE
	names text := (SELECT string_agg(quote_literal(item[1]), ', ')
		FROM pg_constraint, regexp_matches(
			substring(pg_get_constraintdef(oid) FROM 'ARRAY\[(.*)\]'),
			'''([a-z_.]+)''::text', 'g') AS item
		WHERE conname = 'outbox_template_check');
BEGIN
	EXECUTE format('ALTER TABLE outbox DROP CONSTRAINT outbox_template_check,'
		' ADD CONSTRAINT outbox_template_check CHECK (topic <> ''mail'''
		' OR payload ->> ''template'' IN (%s, ''recovery_codes_ended'')) NOT VALID',
		names);
END $$;
