-- 0541_identity_places: members by the words of their location. Owner: identity.

-- Waits for the writers that still run the former function, so 0542 sees their rows.
LOCK TABLE members, profiles IN SHARE ROW EXCLUSIVE MODE;

-- As in 0341, and the words of the location after an o.
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
			p.roles, p.looking_for, p.skills)
			|| array_to_tsvector(ARRAY(SELECT 'o' || word
				FROM unnest(text_words(p.location)) AS word)),
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

-- The filter of a search by places, as the text of a tsquery: any of the places, and of
-- each place all words. The lexeme 'o' is in no row, because a word follows it. NULL when
-- there are none.
CREATE FUNCTION member_places(places text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT '(' || string_agg(coalesce((SELECT '(' || string_agg(unit, ' & ') || ')'
			FROM unnest(text_units(place, 'o')) AS unit), 'o'), ' | ') || ')'
		FROM unnest(places) AS place
$$;

GRANT EXECUTE ON FUNCTION member_places(text[]) TO kith_role_identity;

-- Fills 200 rows in each transaction, so that a writer waits for at most that many. It
-- passes over the filled rows, so it can be called again.
CREATE PROCEDURE member_places_fill() LANGUAGE plpgsql AS $$
DECLARE
	after uuid := '00000000-0000-0000-0000-000000000000';
	members uuid[];
BEGIN
	LOOP
		members := ARRAY(SELECT s.member_id FROM kith.member_search s
			JOIN kith.profiles p ON p.member_id = s.member_id
			WHERE s.member_id > after AND p.location <> ''
			AND NOT s.words @@ 'o:*'::tsquery
			ORDER BY s.member_id LIMIT 200);
		EXIT WHEN cardinality(members) = 0;
		PERFORM kith.member_search_refresh(one) FROM unnest(members) AS one;
		after := members[cardinality(members)];
		COMMIT;
	END LOOP;
END $$;
