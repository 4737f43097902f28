-- 0590_content_progress_words: progress entries are found by stored words, as asks are
-- (0452). Owner: content.

ALTER TABLE progress ADD COLUMN search_words tsvector;

CREATE FUNCTION search_words_of_progress(entry progress) RETURNS tsvector
LANGUAGE sql STABLE SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT text_terms(entry.title || ' ' || entry.note)
$$;

CREATE FUNCTION progress_search_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	NEW.search_words := search_words_of_progress(NEW);
	RETURN NEW;
END $$;

CREATE TRIGGER progress_search_words BEFORE INSERT OR UPDATE OF title, note
	ON progress FOR EACH ROW EXECUTE FUNCTION progress_search_words();

-- The newest matches before an entry, at most `most`; the settings are those of
-- search_posts().
CREATE FUNCTION search_progress(asked tsquery, before timestamptz, before_id uuid,
	most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SET search_path = kith, pg_catalog, pg_temp
SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
SET gin_fuzzy_search_limit = 10000 AS $$
	SELECT id FROM progress WHERE search_words @@ asked
	AND (created_at, id) < (before, before_id)
	ORDER BY created_at DESC, id DESC LIMIT most
$$;

REVOKE EXECUTE ON FUNCTION search_words_of_progress(progress),
	search_progress(tsquery, timestamptz, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_progress(tsquery, timestamptz, uuid, integer),
	quote_term(text), text_units(text, text, text), text_query(text)
	TO kith_role_content;
