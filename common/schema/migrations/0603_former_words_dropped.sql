-- 0603_former_words_dropped: the words before 0340. Owners: identity and projects.

-- As in 0541, without the former terms.
CREATE OR REPLACE FUNCTION member_search_refresh(one uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	PERFORM FROM members WHERE id = one FOR NO KEY UPDATE;
	INSERT INTO member_search AS s (member_id, created_at, words, affiliation)
	SELECT m.id, p.created_at,
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
		created_at = excluded.created_at,
		words = excluded.words, affiliation = excluded.affiliation;
	IF NOT FOUND THEN
		DELETE FROM member_search WHERE member_id = one;
	END IF;
END $$;

ALTER TABLE member_search DROP COLUMN terms;
ALTER TABLE projects DROP COLUMN terms;
DROP FUNCTION search_terms(text, text[]), search_query(text),
	member_terms(text, text[], text[], text[]),
	member_query(text, text[], text[], text[]), fold_words(text), fold(text);
