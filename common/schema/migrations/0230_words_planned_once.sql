-- 0230_words_planned_once: what every write of a text goes through is planned once in a session.
-- Owner: the runtime (common/).
--
-- Up to version 17 PostgreSQL takes a function in SQL apart and plans it anew in each statement that
-- calls it, unless it can be made part of the statement, which `SET search_path` prevents. That cost
-- an ask that is created 63 us for its words and 24 for its tags. The same in PL/pgSQL is planned
-- when a session first calls it. The answers are the same: of a text without letters beyond ASCII,
-- as most are, nothing can be decomposed or replaced. (It is lowered as ASCII, because where the
-- database speaks Turkish an I becomes an ı, which is replaced below.)

CREATE OR REPLACE FUNCTION fold(original text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF octet_length(original) = char_length(original) THEN
		RETURN lower(original COLLATE "C");
	END IF;
	RETURN replace(replace(replace(replace(translate(
		regexp_replace(lower(normalize(original, NFKD)), '[\u0300-\u036f]', '', 'g'),
		'øłđðıħŧς', 'olddihtσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
END $$;

CREATE OR REPLACE FUNCTION fold_words(original text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	words text[] := array_remove(regexp_split_to_array(fold(original), '[^[:alnum:]]+'), '');
BEGIN
	FOR place IN 1..cardinality(words) LOOP
		IF char_length(words[place]) > 60 THEN
			words[place] := left(words[place], 60);
		END IF;
	END LOOP;
	RETURN words;
END $$;

CREATE OR REPLACE FUNCTION search_terms(words text, tags text[] DEFAULT '{}') RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SECURITY DEFINER
SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	RETURN array_to_tsvector(fold_words(words || ' ' || array_to_string(tags, ' ')));
END $$;

CREATE OR REPLACE FUNCTION texts_within(list text[], items_max integer, length_max integer)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	item text;
BEGIN
	IF cardinality(list) > items_max OR array_ndims(list) > 1 THEN
		RETURN false;
	END IF;
	FOREACH item IN ARRAY list LOOP
		IF coalesce(char_length(item) NOT BETWEEN 1 AND length_max, true) THEN
			RETURN false;
		END IF;
	END LOOP;
	RETURN true;
END $$;
