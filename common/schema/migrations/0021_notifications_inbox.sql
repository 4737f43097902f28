-- 0021_notifications_inbox: each member's inbox is read, and its unread entries are counted.
-- Owner: notifications.

---- how many are unread ---------------------------------------------------------------------------

-- One row for each member who was ever told something, kept by triggers on inbox: what is asked
-- for often costs one look by the primary key, however much is unread.
CREATE TABLE inbox_counts (
	member_id uuid CONSTRAINT inbox_counts_pkey PRIMARY KEY
		CONSTRAINT inbox_counts_member_id_fkey REFERENCES members (id) ON DELETE CASCADE,
	unread bigint NOT NULL CONSTRAINT inbox_counts_unread_check CHECK (unread >= 0)
);

INSERT INTO inbox_counts (member_id, unread)
	SELECT recipient, count(*) FROM inbox WHERE read_at IS NULL GROUP BY recipient;

CREATE TRIGGER inbox_counts_of_former BEFORE INSERT ON inbox_counts
	FOR EACH ROW EXECUTE FUNCTION refuse_former('member_id', 'drop');
CREATE TRIGGER members_former_inbox_counts AFTER UPDATE OF former_at ON members
	FOR EACH ROW WHEN (OLD.former_at IS NULL AND NEW.former_at IS NOT NULL)
	EXECUTE FUNCTION remove_with_member('inbox_counts', 'member_id');

-- Rows of several members are counted in the order of their ids, so that two statements do not
-- wait for each other.
CREATE FUNCTION inbox_count_added() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	INSERT INTO inbox_counts AS c (member_id, unread)
		SELECT recipient, count(*) FROM added WHERE read_at IS NULL
		GROUP BY recipient ORDER BY recipient
		ON CONFLICT (member_id) DO UPDATE SET unread = c.unread + excluded.unread;
	RETURN NULL;
END $$;

CREATE FUNCTION inbox_count_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	UPDATE inbox_counts c SET unread = c.unread + n.more
		FROM (SELECT o.recipient, count(*) FILTER (WHERE n.read_at IS NULL)
				- count(*) FILTER (WHERE o.read_at IS NULL) AS more
			FROM before o JOIN after n ON n.id = o.id GROUP BY o.recipient) AS n
		WHERE c.member_id = n.recipient AND n.more <> 0;
	RETURN NULL;
END $$;

CREATE FUNCTION inbox_count_removed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	UPDATE inbox_counts c SET unread = c.unread - n.unread
		FROM (SELECT recipient, count(*) AS unread FROM removed
			WHERE read_at IS NULL GROUP BY recipient) AS n
		WHERE c.member_id = n.recipient;
	RETURN NULL;
END $$;

CREATE TRIGGER inbox_added AFTER INSERT ON inbox REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION inbox_count_added();
CREATE TRIGGER inbox_changed AFTER UPDATE ON inbox
	REFERENCING OLD TABLE AS before NEW TABLE AS after
	FOR EACH STATEMENT EXECUTE FUNCTION inbox_count_changed();
CREATE TRIGGER inbox_removed AFTER DELETE ON inbox REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION inbox_count_removed();

GRANT SELECT ON inbox_counts TO kith_role_notifications;

---- lists ------------------------------------------------------------------------------------------

DROP INDEX inbox_unread;
CREATE INDEX inbox_unread ON inbox (recipient, created_at DESC, id DESC) WHERE read_at IS NULL;

-- What a notification is about, as far as its reader may see it.
GRANT SELECT (applicant_id) ON org_applications TO kith_role_notifications;
GRANT SELECT (author_id, title) ON posts TO kith_role_notifications;
GRANT SELECT (id, name, visibility) ON projects TO kith_role_notifications;
GRANT SELECT (project_id, member_id) ON project_members TO kith_role_notifications;

-- The list of messages for administrators, by state.
CREATE INDEX outbox_newest_by_status ON outbox (status, created_at DESC, id DESC);
