-- 0450_content_entries_removed: an entry that is deleted still counts in the daily
-- quota. Owner: content.

-- The asks and progress entries of a member that were deleted within a day of their
-- creation. Each deletion removes the member's older rows, so a member has at most as
-- many rows as entries can be created in a day.
CREATE TABLE entries_removed (
	id uuid CONSTRAINT entries_removed_pkey PRIMARY KEY,
	author_id uuid NOT NULL CONSTRAINT entries_removed_author_id_fkey
		REFERENCES members (id) ON DELETE CASCADE,
	kind text NOT NULL CONSTRAINT entries_removed_kind_check
		CHECK (kind IN ('posts', 'progress')),
	created_at timestamptz NOT NULL
);

CREATE INDEX entries_removed_by_author ON entries_removed (author_id, kind, created_at);

SELECT own_by_member('entries_removed', 'author_id', true);

-- An administrator who removes an entry gives no place back either.
CREATE FUNCTION keep_in_quota() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	DELETE FROM entries_removed WHERE author_id = OLD.author_id
		AND kind = TG_TABLE_NAME AND created_at <= now() - interval '1 day';
	INSERT INTO entries_removed (id, author_id, kind, created_at)
		VALUES (OLD.id, OLD.author_id, TG_TABLE_NAME, OLD.created_at);
	RETURN NULL;
END $$;

CREATE TRIGGER posts_keep_in_quota AFTER DELETE ON posts FOR EACH ROW
	WHEN (OLD.created_at > now() - interval '1 day') EXECUTE FUNCTION keep_in_quota();
CREATE TRIGGER progress_keep_in_quota AFTER DELETE ON progress FOR EACH ROW
	WHEN (OLD.created_at > now() - interval '1 day') EXECUTE FUNCTION keep_in_quota();

GRANT SELECT (author_id, kind, created_at) ON entries_removed TO kith_role_content;
