-- 0452_words_stored: the search over everything reads stored words. Owners: content,
-- orgs, projects and events; identity searches.
--
-- The indexes of 0345 to 0348 hold the words of an expression. When the planner chose
-- another index, it computed the words of each row anew, a millisecond for a long text.
-- These indexes stay for the processes of the release before; the next one drops them.

ALTER TABLE posts ADD COLUMN search_words tsvector;
ALTER TABLE orgs ADD COLUMN search_words tsvector;
ALTER TABLE projects ADD COLUMN search_words tsvector;
ALTER TABLE events ADD COLUMN search_words tsvector;

-- NULL for what the search does not show: closed asks, archived projects, past events.
CREATE FUNCTION search_words_of_post(post posts) RETURNS tsvector
LANGUAGE sql STABLE SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT CASE WHEN post.status = 'open' AND NOT post.lapsed
		THEN text_terms(post.title || ' ' || post.body, post.tags) END
$$;

CREATE FUNCTION search_words_of_org(org orgs) RETURNS tsvector
LANGUAGE sql STABLE SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT text_terms(org.name || ' ' || org.description)
$$;

CREATE FUNCTION search_words_of_project(project projects) RETURNS tsvector
LANGUAGE sql STABLE SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT CASE WHEN project.status = 'active'
		THEN text_terms(project.name || ' ' || project.summary || ' '
			|| project.description) END
$$;

CREATE FUNCTION search_words_of_event(event events) RETURNS tsvector
LANGUAGE sql STABLE SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT CASE WHEN NOT event.ended
		THEN text_terms(event.title || ' ' || event.description || ' '
			|| event.location) END
$$;

CREATE FUNCTION posts_search_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	NEW.search_words := search_words_of_post(NEW);
	RETURN NEW;
END $$;

CREATE TRIGGER posts_search_words
	BEFORE INSERT OR UPDATE OF title, body, tags, status, lapsed
	ON posts FOR EACH ROW EXECUTE FUNCTION posts_search_words();

CREATE FUNCTION orgs_search_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	NEW.search_words := search_words_of_org(NEW);
	RETURN NEW;
END $$;

CREATE TRIGGER orgs_search_words BEFORE INSERT OR UPDATE OF name, description
	ON orgs FOR EACH ROW EXECUTE FUNCTION orgs_search_words();

CREATE FUNCTION projects_search_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	NEW.search_words := search_words_of_project(NEW);
	RETURN NEW;
END $$;

CREATE TRIGGER projects_search_words
	BEFORE INSERT OR UPDATE OF name, summary, description, status
	ON projects FOR EACH ROW EXECUTE FUNCTION projects_search_words();

CREATE FUNCTION events_search_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	NEW.search_words := search_words_of_event(NEW);
	RETURN NEW;
END $$;

CREATE TRIGGER events_search_words
	BEFORE INSERT OR UPDATE OF title, description, location, ended
	ON events FOR EACH ROW EXECUTE FUNCTION events_search_words();

REVOKE EXECUTE ON FUNCTION search_words_of_post(posts), search_words_of_org(orgs),
	search_words_of_project(projects), search_words_of_event(events) FROM PUBLIC;

-- Fills the rows that exist, 200 in each transaction, so that a writer waits for at most
-- that many. It passes over the filled rows, so it can be called again.
CREATE PROCEDURE search_words_fill(target regclass, one text) LANGUAGE plpgsql AS $$
DECLARE
	after uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
	LOOP
		EXECUTE format('WITH piece AS (SELECT id FROM %1$s WHERE id > $1'
			' ORDER BY id LIMIT 200),'
			' filled AS (UPDATE %1$s AS t SET search_words ='
			' kith.search_words_of_%2$s(t) FROM piece'
			' WHERE t.id = piece.id AND t.search_words IS NULL)'
			' SELECT id FROM piece ORDER BY id DESC LIMIT 1', target, one)
			INTO after USING after;
		EXIT WHEN after IS NULL;
		COMMIT;
	END LOOP;
END $$;

-- The newest matches of a search, at most `most`. The settings leave only the index of
-- the words to the planner, so no row is read that does not match. Words that more than
-- 10,000 records have in common are answered with a sample of them.
CREATE FUNCTION search_members(asked tsquery, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SET search_path = kith, pg_catalog, pg_temp
SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
SET gin_fuzzy_search_limit = 10000 AS $$
	SELECT member_id FROM member_search WHERE words @@ asked
	ORDER BY created_at DESC LIMIT most
$$;

CREATE FUNCTION search_posts(asked tsquery, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SET search_path = kith, pg_catalog, pg_temp
SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
SET gin_fuzzy_search_limit = 10000 AS $$
	SELECT id FROM posts WHERE search_words @@ asked
	ORDER BY id DESC LIMIT most
$$;

CREATE FUNCTION search_orgs(asked tsquery, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SET search_path = kith, pg_catalog, pg_temp
SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
SET gin_fuzzy_search_limit = 10000 AS $$
	SELECT id FROM orgs WHERE search_words @@ asked
	ORDER BY id DESC LIMIT most
$$;

CREATE FUNCTION search_projects(asked tsquery, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SET search_path = kith, pg_catalog, pg_temp
SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
SET gin_fuzzy_search_limit = 10000 AS $$
	SELECT id FROM projects WHERE search_words @@ asked
	ORDER BY id DESC LIMIT most
$$;

CREATE FUNCTION search_events(asked tsquery, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SET search_path = kith, pg_catalog, pg_temp
SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
SET gin_fuzzy_search_limit = 10000 AS $$
	SELECT id FROM events WHERE search_words @@ asked
	ORDER BY id DESC LIMIT most
$$;

REVOKE EXECUTE ON FUNCTION search_members(tsquery, integer),
	search_posts(tsquery, integer), search_orgs(tsquery, integer),
	search_projects(tsquery, integer), search_events(tsquery, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_members(tsquery, integer),
	search_posts(tsquery, integer), search_orgs(tsquery, integer),
	search_projects(tsquery, integer), search_events(tsquery, integer)
	TO kith_role_identity;
GRANT SELECT (id, search_words) ON posts, orgs, projects, events TO kith_role_identity;
