-- 0410_identity_shared_orgs: the organizations that two members share, with their
-- logos. Owner: identity.

GRANT SELECT (logo) ON orgs TO kith_role_identity;
