-- 0677_orgs_wait_inside: only org_invite_members() calls org_invitation_wait(). The limit
-- of an address that a manager gives counts other rows. Owner: orgs.

REVOKE EXECUTE ON FUNCTION org_invitation_wait(uuid, text, bigint) FROM kith_role_orgs;
