-- 0030_identity_authority: whoever writes may do so at the moment when it is written. Owner:
-- identity, whose rows say what a credential and a role are worth.
--
-- The gateway believes for a second what it was told of a credential. A change must not: a
-- session that a new password has ended would make a token that lives for a year, and an
-- administrator who has just been demoted another administrator. So every write of a member
-- begins with this function (common/run/authority.c). It locks the member's row, and whatever
-- takes authority away changes or locks that row before it does so: of two at the same moment,
-- either the write is done first and what follows undoes it, or it is refused.
--
-- active  the operation is for active members
-- admin   the caller counts as an administrator
-- frozen  the transaction sees one state of the database throughout, which may be older than the
--         lock. The credential's row is locked as well, which fails when it has changed since,
--         and the write begins again.
-- alone   the operation may change members, as those of identity do. It could not do so from a
--         lock that is shared without waiting for who shares it. Administrators are locked in
--         one order, because the operations that change them lock all of them.
--
-- Locks of rows that are shared do not queue: a member who writes without a pause, in several
-- connections, would keep whoever wants the row alone waiting for ever. So an advisory lock comes
-- first, whose queue is fair: nobody shares it any more once somebody waits for it alone. It is
-- the first lock of a transaction and of its own caller only, so nobody who waits for it holds
-- anything that others want.
CREATE FUNCTION confirm_caller(caller uuid, credential uuid, active boolean, admin boolean,
	frozen boolean, alone boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	standing text;
	platform_role text;
	refused text;
BEGIN
	IF alone THEN
		PERFORM pg_advisory_xact_lock(hashtextextended(caller::text, 5208));
	ELSE
		PERFORM pg_advisory_xact_lock_shared(hashtextextended(caller::text, 5208));
	END IF;
	IF alone AND EXISTS (SELECT FROM members m WHERE m.id = caller AND m.role = 'admin') THEN
		PERFORM FROM members m WHERE m.id = caller OR (m.role = 'admin' AND m.status = 'active')
			ORDER BY m.id FOR NO KEY UPDATE;
	ELSIF alone THEN
		PERFORM FROM members m WHERE m.id = caller FOR NO KEY UPDATE;
	END IF;
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

GRANT EXECUTE ON FUNCTION confirm_caller(uuid, uuid, boolean, boolean, boolean, boolean) TO
	kith_role_identity, kith_role_orgs, kith_role_content, kith_role_projects,
	kith_role_events, kith_role_notifications, kith_role_media;
