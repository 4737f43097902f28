-- 0445_identity_removals: administrators remove an ask, a progress entry, an event, a
-- project
-- or an organization. Owner: identity, which decides; the tables belong to other
-- services.

-- Removes one record and everything that belongs to it. Answers its title and whom to
-- tell, and
-- no row when there is no such record. An organization takes its events, memberships
-- and the
-- application with it; asks and entries that were published there stay with their
-- authors.
CREATE FUNCTION remove_item(type text, item uuid)
RETURNS TABLE (title text, owners uuid[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	CASE type
	WHEN 'post' THEN
		RETURN QUERY DELETE FROM posts p WHERE p.id = item
			RETURNING p.title, ARRAY[p.author_id];
	WHEN 'progress' THEN
		RETURN QUERY DELETE FROM progress g WHERE g.id = item
			RETURNING g.title, ARRAY[g.author_id];
	WHEN 'event' THEN
		RETURN QUERY DELETE FROM events e WHERE e.id = item
			RETURNING e.title, ARRAY[e.host_id];
	WHEN 'project' THEN
		RETURN QUERY WITH leads AS (SELECT array_agg(v.member_id) AS ids
				FROM project_members v
				WHERE v.project_id = item AND v.role = 'lead')
			DELETE FROM projects j USING leads WHERE j.id = item
			RETURNING j.name, leads.ids;
	WHEN 'org' THEN
		PERFORM FROM orgs o WHERE o.id = item FOR UPDATE;
		UPDATE posts p SET target_count = p.target_count - 1 FROM post_targets t
			WHERE t.org_id = item AND p.id = t.post_id;
		UPDATE progress g SET target_count = g.target_count - 1
			FROM progress_targets t
			WHERE t.org_id = item AND g.id = t.progress_id;
		DELETE FROM org_applications a WHERE a.organization_id = item;
		RETURN QUERY WITH owners AS (SELECT array_agg(v.member_id) AS ids
				FROM org_members v
				WHERE v.org_id = item AND v.role = 'owner')
			DELETE FROM orgs o USING owners WHERE o.id = item
			RETURNING o.name, owners.ids;
	END CASE;
END $$;

REVOKE EXECUTE ON FUNCTION remove_item(text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_item(text, uuid) TO kith_role_identity;

CREATE INDEX reports_open_by_subject ON reports (subject_type, subject_id)
	WHERE status = 'open';

-- What the registries hold more of (proto/audit.h, proto/mails.h), beside what is
-- there by now.
CREATE FUNCTION names_in_check(check_name name) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
	SELECT string_agg(quote_literal(item[1]), ', ')
	FROM pg_constraint, regexp_matches(
		substring(pg_get_constraintdef(oid) FROM 'ARRAY\[(.*)\]'),
		'''([a-z_.]+)''::text', 'g') AS item
	WHERE conname = check_name
$$;

DO $$ BEGIN
	EXECUTE format('ALTER TABLE audit DROP CONSTRAINT audit_action_check,'
		' ADD CONSTRAINT audit_action_check CHECK (action IN (%s,'
		' ''post.remove'', ''progress.remove'', ''event.remove'','
		' ''project.remove'', ''org.remove''))',
		names_in_check('audit_action_check'));
	EXECUTE format('ALTER TABLE outbox DROP CONSTRAINT outbox_template_check,'
		' ADD CONSTRAINT outbox_template_check CHECK (topic <> ''mail'''
		' OR payload ->> ''template'' IN (%s, ''item_removed'')) NOT VALID',
		names_in_check('outbox_template_check'));
END $$;

DROP FUNCTION names_in_check(name);
