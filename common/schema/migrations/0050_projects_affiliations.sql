-- 0050_projects_affiliations: finding projects, and what ties them to organizations. Owner:
-- projects.

---- projects ----------------------------------------------------------------------------------

-- A roster is answered whole, so it has a bound.
ALTER TABLE projects DROP CONSTRAINT projects_member_count_check,
	ADD CONSTRAINT projects_member_count_check CHECK (member_count BETWEEN 0 AND 200);

-- What a project is found by: the words of its name, as members are found by theirs.
ALTER TABLE projects ADD COLUMN terms tsvector NOT NULL
	GENERATED ALWAYS AS (member_terms(name, '{}', '{}', '{}')) STORED;
CREATE INDEX projects_terms ON projects USING gin (terms) WITH (fastupdate = off);

-- The columns by name: terms follow from the name.
DROP TRIGGER projects_touch ON projects;
CREATE TRIGGER projects_touch BEFORE UPDATE ON projects
	FOR EACH ROW WHEN ((OLD.name, OLD.summary, OLD.description, OLD.stage, OLD.status,
		OLD.visibility) IS DISTINCT FROM (NEW.name, NEW.summary, NEW.description,
		NEW.stage, NEW.status, NEW.visibility))
	EXECUTE FUNCTION touch_updated_at();

GRANT EXECUTE ON FUNCTION member_query(text, text[], text[], text[]), fold_words(text),
	fold(text), quote_term(text), member_terms(text, text[], text[], text[])
	TO kith_role_projects;

---- affiliations --------------------------------------------------------------------------------

CREATE TABLE affiliations (
	id uuid CONSTRAINT affiliations_pkey PRIMARY KEY,
	project_id uuid NOT NULL CONSTRAINT affiliations_project_id_fkey
		REFERENCES projects (id) ON DELETE CASCADE,
	org_id uuid NOT NULL CONSTRAINT affiliations_org_id_fkey
		REFERENCES orgs (id) ON DELETE CASCADE,
	kind text NOT NULL CONSTRAINT affiliations_kind_check
		CHECK (kind IN ('community', 'program', 'investor')),
	status text NOT NULL DEFAULT 'pending' CONSTRAINT affiliations_status_check
		CHECK (status IN ('pending', 'active', 'declined', 'cancelled', 'ended')),
	initiated_by text NOT NULL CONSTRAINT affiliations_initiated_by_check
		CHECK (initiated_by IN ('project', 'org')),
	message text NOT NULL DEFAULT ''
		CONSTRAINT affiliations_message_check CHECK (char_length(message) <= 500),
	cohort text NOT NULL DEFAULT ''
		CONSTRAINT affiliations_cohort_check CHECK (char_length(cohort) <= 80),
	-- For the two sides alone: no other role may even select it.
	terms text
		CONSTRAINT affiliations_terms_check CHECK (char_length(terms) <= 4000),
	terms_updated_at timestamptz,
	requester_id uuid CONSTRAINT affiliations_requester_id_fkey
		REFERENCES members (id) ON DELETE SET NULL,
	created_at timestamptz NOT NULL DEFAULT now(),
	decided_at timestamptz,
	ended_at timestamptz,
	CONSTRAINT affiliations_decided_check
		CHECK ((status = 'pending') = (decided_at IS NULL)),
	CONSTRAINT affiliations_ended_check CHECK ((status = 'ended') = (ended_at IS NOT NULL)),
	CONSTRAINT affiliations_terms_updated_check
		CHECK (terms IS NULL OR terms_updated_at IS NOT NULL)
);

-- One pending or active affiliation for a project and an organization.
CREATE UNIQUE INDEX affiliations_open_key ON affiliations (project_id, org_id)
	WHERE status IN ('pending', 'active');
CREATE INDEX affiliations_by_project ON affiliations (project_id, created_at DESC, id DESC);
CREATE INDEX affiliations_by_org ON affiliations (org_id, created_at DESC, id DESC);
CREATE INDEX affiliations_by_org_status
	ON affiliations (org_id, status, created_at DESC, id DESC);
CREATE INDEX affiliations_by_requester ON affiliations (requester_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON affiliations TO kith_role_projects;
-- Who may read a private project is asked by what shows its name.
GRANT SELECT (project_id, org_id, status) ON affiliations TO kith_role_content,
	kith_role_identity;
GRANT SELECT (id, project_id, org_id, status) ON affiliations TO kith_role_notifications;
GRANT SELECT (role) ON org_members TO kith_role_content, kith_role_identity;
GRANT SELECT (org_id, member_id, role) ON org_members TO kith_role_notifications;

-- Who asked is forgotten with the account; the affiliation stays.
CREATE FUNCTION former_member_affiliations() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	UPDATE affiliations SET requester_id = NULL WHERE requester_id = NEW.id;
	RETURN NULL;
END $$;

CREATE TRIGGER members_former_affiliations AFTER UPDATE OF former_at ON members
	FOR EACH ROW WHEN (OLD.former_at IS NULL AND NEW.former_at IS NOT NULL)
	EXECUTE FUNCTION former_member_affiliations();
CREATE TRIGGER affiliations_of_former BEFORE INSERT ON affiliations
	FOR EACH ROW EXECUTE FUNCTION refuse_former('requester_id');

-- What a member asked for is in its export; the terms are not, for they are the two sides'.
CREATE VIEW export_affiliations AS
	SELECT f.requester_id AS member_id, f.created_at AS place_at, f.id AS place_id,
		f.id, f.project_id AS "projectId", o.slug AS "orgSlug", f.kind, f.status,
		f.message, f.created_at AS "createdAt"
	FROM affiliations f JOIN orgs o ON o.id = f.org_id;

GRANT SELECT ON export_affiliations TO kith_role_identity;

---- names -----------------------------------------------------------------------------------------

ALTER TABLE audit
	DROP CONSTRAINT audit_action_check,
	ADD CONSTRAINT audit_action_check CHECK (action IN (
		'account.delete', 'app.revoke', 'email.ask_change', 'email.change',
		'invite.create', 'invite.redeem', 'invite.revoke', 'member.approve',
		'member.create', 'member.decline', 'member.make_admin', 'member.reinstate',
		'member.set_role', 'member.suspend', 'member.totp_reset', 'org.create',
		'org.remove_member', 'org.set_role', 'org_application.approve',
		'org_application.decline', 'outbox_message.retry', 'password.change',
		'password.reset', 'project.delete', 'project.remove_member', 'project.set_role',
		'report.resolve', 'session.revoke', 'session.revoke_others', 'session.sign_in',
		'token.create', 'token.issue', 'token.revoke', 'totp.disable', 'totp.enable'));
