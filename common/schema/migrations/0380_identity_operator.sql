-- 0380_identity_operator: the operator deletes accounts and creates links for a new
-- password. Owner: identity.

-- What the registry holds more of (proto/audit.h), beside what is there by now.
DO $$
DECLARE
	names text;
BEGIN
	SELECT string_agg(quote_literal(item[1]), ', ') INTO names
	FROM pg_constraint, regexp_matches(
		substring(pg_get_constraintdef(oid) FROM 'ARRAY\[(.*)\]'),
		'''([a-z_.]+)''::text', 'g') AS item
	WHERE conname = 'audit_action_check' AND conrelid = 'audit'::regclass;
	EXECUTE format('ALTER TABLE audit DROP CONSTRAINT audit_action_check,'
		' ADD CONSTRAINT audit_action_check CHECK (action IN (%s,'
		' ''member.delete'', ''member.reset_link''))', names);
END $$;
