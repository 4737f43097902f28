-- 0676_orgs_inviters_read: identity tells which invitations are from suspended members.
-- Owner: orgs.

GRANT SELECT (invited_by) ON org_invitations TO kith_role_identity;
