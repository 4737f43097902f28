-- 0335_identity_second_factor: a second factor can be undone, and guesses at its codes
-- are bounded. Owner: identity.

ALTER TABLE totp
	-- SHA-256 of the token in the mail about the setup. The link removes the second
	-- factor until 7 days after confirmed_at; NULL: there is no link.
	ADD COLUMN undo_hash bytea
		CONSTRAINT totp_undo_hash_key UNIQUE
		CONSTRAINT totp_undo_hash_check CHECK (octet_length(undo_hash) = 32),
	-- Wrong codes of the app in the 24 hours since wrong_since.
	ADD COLUMN wrong_codes integer NOT NULL DEFAULT 0
		CONSTRAINT totp_wrong_codes_check CHECK (wrong_codes BETWEEN 0 AND 1000),
	ADD COLUMN wrong_since timestamptz,
	-- When the member was last mailed about a right password with a wrong code.
	ADD COLUMN warned_at timestamptz;

-- New names of the registries (proto/audit.h, proto/mails.h), in addition to the existing
-- ones.
CREATE FUNCTION names_in_check(check_name name) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
	SELECT string_agg(quote_literal(item[1]), ', ')
	FROM pg_constraint, regexp_matches(
		substring(pg_get_constraintdef(oid) FROM 'ARRAY\[(.*)\]'),
		'''([a-z_.]+)''::text', 'g') AS item
	WHERE conname = check_name
$$;

DO $$ BEGIN
	EXECUTE format('ALTER TABLE audit DROP CONSTRAINT audit_action_check,'
		' ADD CONSTRAINT audit_action_check'
		' CHECK (action IN (%s, ''totp.undo''))',
		names_in_check('audit_action_check'));
	EXECUTE format('ALTER TABLE outbox DROP CONSTRAINT outbox_template_check,'
		' ADD CONSTRAINT outbox_template_check CHECK (topic <> ''mail'''
		' OR payload ->> ''template'' IN (%s, ''totp_set_up'','
		' ''totp_wrong_code'', ''new_sign_in'')) NOT VALID',
		names_in_check('outbox_template_check'));
END $$;

DROP FUNCTION names_in_check(name);
