-- 0636_platform_idempotency_shares: of the stored answers of a member, each service keeps
-- the newest 2,000. A member could store 170,000 in a day. Owner: the runtime
-- (common/run/idempotency.c).
CREATE OR REPLACE FUNCTION prune_idempotency() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	old bigint;
	more bigint;
BEGIN
	DELETE FROM idempotency WHERE ctid = ANY (ARRAY(
		SELECT ctid FROM idempotency
		WHERE created_at < now() - interval '24 hours' LIMIT 10000));
	GET DIAGNOSTICS old = ROW_COUNT;
	DELETE FROM idempotency WHERE ctid = ANY (ARRAY(
		SELECT o.ctid FROM (SELECT i.role, i.member FROM idempotency i
			GROUP BY i.role, i.member HAVING count(*) > 2000) AS many
		CROSS JOIN LATERAL (SELECT i.ctid FROM idempotency i
			WHERE i.role = many.role AND i.member = many.member
			ORDER BY i.created_at DESC OFFSET 2000) AS o
		LIMIT 10000));
	GET DIAGNOSTICS more = ROW_COUNT;
	RETURN old + more;
END $$;
