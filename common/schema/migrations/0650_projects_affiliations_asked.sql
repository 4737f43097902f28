-- 0650_projects_affiliations_asked: a request for an affiliation holds only as long as
-- the member who made it acts for its party, and a new password cancels the requests of
-- the account. A lead asked an organization of his own and read the private project after
-- his removal; an organization's former admin joined a project of his own to it; so did
-- thieves after the owners had recovered their accounts. Owner: projects.
GRANT SELECT (requester_id) ON affiliations TO kith_role_content, kith_role_identity,
	kith_role_notifications;
GRANT SELECT (role) ON project_members TO kith_role_content;
GRANT SELECT (role) ON members TO kith_role_content, kith_role_projects;

CREATE FUNCTION cancel_asked_affiliations(asker uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
	UPDATE affiliations SET status = 'cancelled', decided_at = now()
	WHERE requester_id = asker AND status = 'pending';
$$;
REVOKE EXECUTE ON FUNCTION cancel_asked_affiliations(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION cancel_asked_affiliations(uuid) TO kith_role_identity;
