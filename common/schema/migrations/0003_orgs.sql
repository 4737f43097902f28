-- 0003_orgs: organizations and who is in them. Owner of these tables: orgs.

CREATE TABLE orgs (
	id uuid CONSTRAINT orgs_pkey PRIMARY KEY,
	slug text NOT NULL
		CONSTRAINT orgs_slug_key UNIQUE
		CONSTRAINT orgs_slug_check CHECK (slug ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'),
	name text NOT NULL
		CONSTRAINT orgs_name_check CHECK (char_length(name) BETWEEN 2 AND 80),
	kind text NOT NULL DEFAULT 'community' CONSTRAINT orgs_kind_check
		CHECK (kind IN ('university_network', 'club', 'accelerator', 'community')),
	visibility text NOT NULL DEFAULT 'public'
		CONSTRAINT orgs_visibility_check CHECK (visibility IN ('public', 'unlisted')),
	join_policy text NOT NULL DEFAULT 'request' CONSTRAINT orgs_join_policy_check
		CHECK (join_policy IN ('open', 'request', 'invite_only')),
	description text NOT NULL DEFAULT ''
		CONSTRAINT orgs_description_check CHECK (char_length(description) <= 2000),
	accent text NOT NULL DEFAULT '#88D1FF'
		CONSTRAINT orgs_accent_check CHECK (accent ~ '^#[0-9A-Fa-f]{6}$'),
	location text NOT NULL DEFAULT ''
		CONSTRAINT orgs_location_check CHECK (char_length(location) <= 80),
	website text NOT NULL DEFAULT ''
		CONSTRAINT orgs_website_check CHECK (char_length(website) <= 2000),
	logo uuid,
	cover uuid,
	-- Kept by the statements that change org_members.
	member_count integer NOT NULL DEFAULT 0
		CONSTRAINT orgs_member_count_check CHECK (member_count >= 0),
	created_at timestamptz NOT NULL DEFAULT now(),
	updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX orgs_newest ON orgs (created_at DESC, id DESC);

CREATE TABLE org_members (
	org_id uuid NOT NULL
		CONSTRAINT org_members_org_id_fkey REFERENCES orgs (id) ON DELETE CASCADE,
	member_id uuid NOT NULL
		CONSTRAINT org_members_member_id_fkey REFERENCES members (id) ON DELETE CASCADE,
	role text NOT NULL DEFAULT 'member'
		CONSTRAINT org_members_role_check CHECK (role IN ('owner', 'admin', 'member')),
	joined_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT org_members_pkey PRIMARY KEY (org_id, member_id)
);

-- The organizations of a member, without a look at the table.
CREATE INDEX org_members_by_member ON org_members (member_id) INCLUDE (org_id);

GRANT SELECT, INSERT, UPDATE ON orgs TO kith_role_orgs;
GRANT SELECT, INSERT, UPDATE, DELETE ON org_members TO kith_role_orgs;
GRANT SELECT (id, slug, name, logo, visibility) ON orgs TO
	kith_role_content, kith_role_projects, kith_role_events, kith_role_notifications;
GRANT SELECT (org_id, member_id, role) ON org_members TO
	kith_role_content, kith_role_projects, kith_role_events, kith_role_notifications;
