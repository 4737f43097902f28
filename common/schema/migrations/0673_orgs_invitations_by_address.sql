-- 0673_orgs_invitations_by_address: an invitation that follows the team of a project
-- hides the address of the member from the organization. Owner: orgs.

-- Whether a manager of the organization gave the address. Managers have read the
-- addresses of the invitations that exist.
ALTER TABLE org_invitations ADD COLUMN by_address boolean NOT NULL DEFAULT false;
UPDATE org_invitations SET by_address = true;
