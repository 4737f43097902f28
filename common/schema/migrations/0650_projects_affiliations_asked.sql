-- 0650_projects_affiliations_asked: an organization reads a private project that asks it
-- for an affiliation only as long as the member who asked leads the project, and a new
-- password cancels such requests. A lead asked an organization of his own and read the
-- project after his removal; so did a thief after the owner had recovered the account.
-- Owner: projects.
GRANT SELECT (requester_id) ON affiliations TO kith_role_content, kith_role_identity,
	kith_role_notifications;
GRANT SELECT (role) ON project_members TO kith_role_content;

CREATE FUNCTION cancel_asked_affiliations(asker uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
	UPDATE affiliations f SET status = 'cancelled', decided_at = now()
	FROM projects j WHERE j.id = f.project_id AND j.visibility = 'private'
	AND f.requester_id = asker AND f.initiated_by = 'project'
	AND f.status = 'pending';
$$;
REVOKE EXECUTE ON FUNCTION cancel_asked_affiliations(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION cancel_asked_affiliations(uuid) TO kith_role_identity;
