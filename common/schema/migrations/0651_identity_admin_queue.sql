-- 0651_identity_admin_queue: operations that change members lock all administrators in
-- one order. They join the fair queues of these now, in the same order, before they lock
-- the rows: an administrator who used a credential without a pause could not be
-- suspended. 0030 has the rest of the reasons. Owner: identity.
--
-- `also` is in the order, too, if it administers no longer: otherwise one who was
-- suspended meanwhile would wait in a circle with those who read the list before.
CREATE FUNCTION queue_admins(also uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended(a.id::text, 5208))
		FROM (SELECT m.id FROM members m WHERE m.id = also
			OR (m.role = 'admin' AND m.status = 'active') ORDER BY m.id) AS a;
END $$;
REVOKE EXECUTE ON FUNCTION queue_admins(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queue_admins(uuid) TO kith_role_identity;

CREATE OR REPLACE FUNCTION confirm_caller(caller uuid, credential uuid, active boolean,
	admin boolean, frozen boolean, alone boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	administers boolean := alone AND EXISTS (SELECT FROM members m
		WHERE m.id = caller AND m.role = 'admin' AND m.status = 'active');
	turn bigint := hashtextextended(caller::text, 5208);
	standing text;
	platform_role text;
	refused text;
BEGIN
	IF administers THEN
		PERFORM queue_admins(caller);
	ELSIF alone THEN
		PERFORM pg_advisory_xact_lock(turn);
	ELSE
		PERFORM pg_advisory_xact_lock_shared(turn);
	END IF;
	IF administers THEN
		PERFORM FROM members m WHERE m.id = caller OR (m.role = 'admin'
			AND m.status = 'active') ORDER BY m.id FOR NO KEY UPDATE;
	ELSIF alone THEN
		PERFORM FROM members m WHERE m.id = caller FOR NO KEY UPDATE;
	END IF;
	SELECT m.status, m.role INTO standing, platform_role FROM members m
		WHERE m.id = caller FOR SHARE;
	IF frozen THEN
		PERFORM FROM credentials c WHERE c.id = credential FOR SHARE;
	END IF;
	IF NOT EXISTS (SELECT FROM credentials c WHERE c.id = credential
			AND c.member_id = caller AND c.revoked_at IS NULL
			AND c.expires_at > clock_timestamp()) THEN
		refused := 'caller_credential';
	ELSIF active AND standing <> 'active' THEN
		refused := 'caller_' || standing;
	ELSIF admin AND platform_role <> 'admin' THEN
		refused := 'caller_admin';
	END IF;
	IF refused IS NOT NULL THEN
		RAISE EXCEPTION 'the caller may not write: %', refused
			USING ERRCODE = 'check_violation', CONSTRAINT = refused;
	END IF;
END $$;
