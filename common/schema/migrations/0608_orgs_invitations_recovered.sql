-- 0608_orgs_invitations_recovered: when a member gets an account back from a thief, the
-- thief's invitations to administer the member's organizations end. Owner: orgs.
CREATE FUNCTION revoke_invited_admins(inviter uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
	UPDATE org_invitations SET status = 'revoked'
	WHERE invited_by = inviter AND status = 'pending' AND role <> 'member';
$$;
REVOKE EXECUTE ON FUNCTION revoke_invited_admins(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION revoke_invited_admins(uuid) TO kith_role_identity;
