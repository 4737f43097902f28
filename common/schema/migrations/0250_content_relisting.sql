-- 0250_content_relisting: what a suspended member wrote leaves the indexes of the lists. Owner of
-- this table: content.
--
-- Every list checks of each item whether its author is suspended (0190_identity_suspended), so a
-- suspension counts at once. But a list passes over all that it does not show, and somebody who has
-- flooded the network before the suspension may have tens of thousands of items at the top of it. So
-- these leave the indexes ten seconds later, in pieces, and enter them again as soon as the author is
-- not suspended any more (services/content/feed/relist.c).

-- An ask that lists do not show is marked as one that has expired.
ALTER TABLE posts DROP CONSTRAINT posts_lapsed_check;

-- Progress entries have a mark of their own. The indexes for it are made by 0251.
ALTER TABLE progress ADD COLUMN unlisted boolean NOT NULL DEFAULT false;
ALTER TABLE progress_targets ADD COLUMN unlisted boolean NOT NULL DEFAULT false;

-- Only what a reader sees counts as a change.
DROP TRIGGER progress_touch ON progress;
CREATE TRIGGER progress_touch BEFORE UPDATE ON progress
	FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.* AND OLD.unlisted = NEW.unlisted)
	EXECUTE FUNCTION touch_updated_at();

---- author_relistings: members whose items are to leave the indexes or to enter them ------------

-- The items are walked through once, the newest first: asks, then progress entries.
CREATE TABLE author_relistings (
	member_id uuid CONSTRAINT author_relistings_pkey PRIMARY KEY
		CONSTRAINT author_relistings_member_id_fkey REFERENCES members (id) ON DELETE CASCADE,
	due_at timestamptz NOT NULL,
	posts_done boolean NOT NULL DEFAULT false,
	-- Where the walk has come to.
	before_at timestamptz NOT NULL DEFAULT 'infinity',
	before_id uuid NOT NULL DEFAULT 'ffffffff-ffff-ffff-ffff-ffffffffffff'
);

SELECT own_by_member('author_relistings', 'member_id', true);

CREATE INDEX author_relistings_due ON author_relistings (due_at);

-- A row that is there already is locked until the status has changed: whoever takes it then sees the
-- new status, and begins anew.
CREATE FUNCTION relist_author() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	INSERT INTO author_relistings (member_id, due_at)
		SELECT NEW.id, now() + CASE WHEN NEW.status = 'suspended'
			THEN interval '10 seconds' ELSE interval '0' END
		WHERE EXISTS (SELECT FROM posts WHERE author_id = NEW.id)
			OR EXISTS (SELECT FROM progress WHERE author_id = NEW.id)
		ON CONFLICT (member_id) DO UPDATE SET due_at = EXCLUDED.due_at, posts_done = false,
			before_at = EXCLUDED.before_at, before_id = EXCLUDED.before_id;
	RETURN NULL;
END $$;

CREATE TRIGGER members_suspended_content AFTER UPDATE OF status ON members
	FOR EACH ROW WHEN (OLD.status <> NEW.status AND 'suspended' IN (OLD.status, NEW.status))
	EXECUTE FUNCTION relist_author();

INSERT INTO author_relistings (member_id, due_at)
	SELECT m.id, now() FROM members m WHERE m.status = 'suspended'
		AND (EXISTS (SELECT FROM posts WHERE author_id = m.id)
			OR EXISTS (SELECT FROM progress WHERE author_id = m.id));

GRANT SELECT, UPDATE, DELETE ON author_relistings TO kith_role_content;
