-- 0341_words_kept: the words of members and of projects, by the functions of 0340.
-- Owners: identity and projects.
--
-- The columns are new: processes of the release before read `terms` until they end. Every
-- write fills both from here on. 0342 fills the rows that nobody writes, in pieces.

-- Waits for the writers that still run the former function, so 0342 sees their rows.
LOCK TABLE members, profiles IN SHARE ROW EXCLUSIVE MODE;

---- members ---------------------------------------------------------------------------

ALTER TABLE member_search ADD COLUMN words tsvector;

-- The terms of a member, told apart by their first character as in 0008_members.sql:
-- w for a word, p for its first one and two letters, r, l and s for the filters.
CREATE FUNCTION member_words(words text, roles text[], looking_for text[], skills text[])
RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	list text[] := text_words(words);
BEGIN
	RETURN array_to_tsvector(ARRAY(
		SELECT 'w' || word FROM unnest(list) AS word
		UNION ALL SELECT 'p' || left(word, length) FROM unnest(list) AS word,
			generate_series(1, 2) AS length
		UNION ALL SELECT 'r' || role FROM unnest(roles) AS role
		UNION ALL SELECT 'l' || wish FROM unnest(looking_for) AS wish
		UNION ALL SELECT 's' || text_fold(skill) FROM unnest(skills) AS skill));
END $$;

-- The filters of a search, as the text of a tsquery: of each list any item. NULL when
-- there are none.
CREATE FUNCTION member_filters(roles text[], looking_for text[], skills text[])
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT string_agg('(' || f.items || ')', ' & ') FROM (
		SELECT string_agg(quote_term('r' || role), ' | ')
			FROM unnest(roles) AS role
		UNION ALL SELECT string_agg(quote_term('l' || wish), ' | ')
			FROM unnest(looking_for) AS wish
		UNION ALL SELECT string_agg(quote_term('s' || text_fold(skill)), ' | ')
			FROM unnest(skills) AS skill) AS f (items)
$$;

-- Which texts of a member have one of the units that are asked for, by the names of the
-- fields.
CREATE FUNCTION member_reasons(name text, profile profiles, asked tsquery) RETURNS text[]
LANGUAGE sql STABLE PARALLEL SAFE SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT ARRAY(SELECT said.field FROM (VALUES ('name', name),
			('handle', profile.handle), ('headline', profile.headline),
			('bio', profile.bio),
			('roles', array_to_string(profile.roles, ' ')),
			('skills', array_to_string(profile.skills, ' ')),
			('lookingFor', array_to_string(profile.looking_for, ' ')),
			('affiliation', profile.affiliation),
			('program', profile.program), ('location', profile.location))
			AS said (field, words)
		WHERE asked IS NOT NULL AND said.words <> ''
			AND member_words(said.words, '{}', '{}', '{}') @@ asked)
$$;

CREATE OR REPLACE FUNCTION member_search_refresh(one uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	PERFORM FROM members WHERE id = one FOR NO KEY UPDATE;
	INSERT INTO member_search AS s (member_id, created_at, terms, words, affiliation)
	SELECT m.id, p.created_at,
		member_terms(concat_ws(' ', m.name, p.handle, p.headline, p.bio,
			array_to_string(p.skills, ' ')),
			p.roles, p.looking_for, p.skills),
		member_words(concat_ws(' ', m.name, p.handle, p.headline, p.bio,
			array_to_string(p.roles || p.skills || p.looking_for, ' '),
			p.affiliation, p.program, p.location),
			p.roles, p.looking_for, p.skills),
		left(text_fold(p.affiliation), 300)
	FROM members m JOIN profiles p ON p.member_id = m.id
	WHERE m.id = one AND m.status = 'active' AND p.onboarded_at IS NOT NULL
	ON CONFLICT ON CONSTRAINT member_search_pkey DO UPDATE SET
		created_at = excluded.created_at, terms = excluded.terms,
		words = excluded.words, affiliation = excluded.affiliation;
	IF NOT FOUND THEN
		DELETE FROM member_search WHERE member_id = one;
	END IF;
END $$;

GRANT EXECUTE ON FUNCTION member_filters(text[], text[], text[]),
	member_words(text, text[], text[], text[]),
	member_reasons(text, profiles, tsquery) TO kith_role_identity;

---- projects --------------------------------------------------------------------------

ALTER TABLE projects ADD COLUMN words tsvector;

CREATE FUNCTION project_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	NEW.words := member_words(NEW.name, '{}', '{}', '{}');
	RETURN NEW;
END $$;

-- 0342 writes a row to fill it.
CREATE TRIGGER projects_words BEFORE INSERT OR UPDATE OF name ON projects
	FOR EACH ROW EXECUTE FUNCTION project_words();

---- the rows that exist ---------------------------------------------------------------

-- Fills 200 rows in each transaction, so that a writer waits for at most that many. It
-- passes over the filled rows, so it can be called again.
CREATE PROCEDURE words_fill() LANGUAGE plpgsql AS $$
DECLARE
	after uuid := '00000000-0000-0000-0000-000000000000';
	members uuid[];
BEGIN
	LOOP
		members := ARRAY(SELECT s.member_id FROM kith.member_search s
			WHERE s.member_id > after AND s.words IS NULL
			ORDER BY s.member_id LIMIT 200);
		EXIT WHEN cardinality(members) = 0;
		PERFORM kith.member_search_refresh(one) FROM unnest(members) AS one;
		after := members[cardinality(members)];
		COMMIT;
	END LOOP;
	LOOP
		UPDATE kith.projects SET name = name WHERE id IN
			(SELECT id FROM kith.projects WHERE words IS NULL LIMIT 200);
		EXIT WHEN NOT FOUND;
		COMMIT;
	END LOOP;
END $$;
