-- 0532_identity_creations: what a member creates in a day, for the daily quotas. Owner:
-- identity.

-- A row stays when the record is deleted, so that a deletion frees nothing. It replaces
-- the rows of deleted asks and progress entries.
DROP TRIGGER posts_keep_in_quota ON posts;
DROP TRIGGER progress_keep_in_quota ON progress;
DROP TRIGGER members_former_entries_removed ON members;
DROP FUNCTION keep_in_quota();
DROP TABLE entries_removed;

CREATE TABLE creations (
	id uuid CONSTRAINT creations_pkey PRIMARY KEY,
	member_id uuid NOT NULL CONSTRAINT creations_member_id_fkey
		REFERENCES members (id) ON DELETE CASCADE,
	kind text NOT NULL CONSTRAINT creations_kind_check CHECK (kind IN ('asks',
		'progress entries', 'projects', 'events', 'reports')),
	created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX creations_by_member ON creations (member_id, kind, created_at);
CREATE INDEX creations_oldest ON creations (created_at);

SELECT own_by_member('creations', 'member_id', true);

GRANT SELECT, DELETE ON creations TO kith_role_identity;

-- Counts one more creation. A row, and no count, when the quota is used up: how many the
-- member has created in the last 24 hours, and the seconds until the next one is
-- possible. A member whose account is less than 7 days old has the quota `most_new`.
CREATE FUNCTION count_creation(caller uuid, what text, most bigint, most_new bigint)
RETURNS TABLE (made bigint, wait_s bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended(caller::text, 8014));
	DELETE FROM creations c WHERE c.member_id = caller AND c.kind = what
		AND c.created_at <= now() - interval '1 day';
	RETURN QUERY SELECT count(*) OVER (), ceil(extract(epoch
			FROM c.created_at + interval '1 day' - now()))::bigint
		FROM creations c WHERE c.member_id = caller AND c.kind = what
		ORDER BY c.created_at DESC OFFSET (SELECT
			CASE WHEN m.created_at > now() - interval '7 days' THEN most_new
			ELSE most END - 1 FROM members m WHERE m.id = caller) LIMIT 1;
	IF NOT FOUND THEN
		INSERT INTO creations (id, member_id, kind)
			VALUES (new_id(), caller, what);
	END IF;
END $$;

REVOKE EXECUTE ON FUNCTION count_creation(uuid, text, bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_creation(uuid, text, bigint, bigint) TO
	kith_role_identity, kith_role_content, kith_role_projects, kith_role_events;
