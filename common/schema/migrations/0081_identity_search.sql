-- 0081_identity_search: one search over members, organizations, asks and projects, for assistants.
-- Owner: identity, which finds members; the tables belong to others, who need do nothing for it.

-- The words of a text and of a list, as they are compared (0008_members.sql).
CREATE FUNCTION search_terms(words text, tags text[] DEFAULT '{}') RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE SECURITY DEFINER
SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT array_to_tsvector(fold_words(words || ' ' || array_to_string(tags, ' ')))
$$;

-- What is asked for: every word, and of the last one any that begins so, if it has three letters at
-- least. NULL when there are no words.
CREATE FUNCTION search_query(words text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT string_agg(quote_term(w.word) || CASE WHEN w.place = cardinality(fold_words(words))
			AND char_length(w.word) > 2 THEN ':*' ELSE '' END, ' & ' ORDER BY w.place)::tsquery
	FROM unnest(fold_words(words)) WITH ORDINALITY AS w (word, place)
$$;

-- Whoever writes a row writes its words.
GRANT EXECUTE ON FUNCTION search_terms(text, text[]) TO
	kith_role_identity, kith_role_orgs, kith_role_content, kith_role_projects;
GRANT EXECUTE ON FUNCTION search_query(text) TO kith_role_identity;

CREATE INDEX posts_words ON posts USING gin (search_terms(title || ' ' || body, tags))
	WHERE status = 'open' AND NOT lapsed;
CREATE INDEX orgs_words ON orgs USING gin (search_terms(name || ' ' || description));
CREATE INDEX projects_words ON projects
	USING gin (search_terms(name || ' ' || summary || ' ' || description));

GRANT SELECT (name, description, visibility, created_at) ON orgs TO kith_role_identity;
GRANT SELECT (name, summary, description, status, created_at) ON projects TO kith_role_identity;
