-- 0082_identity_search_words: what is asked for is taken apart once, and has 32 words at most.
-- Owner: identity.
--
-- A query of 120 characters can have 1,800 when its compatibility forms are taken apart, in 300
-- words, and each word took the whole apart again: a second of the database's time for each query.

CREATE OR REPLACE FUNCTION member_query(words text, roles text[], looking_for text[], skills text[])
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT nullif(concat_ws(' & ',
		(SELECT string_agg(CASE WHEN w.place < cardinality(f.list)
				THEN quote_term('w' || w.word)
				WHEN char_length(w.word) <= 2 THEN quote_term('p' || w.word)
				ELSE quote_term('w' || w.word) || ':*' END, ' & ' ORDER BY w.place)
			FROM (SELECT (fold_words(words))[1:32] AS list OFFSET 0) AS f,
				unnest(f.list) WITH ORDINALITY AS w (word, place)),
		(SELECT '(' || string_agg(quote_term('r' || role), ' | ') || ')'
			FROM unnest(roles) AS role),
		(SELECT '(' || string_agg(quote_term('l' || wish), ' | ') || ')'
			FROM unnest(looking_for) AS wish),
		(SELECT '(' || string_agg(quote_term('s' || fold(skill)), ' | ') || ')'
			FROM unnest(skills) AS skill)), '')
$$;

CREATE OR REPLACE FUNCTION search_query(words text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT string_agg(quote_term(w.word) || CASE WHEN w.place = cardinality(f.list)
			AND char_length(w.word) > 2 THEN ':*' ELSE '' END, ' & ' ORDER BY w.place)::tsquery
	FROM (SELECT (fold_words(words))[1:32] AS list OFFSET 0) AS f,
		unnest(f.list) WITH ORDINALITY AS w (word, place)
$$;
