-- 0004_content: asks and where they are published. Owner of these tables: content.
--
-- Every list is newest first by (created_at, id), and every index below gives that order, so
-- that a page costs the same wherever it is in the list.

CREATE TABLE posts (
	id uuid CONSTRAINT posts_pkey PRIMARY KEY,
	author_id uuid NOT NULL
		CONSTRAINT posts_author_id_fkey REFERENCES members (id),
	kind text NOT NULL CONSTRAINT posts_kind_check CHECK (kind IN ('cofounder_wanted',
		'operator_wanted', 'seeking_investors', 'idea', 'hiring', 'other')),
	title text NOT NULL
		CONSTRAINT posts_title_check CHECK (char_length(title) BETWEEN 3 AND 140),
	body text NOT NULL
		CONSTRAINT posts_body_check CHECK (char_length(body) <= 4000),
	tags text[] NOT NULL DEFAULT '{}'
		CONSTRAINT posts_tags_check CHECK (texts_within(tags, 10, 40)),
	photo uuid,
	status text NOT NULL DEFAULT 'open'
		CONSTRAINT posts_status_check CHECK (status IN ('open', 'closed')),
	expires_at timestamptz,
	is_public boolean NOT NULL DEFAULT false,
	-- How many rows post_targets has for it: most asks have none, and then nobody looks.
	target_count integer NOT NULL DEFAULT 0
		CONSTRAINT posts_target_count_check CHECK (target_count BETWEEN 0 AND 20),
	closed_at timestamptz,
	created_at timestamptz NOT NULL DEFAULT now(),
	updated_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT posts_closed_check CHECK ((status = 'closed') = (closed_at IS NOT NULL))
);

CREATE INDEX posts_public ON posts (created_at DESC, id DESC)
	WHERE is_public AND status = 'open';
CREATE INDEX posts_public_by_kind ON posts (kind DESC, created_at DESC, id DESC)
	WHERE is_public AND status = 'open';
CREATE INDEX posts_by_author ON posts (author_id, created_at DESC, id DESC);

CREATE TRIGGER posts_touch BEFORE UPDATE ON posts
	FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION touch_updated_at();

-- What a list must know of an ask is repeated here, so that one index alone says for each
-- organization which asks are next. The statements that change an ask keep it.
CREATE TABLE post_targets (
	post_id uuid NOT NULL
		CONSTRAINT post_targets_post_id_fkey REFERENCES posts (id) ON DELETE CASCADE,
	org_id uuid NOT NULL
		CONSTRAINT post_targets_org_id_fkey REFERENCES orgs (id) ON DELETE CASCADE,
	author_id uuid NOT NULL
		CONSTRAINT post_targets_author_id_fkey REFERENCES members (id),
	kind text NOT NULL,
	expires_at timestamptz,
	is_open boolean NOT NULL DEFAULT true,
	created_at timestamptz NOT NULL,
	CONSTRAINT post_targets_pkey PRIMARY KEY (post_id, org_id)
);

CREATE INDEX post_targets_by_org ON post_targets (org_id, created_at DESC, post_id DESC)
	INCLUDE (author_id, kind, expires_at) WHERE is_open;

GRANT SELECT, INSERT, UPDATE ON posts, post_targets TO kith_role_content;
