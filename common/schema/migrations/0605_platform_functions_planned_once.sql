-- 0605_platform_functions_planned_once: a function in SQL that sets a variable is planned
-- at each call (0570). A write of an app spent 400 us in these. Owners: the runtime,
-- identity, content, orgs, projects and events.

CREATE OR REPLACE FUNCTION new_id() RETURNS uuid
LANGUAGE plpgsql VOLATILE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
		PLACING substring(int8send((extract(epoch FROM clock_timestamp())
			* 1000)::bigint) FROM 3)
		FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid;
END $$;

CREATE OR REPLACE FUNCTION client_of(caller uuid, credential uuid)
RETURNS TABLE (kind text, client text, name text, grant_id uuid, token_id uuid,
	approval text, fixed boolean)
LANGUAGE plpgsql STABLE ROWS 1 SET search_path = kith, pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
	RETURN QUERY SELECT CASE c.kind WHEN 'token' THEN 'token' ELSE 'app' END,
		CASE c.kind WHEN 'token' THEN wire_id('pat', c.id)
			ELSE coalesce(c.client, '') END,
		coalesce(c.name, ''), c.grant_id,
		CASE WHEN c.kind = 'token' THEN c.id END,
		coalesce(g.approval, c.approval), coalesce(o.kind = 'fixed', false)
	FROM credentials c LEFT JOIN oauth_grants g ON g.id = c.grant_id
	LEFT JOIN oauth_clients o ON o.id = g.client_id
	WHERE c.id = credential AND c.member_id = caller AND c.kind <> 'session';
END $$;

-- As in 0501, but deletes what is too much in one of 16 writes: to find the newest 500
-- took as long as the rest of the write. A member with ever new tokens has a bound, too.
CREATE OR REPLACE FUNCTION record_activity(caller uuid, credential uuid, approval uuid,
	via text, operation text, about text, outward boolean, undoes text,
	undo_operation text, undo_method text, undo_path text, undo_body text)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	whose text;
BEGIN
	INSERT INTO activity AS a (id, member_id, client_kind, client, client_name, via,
		operation, about, outward, undoes, undo_operation, undo_method, undo_path,
		undo_body)
	SELECT new_id(), caller,
		coalesce(p.client_kind, CASE c.kind WHEN 'session' THEN 'browser'
			WHEN 'token' THEN 'token' ELSE 'app' END),
		coalesce(p.client, CASE c.kind WHEN 'session' THEN ''
			WHEN 'token' THEN wire_id('pat', c.id)
			ELSE coalesce(c.client, '') END),
		coalesce(p.client_name, CASE c.kind WHEN 'session' THEN ''
			ELSE coalesce(c.name, '') END),
		coalesce(p.via, via), operation, left(about, 200), outward, undoes,
		undo_operation, undo_method, undo_path, undo_body
	FROM credentials c
	LEFT JOIN approvals p ON p.id = approval AND p.member_id = caller
	WHERE c.id = credential AND c.member_id = caller
	RETURNING a.client INTO whose;
	IF random() * 16 < 1 THEN
		DELETE FROM activity d WHERE d.id IN (SELECT a.id FROM activity a
			WHERE a.member_id = caller AND a.client = whose
				AND a.outward = outward
			ORDER BY a.at DESC, a.id DESC OFFSET 500);
		DELETE FROM activity d WHERE d.id IN (SELECT a.id FROM activity a
			WHERE a.member_id = caller
			ORDER BY a.at DESC, a.id DESC OFFSET 20000);
	END IF;
END $$;

---- the words of the search over everything (0452, 0590) -----------------------------

CREATE OR REPLACE FUNCTION search_words_of_post(post posts) RETURNS tsvector
LANGUAGE plpgsql STABLE SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE WHEN post.status = 'open' AND NOT post.lapsed
		THEN text_terms(post.title || ' ' || post.body, post.tags) END;
END $$;

CREATE OR REPLACE FUNCTION search_words_of_org(org orgs) RETURNS tsvector
LANGUAGE plpgsql STABLE SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	RETURN text_terms(org.name || ' ' || org.description);
END $$;

CREATE OR REPLACE FUNCTION search_words_of_project(project projects) RETURNS tsvector
LANGUAGE plpgsql STABLE SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE WHEN project.status = 'active'
		THEN text_terms(project.name || ' ' || project.summary || ' '
			|| project.description) END;
END $$;

CREATE OR REPLACE FUNCTION search_words_of_event(event events) RETURNS tsvector
LANGUAGE plpgsql STABLE SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE WHEN NOT event.ended
		THEN text_terms(event.title || ' ' || event.description || ' '
			|| event.location) END;
END $$;

CREATE OR REPLACE FUNCTION search_words_of_progress(entry progress) RETURNS tsvector
LANGUAGE plpgsql STABLE SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	RETURN text_terms(entry.title || ' ' || entry.note);
END $$;
