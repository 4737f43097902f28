-- 0410_identity_search_reasons: why a member matches, and organizations in common. Owner:
-- identity.

-- The reasons in words, in the order of the criteria; empty without criteria. Each word
-- names the first text that contains it. Five words are looked up, because a bio is taken
-- apart for them.
CREATE FUNCTION member_reasons(words text, wanted_roles text[], wishes text[],
	wanted_skills text[], part text, name text, handle text, headline text, bio text,
	roles text[], looking_for text[], skills text[], affiliation text)
RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = kith, pg_catalog, pg_temp AS $$
	WITH asked AS MATERIALIZED (
		SELECT w.word, w.place, w.place = w.count AS last
		FROM (SELECT word, place, count(*) OVER () AS count
			FROM unnest(fold_words(words)) WITH ORDINALITY AS w (word, place)) AS w
		WHERE w.place <= 4 OR w.place = w.count
	), texts AS MATERIALIZED (
		SELECT t.rank, t.label, fold_words(t.content) AS parts
		FROM (VALUES (1, 'name', name), (2, 'handle', handle),
			(3, 'headline', headline), (4, 'skills', array_to_string(skills, ' ')),
			(5, 'bio', bio)) AS t (rank, label, content)
		WHERE EXISTS (SELECT FROM asked)
	)
	SELECT ARRAY(SELECT replace(role, '_', ' ') FROM unnest(roles) AS role
			WHERE role = ANY (wanted_roles))
		|| ARRAY(SELECT 'looks for '
				|| CASE WHEN wish IN ('cofounder', 'team') THEN 'a ' ELSE '' END || wish
			FROM unnest(looking_for) AS wish WHERE wish = ANY (wishes))
		|| ARRAY(SELECT 'knows ' || skill FROM unnest(skills) AS skill
			WHERE fold(skill) IN (SELECT fold(one) FROM unnest(wanted_skills) AS one))
		|| CASE WHEN part <> '' THEN ARRAY['at ' || affiliation] ELSE '{}' END
		|| ARRAY(SELECT '“' || a.word || '” in the ' || (SELECT t.label FROM texts t
				WHERE a.word = ANY (t.parts) OR a.last AND EXISTS (
					SELECT FROM unnest(t.parts) AS one WHERE starts_with(one, a.word))
				ORDER BY t.rank LIMIT 1)
			FROM asked a ORDER BY a.place)
$$;

GRANT EXECUTE ON FUNCTION member_reasons(text, text[], text[], text[], text, text, text,
	text, text, text[], text[], text[], text) TO kith_role_identity;

-- The organizations that two members have in common, with their logos.
GRANT SELECT (logo) ON orgs TO kith_role_identity;
