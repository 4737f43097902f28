-- 0012_orgs_former: what becomes of a former member's requests, applications and invitations.
-- Owner: orgs.

-- Nobody is left to be let in. An application that was approved tells where its organization
-- came from, and stays; one that waits frees its slug.
CREATE FUNCTION former_member_org_papers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	DELETE FROM org_join_requests WHERE member_id = NEW.id;
	DELETE FROM org_applications WHERE applicant_id = NEW.id AND status <> 'approved';
	DELETE FROM org_invitations WHERE lower(email) = lower(OLD.email);
	DELETE FROM org_invitation_counts WHERE member_id = NEW.id;
	RETURN NULL;
END $$;

CREATE TRIGGER members_former_org_papers AFTER UPDATE OF former_at ON members
	FOR EACH ROW WHEN (OLD.former_at IS NULL AND NEW.former_at IS NOT NULL)
	EXECUTE FUNCTION former_member_org_papers();

CREATE INDEX org_invitations_by_address ON org_invitations (lower(email));
CREATE INDEX org_join_requests_of_member ON org_join_requests (member_id);
