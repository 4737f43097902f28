-- 0011_former_members: what becomes of progress entries and rosters when a member leaves for
-- good, and what it is told is held about it. See 0007_accounts.sql, and 0012_orgs_former.sql for
-- requests, applications and invitations. The reports and invitations that it made stay, for
-- others depend on them.

CREATE FUNCTION former_member_progress() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	DELETE FROM progress WHERE author_id = NEW.id;
	RETURN NULL;
END $$;

CREATE TRIGGER members_former_progress AFTER UPDATE OF former_at ON members
	FOR EACH ROW WHEN (OLD.former_at IS NULL AND NEW.former_at IS NOT NULL)
	EXECUTE FUNCTION former_member_progress();

CREATE FUNCTION former_member_projects() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	-- Whoever changes a roster locks the project first; so does this, in one order.
	PERFORM FROM projects WHERE id IN
		(SELECT project_id FROM project_members WHERE member_id = NEW.id)
		ORDER BY id FOR UPDATE;
	IF EXISTS (SELECT FROM project_members p WHERE p.member_id = NEW.id AND p.role = 'lead'
		AND NOT EXISTS (SELECT FROM project_members other
			JOIN members m ON m.id = other.member_id AND m.status = 'active'
			WHERE other.project_id = p.project_id AND other.role = 'lead'
			AND other.member_id <> NEW.id)) THEN
		RAISE EXCEPTION 'a project would have no lead'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'projects_last_lead';
	END IF;
	WITH gone AS (DELETE FROM project_members WHERE member_id = NEW.id RETURNING project_id)
		UPDATE projects SET member_count = member_count - 1
			WHERE id IN (SELECT project_id FROM gone);
	RETURN NULL;
END $$;

CREATE TRIGGER members_former_projects AFTER UPDATE OF former_at ON members
	FOR EACH ROW WHEN (OLD.former_at IS NULL AND NEW.former_at IS NOT NULL)
	EXECUTE FUNCTION former_member_projects();

GRANT SELECT ON progress, progress_targets TO kith_role_identity;
GRANT SELECT (id, name) ON projects TO kith_role_identity;
GRANT SELECT ON project_members TO kith_role_identity;
GRANT SELECT ON org_applications, org_join_requests TO kith_role_identity;
GRANT SELECT (id, org_id, email, role, status, created_at) ON org_invitations TO
	kith_role_identity;
