-- 0031_platform_idempotency: answers that are kept are the service's own that gave them, and are
-- removed as fast as they come. Owner: the runtime (common/run/idempotency.c).

---- each service sees its own rows -----------------------------------------------------------------

-- The role that wrote the answer. As part of the key it also keeps one service from taking a key
-- before another one does.
ALTER TABLE idempotency ADD COLUMN role text;

-- Until here, the names of operations began so.
UPDATE idempotency SET role = (SELECT rolname FROM pg_roles WHERE oid = CASE
	WHEN op ~ '^(admin_)?org_' THEN 'kith_role_orgs'::regrole
	WHEN op ~ '^(post|progress)_' THEN 'kith_role_content'::regrole
	ELSE 'kith_role_identity'::regrole END);

ALTER TABLE idempotency
	ALTER COLUMN role SET DEFAULT current_user,
	ALTER COLUMN role SET NOT NULL,
	DROP CONSTRAINT idempotency_pkey,
	ADD CONSTRAINT idempotency_pkey PRIMARY KEY (role, member, op, key),
	ENABLE ROW LEVEL SECURITY;

CREATE POLICY idempotency_of_role ON idempotency
	USING (role = current_user) WITH CHECK (role = current_user);

---- pruning --------------------------------------------------------------------------------------

-- At most 10,000 rows, so that no call takes long; answers how many went. It is called again at
-- once until it removes fewer.
CREATE FUNCTION prune_idempotency() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	answers bigint;
BEGIN
	DELETE FROM idempotency WHERE ctid = ANY (ARRAY(
		SELECT ctid FROM idempotency WHERE created_at < now() - interval '24 hours'
		LIMIT 10000));
	GET DIAGNOSTICS answers = ROW_COUNT;
	RETURN answers;
END $$;

GRANT EXECUTE ON FUNCTION prune_idempotency() TO kith_role_notifications;

-- What prune() did beside this: a message that was sent is kept as long as its dedupe key may
-- come again.
CREATE OR REPLACE FUNCTION prune() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	messages bigint;
BEGIN
	DELETE FROM outbox WHERE ctid = ANY (ARRAY(
		SELECT ctid FROM outbox WHERE status = 'sent' AND sent_at < now() - interval '30 days'
		LIMIT 10000));
	GET DIAGNOSTICS messages = ROW_COUNT;
	RETURN messages;
END $$;
