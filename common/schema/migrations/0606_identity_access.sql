-- 0606_identity_access: members are mailed which programs may act for them, and the
-- operator gives an account back. Owner: identity.
SELECT add_mail_template('access_given');

-- Adds a name to those that the audit log may have.
CREATE FUNCTION add_audit_action(action text) RETURNS void
LANGUAGE plpgsql SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	names text := (SELECT string_agg(quote_literal(item[1]), ', ')
		FROM pg_constraint, regexp_matches(
			substring(pg_get_constraintdef(oid) FROM 'ARRAY\[(.*)\]'),
			'''([a-z_.]+)''::text', 'g') AS item
		WHERE conname = 'audit_action_check' AND conrelid = 'audit'::regclass);
BEGIN
	EXECUTE format('ALTER TABLE audit DROP CONSTRAINT audit_action_check,'
		' ADD CONSTRAINT audit_action_check CHECK (action IN (%s, %L))',
		names, action);
END $$;
REVOKE EXECUTE ON FUNCTION add_audit_action(text) FROM PUBLIC;

SELECT add_audit_action('member.set_email');
