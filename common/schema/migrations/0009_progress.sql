-- 0009_progress: progress entries and where they are published; what asks gain beside them.
-- Owner of these tables: content.

---- asks ---------------------------------------------------------------------------------------

-- An ask whose expiry has passed leaves the indexes of the lists soon after (services/content/
-- post_sweep.c), so that asks of years ago are not passed over by every page. That it is expired
-- is still said by expires_at alone.
ALTER TABLE posts ADD COLUMN lapsed boolean NOT NULL DEFAULT false
	CONSTRAINT posts_lapsed_check CHECK (NOT lapsed OR expires_at IS NOT NULL);

DROP INDEX posts_public, posts_public_by_kind;
CREATE INDEX posts_public ON posts (created_at DESC, id DESC)
	WHERE is_public AND status = 'open' AND NOT lapsed;
CREATE INDEX posts_public_by_kind ON posts (kind DESC, created_at DESC, id DESC)
	WHERE is_public AND status = 'open' AND NOT lapsed;
CREATE INDEX posts_lapsing ON posts (expires_at) WHERE status = 'open' AND NOT lapsed;

-- Only what a reader sees counts as a change.
DROP TRIGGER posts_touch ON posts;
CREATE TRIGGER posts_touch
	BEFORE UPDATE OF kind, title, body, tags, photo, status, expires_at ON posts
	FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION touch_updated_at();

-- For those who look at an organization from outside; it never changes.
ALTER TABLE post_targets ADD COLUMN is_public boolean NOT NULL DEFAULT false;
UPDATE post_targets t SET is_public = true FROM posts p WHERE p.id = t.post_id AND p.is_public;

CREATE INDEX post_targets_public ON post_targets (org_id, created_at DESC, post_id DESC)
	INCLUDE (author_id, kind, expires_at) WHERE is_open AND is_public;

CREATE INDEX post_targets_by_org_and_kind
	ON post_targets (org_id, kind, created_at DESC, post_id DESC)
	INCLUDE (author_id, expires_at) WHERE is_open;

-- A reminder of an expiry is delivered only if the ask still expires then.
GRANT SELECT (id, status, expires_at) ON posts TO kith_role_notifications;

---- progress entries ---------------------------------------------------------------------------

CREATE TABLE progress (
	id uuid CONSTRAINT progress_pkey PRIMARY KEY,
	author_id uuid NOT NULL
		CONSTRAINT progress_author_id_fkey REFERENCES members (id),
	project_id uuid, -- references projects: 0010
	kind text NOT NULL CONSTRAINT progress_kind_check
		CHECK (kind IN ('milestone', 'customer', 'program', 'learning')),
	title text NOT NULL
		CONSTRAINT progress_title_check CHECK (char_length(title) BETWEEN 3 AND 140),
	note text NOT NULL DEFAULT ''
		CONSTRAINT progress_note_check CHECK (char_length(note) <= 2000),
	photo uuid,
	occurred_at timestamptz NOT NULL DEFAULT now(),
	is_public boolean NOT NULL DEFAULT false,
	-- How many rows progress_targets has for it.
	target_count integer NOT NULL DEFAULT 0
		CONSTRAINT progress_target_count_check CHECK (target_count BETWEEN 0 AND 20),
	social_post_url text
		CONSTRAINT progress_social_post_url_check CHECK (char_length(social_post_url) <= 2000),
	created_at timestamptz NOT NULL DEFAULT now(),
	updated_at timestamptz NOT NULL DEFAULT now(),
	-- At most a day ahead; the hour more is for clocks that differ.
	CONSTRAINT progress_occurred_at_check CHECK (occurred_at <= updated_at + interval '25 hours')
);

CREATE INDEX progress_public ON progress (created_at DESC, id DESC) WHERE is_public;
CREATE INDEX progress_public_by_kind ON progress (kind DESC, created_at DESC, id DESC)
	WHERE is_public;
CREATE INDEX progress_by_author ON progress (author_id, created_at DESC, id DESC);
CREATE INDEX progress_by_project ON progress (project_id, created_at DESC, id DESC)
	WHERE project_id IS NOT NULL;

CREATE TRIGGER progress_touch BEFORE UPDATE ON progress
	FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION touch_updated_at();

-- As post_targets: what a list must know of an entry is repeated here.
CREATE TABLE progress_targets (
	progress_id uuid NOT NULL CONSTRAINT progress_targets_progress_id_fkey
		REFERENCES progress (id) ON DELETE CASCADE,
	org_id uuid NOT NULL
		CONSTRAINT progress_targets_org_id_fkey REFERENCES orgs (id) ON DELETE CASCADE,
	author_id uuid NOT NULL
		CONSTRAINT progress_targets_author_id_fkey REFERENCES members (id),
	kind text NOT NULL,
	created_at timestamptz NOT NULL,
	CONSTRAINT progress_targets_pkey PRIMARY KEY (progress_id, org_id)
);

CREATE INDEX progress_targets_by_org
	ON progress_targets (org_id, created_at DESC, progress_id DESC) INCLUDE (author_id);
CREATE INDEX progress_targets_by_org_and_kind
	ON progress_targets (org_id, kind, created_at DESC, progress_id DESC) INCLUDE (author_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON progress TO kith_role_content;
GRANT SELECT, INSERT, UPDATE ON progress_targets TO kith_role_content;
