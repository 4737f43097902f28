-- 0030_identity_authority: whoever writes may do so at the moment when it is written. Owner:
-- identity, whose rows say what a credential and a role are worth.
--
-- The gateway believes for a second what it was told of a credential. A change must not: a
-- session that a new password has ended would make a token that lives for a year, and an
-- administrator who has just been demoted another administrator. So every write of a member
-- begins with one of these functions (common/run/authority.c). Both lock the member's row, and
-- whatever takes authority away changes or locks that row before it does so: of two at the same
-- moment, either the write is done first and what follows undoes it, or it is refused.

-- For services that never change a member: they share the lock. `active`: the operation is for
-- active members. `admin`: the caller counts as an administrator. `frozen`: the transaction sees
-- one state of the database throughout, which may be older than the lock; then the credential's
-- row is locked as well, which fails when it has changed since, and the write begins again.
CREATE FUNCTION confirm_caller(caller uuid, credential uuid, active boolean, admin boolean,
	frozen boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	standing text;
	platform_role text;
	refused text;
BEGIN
	SELECT m.status, m.role INTO standing, platform_role FROM members m
		WHERE m.id = caller FOR SHARE;
	IF frozen THEN
		PERFORM FROM credentials c WHERE c.id = credential FOR SHARE;
	END IF;
	IF NOT EXISTS (SELECT FROM credentials c WHERE c.id = credential AND c.member_id = caller
			AND c.revoked_at IS NULL AND c.expires_at > clock_timestamp()) THEN
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

-- For identity, which changes members: who changes its own row could not do so from a lock that
-- others share without waiting for each other. Administrators are locked in one order, because
-- the operations that change them lock all of them.
CREATE FUNCTION confirm_caller_alone(caller uuid, credential uuid, active boolean,
	admin boolean, frozen boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT FROM members m WHERE m.id = caller AND m.role = 'admin') THEN
		PERFORM FROM members m WHERE m.id = caller OR (m.role = 'admin' AND m.status = 'active')
			ORDER BY m.id FOR NO KEY UPDATE;
	ELSE
		PERFORM FROM members m WHERE m.id = caller FOR NO KEY UPDATE;
	END IF;
	PERFORM confirm_caller(caller, credential, active, admin, frozen);
END $$;

GRANT EXECUTE ON FUNCTION confirm_caller(uuid, uuid, boolean, boolean, boolean) TO
	kith_role_orgs, kith_role_content, kith_role_projects, kith_role_events,
	kith_role_notifications, kith_role_media;
GRANT EXECUTE ON FUNCTION confirm_caller_alone(uuid, uuid, boolean, boolean, boolean) TO
	kith_role_identity;
