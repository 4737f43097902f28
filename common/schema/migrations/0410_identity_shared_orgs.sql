-- 0410_identity_shared_orgs: the organizations that two members have in common, with
-- their logos. Owner: identity.

GRANT SELECT (logo) ON orgs TO kith_role_identity;
