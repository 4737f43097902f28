-- 0038_export_views: what each service holds of a member and gives when the member asks for all
-- of it (GET /v1/auth/export).
--
-- A list of the export is a view export_<list> that belongs to whoever owns the table behind it.
-- Each has three columns for the reader, and then those of the list's record, named as on the
-- wire:
--     member_id            whose row it is
--     place_at, place_id   the order in which the rows were made; no two rows have the same place
-- identity reads a view by (member_id, place_at, place_id) in pieces, so the table behind it has
-- an index that begins with the column of the member. The contract names the views in
-- proto/export/export.h; tests/contract/exports_test.c compares the two.

---- helpers ----------------------------------------------------------------------------------------

-- The names of scopes in the order of the contract; the bits are those of enum scope.
CREATE FUNCTION scope_names(bits bigint)
RETURNS text[] LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
	SELECT ARRAY(SELECT s.name FROM (VALUES (1, 'openid'), (2, 'profile'), (4, 'network:read'),
		(8, 'network:write'), (16, 'offline_access'), (32, 'admin')) AS s (bit, name)
		WHERE bits & s.bit <> 0 ORDER BY s.bit)
$$;

GRANT EXECUTE ON FUNCTION scope_names(bigint) TO kith_role_identity;

---- identity -----------------------------------------------------------------------------------------

CREATE VIEW export_credentials AS
	SELECT c.member_id, c.created_at AS place_at, c.id AS place_id,
		c.kind, c.name, c.client, scope_names(c.scopes) AS scopes,
		c.user_agent AS "userAgent", c.address, c.created_at AS "createdAt",
		c.last_used_at AS "lastUsedAt", c.expires_at AS "expiresAt",
		c.revoked_at AS "revokedAt"
	FROM credentials c;

CREATE VIEW export_reports AS
	SELECT r.reporter AS member_id, r.created_at AS place_at, r.id AS place_id,
		r.subject_type AS "subjectType", r.reason, r.status, r.created_at AS "createdAt"
	FROM reports r;

CREATE VIEW export_audit AS
	SELECT a.actor AS member_id, a.at AS place_at, a.id AS place_id,
		a.at, a.action, a.credential_kind AS credential, a.detail ->> 'address' AS address
	FROM audit a;

---- orgs ---------------------------------------------------------------------------------------------

CREATE VIEW export_organizations AS
	SELECT r.member_id, r.joined_at AS place_at, r.org_id AS place_id,
		o.slug, o.name, r.role, r.joined_at AS "joinedAt"
	FROM org_members r JOIN orgs o ON o.id = r.org_id;

CREATE VIEW export_org_applications AS
	SELECT a.applicant_id AS member_id, a.created_at AS place_at, a.id AS place_id,
		a.slug, a.name, a.kind, a.description, a.location, a.website,
		a.applicant_role AS "applicantRole", a.message, a.status, a.reason,
		a.created_at AS "createdAt"
	FROM org_applications a;

CREATE VIEW export_join_requests AS
	SELECT r.member_id, r.created_at AS place_at, r.id AS place_id,
		o.slug AS "orgSlug", r.message, r.status, r.created_at AS "createdAt"
	FROM org_join_requests r JOIN orgs o ON o.id = r.org_id;

-- To the address that the member has at present.
CREATE VIEW export_invitations AS
	SELECT m.id AS member_id, i.created_at AS place_at, i.id AS place_id,
		o.slug AS "orgSlug", i.role, i.status, i.created_at AS "createdAt"
	FROM members m JOIN org_invitations i ON lower(i.email) = lower(m.email)
	JOIN orgs o ON o.id = i.org_id;

---- content ------------------------------------------------------------------------------------------

CREATE VIEW export_posts AS
	SELECT p.author_id AS member_id, p.created_at AS place_at, p.id AS place_id,
		p.id, p.kind, p.title, p.body, p.tags, p.photo, p.status, p.is_public AS public,
		ARRAY(SELECT o.slug FROM post_targets t JOIN orgs o ON o.id = t.org_id
			WHERE t.post_id = p.id ORDER BY o.slug) AS orgs,
		p.expires_at AS "expiresAt", p.created_at AS "createdAt",
		p.updated_at AS "updatedAt"
	FROM posts p;

CREATE VIEW export_progress AS
	SELECT p.author_id AS member_id, p.created_at AS place_at, p.id AS place_id,
		p.id, p.kind, p.title, p.note, p.project_id AS "projectId", p.photo,
		p.is_public AS public,
		ARRAY(SELECT o.slug FROM progress_targets t JOIN orgs o ON o.id = t.org_id
			WHERE t.progress_id = p.id ORDER BY o.slug) AS orgs,
		p.occurred_at AS "occurredAt", p.created_at AS "createdAt",
		p.updated_at AS "updatedAt"
	FROM progress p;

---- projects -----------------------------------------------------------------------------------------

CREATE VIEW export_projects AS
	SELECT r.member_id, r.joined_at AS place_at, r.project_id AS place_id,
		p.id, p.name, r.role, r.title, r.joined_at AS "joinedAt"
	FROM project_members r JOIN projects p ON p.id = r.project_id;

---- notifications ------------------------------------------------------------------------------------

CREATE VIEW export_notifications AS
	SELECT i.recipient AS member_id, i.created_at AS place_at, i.id AS place_id,
		i.kind, i.subject_type AS "subjectType", i.created_at AS "createdAt",
		i.read_at AS "readAt"
	FROM inbox i;

---- grants -------------------------------------------------------------------------------------------

GRANT SELECT ON export_credentials, export_reports, export_audit, export_organizations,
	export_org_applications, export_join_requests, export_invitations, export_posts,
	export_progress, export_projects, export_notifications TO kith_role_identity;

-- What identity could read for the export alone, before there were views.
REVOKE SELECT ON org_applications, org_join_requests, inbox FROM kith_role_identity;
REVOKE SELECT (id, org_id, email, role, status, created_at) ON org_invitations
	FROM kith_role_identity;
REVOKE SELECT (role, joined_at) ON org_members FROM kith_role_identity;
REVOKE SELECT (name) ON orgs FROM kith_role_identity;
REVOKE SELECT (name) ON projects FROM kith_role_identity;
