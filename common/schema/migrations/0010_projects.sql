-- 0010_projects: projects and who is on them. Owner of these tables: projects.

CREATE TABLE projects (
	id uuid CONSTRAINT projects_pkey PRIMARY KEY,
	name text NOT NULL
		CONSTRAINT projects_name_check CHECK (char_length(name) BETWEEN 2 AND 80),
	summary text NOT NULL DEFAULT ''
		CONSTRAINT projects_summary_check CHECK (char_length(summary) <= 280),
	description text NOT NULL DEFAULT ''
		CONSTRAINT projects_description_check CHECK (char_length(description) <= 4000),
	stage text NOT NULL DEFAULT 'idea' CONSTRAINT projects_stage_check
		CHECK (stage IN ('idea', 'validating', 'building', 'launched')),
	status text NOT NULL DEFAULT 'active'
		CONSTRAINT projects_status_check CHECK (status IN ('active', 'archived')),
	visibility text NOT NULL DEFAULT 'network'
		CONSTRAINT projects_visibility_check CHECK (visibility IN ('network', 'private')),
	-- Kept by the statements that change project_members.
	member_count integer NOT NULL DEFAULT 0
		CONSTRAINT projects_member_count_check CHECK (member_count >= 0),
	created_at timestamptz NOT NULL DEFAULT now(),
	updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX projects_newest ON projects (created_at DESC, id DESC);

CREATE TRIGGER projects_touch BEFORE UPDATE ON projects
	FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION touch_updated_at();

CREATE TABLE project_members (
	project_id uuid NOT NULL CONSTRAINT project_members_project_id_fkey
		REFERENCES projects (id) ON DELETE CASCADE,
	member_id uuid NOT NULL CONSTRAINT project_members_member_id_fkey
		REFERENCES members (id) ON DELETE CASCADE,
	role text NOT NULL DEFAULT 'member'
		CONSTRAINT project_members_role_check CHECK (role IN ('lead', 'member')),
	title text NOT NULL DEFAULT ''
		CONSTRAINT project_members_title_check CHECK (char_length(title) <= 80),
	joined_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT project_members_pkey PRIMARY KEY (project_id, member_id)
);

-- The projects of a member, without a look at the table.
CREATE INDEX project_members_by_member ON project_members (member_id) INCLUDE (project_id);

-- An entry outlives its project.
ALTER TABLE progress ADD CONSTRAINT progress_project_id_fkey
	FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE SET NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON projects, project_members TO kith_role_projects;
GRANT SELECT (id, name, visibility) ON projects TO kith_role_content;
GRANT SELECT (project_id, member_id) ON project_members TO kith_role_content;
