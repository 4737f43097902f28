-- 0340_words: how texts are compared and found. Owner: the runtime (common/).
--
-- These functions follow fold(), fold_words(), search_terms(), search_query(),
-- member_terms() and member_query(), which stay for the processes and the indexes of the
-- release before. The next release drops those.

-- The combining marks of every script: the general categories Mn and Me of Unicode 14.
CREATE FUNCTION text_marks() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT '['
		'\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5'
		'\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4'
		'\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3'
		'\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b'
		'\u0898-\u089f\u08ca-\u08e1\u08e3-\u0902\u093a\u093c\u0941-\u0948\u094d'
		'\u0951-\u0957\u0962-\u0963\u0981\u09bc\u09c1-\u09c4\u09cd\u09e2-\u09e3'
		'\u09fe-\u0a02\u0a3c\u0a41-\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a82\u0abc'
		'\u0ac1-\u0ac8\u0acd\u0ae2-\u0ae3\u0afa-\u0b01\u0b3c\u0b3f\u0b41-\u0b44'
		'\u0b4d-\u0b56\u0b62-\u0b63\u0b82\u0bc0\u0bcd\u0c00\u0c04\u0c3c'
		'\u0c3e-\u0c40\u0c46-\u0c56\u0c62-\u0c63\u0c81\u0cbc\u0cbf\u0cc6'
		'\u0ccc-\u0ccd\u0ce2-\u0ce3\u0d00-\u0d01\u0d3b-\u0d3c\u0d41-\u0d44\u0d4d'
		'\u0d62-\u0d63\u0d81\u0dca\u0dd2-\u0dd6\u0e31\u0e34-\u0e3a\u0e47-\u0e4e'
		'\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u0f18-\u0f19\u0f35\u0f37\u0f39'
		'\u0f71-\u0f7e\u0f80-\u0f84\u0f86-\u0f87\u0f8d-\u0fbc\u0fc6\u102d-\u1030'
		'\u1032-\u1037\u1039-\u103a\u103d-\u103e\u1058-\u1059\u105e-\u1060'
		'\u1071-\u1074\u1082\u1085-\u1086\u108d\u109d\u135d-\u135f\u1712-\u1714'
		'\u1732-\u1733\u1752-\u1753\u1772-\u1773\u17b4-\u17b5\u17b7-\u17bd\u17c6'
		'\u17c9-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u1922'
		'\u1927-\u1928\u1932\u1939-\u193b\u1a17-\u1a18\u1a1b\u1a56\u1a58-\u1a60'
		'\u1a62\u1a65-\u1a6c\u1a73-\u1a7f\u1ab0-\u1ace\u1b00-\u1b03\u1b34'
		'\u1b36-\u1b3a\u1b3c\u1b42\u1b6b-\u1b73\u1b80-\u1b81\u1ba2-\u1ba5'
		'\u1ba8-\u1ba9\u1bab-\u1bad\u1be6\u1be8-\u1be9\u1bed\u1bef-\u1bf1'
		'\u1c2c-\u1c33\u1c36-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce0\u1ce2-\u1ce8\u1ced'
		'\u1cf4\u1cf8-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f'
		'\u2de0-\u2dff\u302a-\u302d\u3099-\u309a\ua66f-\ua672\ua674-\ua67d'
		'\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua825-\ua826\ua82c'
		'\ua8c4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua951\ua980-\ua982'
		'\ua9b3\ua9b6-\ua9b9\ua9bc-\ua9bd\ua9e5\uaa29-\uaa2e\uaa31-\uaa32'
		'\uaa35-\uaa36\uaa43\uaa4c\uaa7c\uaab0\uaab2-\uaab4\uaab7-\uaab8'
		'\uaabe-\uaabf\uaac1\uaaec-\uaaed\uaaf6\uabe5\uabe8\uabed\ufb1e'
		'\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a'
		'\U00010a01-\U00010a0f\U00010a38-\U00010a3f\U00010ae5-\U00010ae6'
		'\U00010d24-\U00010d27\U00010eab-\U00010eac\U00010f46-\U00010f50'
		'\U00010f82-\U00010f85\U00011001\U00011038-\U00011046\U00011070'
		'\U00011073-\U00011074\U0001107f-\U00011081\U000110b3-\U000110b6'
		'\U000110b9-\U000110ba\U000110c2\U00011100-\U00011102'
		'\U00011127-\U0001112b\U0001112d-\U00011134\U00011173'
		'\U00011180-\U00011181\U000111b6-\U000111be\U000111c9-\U000111cc'
		'\U000111cf\U0001122f-\U00011231\U00011234\U00011236-\U00011237\U0001123e'
		'\U000112df\U000112e3-\U000112ea\U00011300-\U00011301'
		'\U0001133b-\U0001133c\U00011340\U00011366-\U00011374'
		'\U00011438-\U0001143f\U00011442-\U00011444\U00011446\U0001145e'
		'\U000114b3-\U000114b8\U000114ba\U000114bf-\U000114c0'
		'\U000114c2-\U000114c3\U000115b2-\U000115b5\U000115bc-\U000115bd'
		'\U000115bf-\U000115c0\U000115dc-\U000115dd\U00011633-\U0001163a'
		'\U0001163d\U0001163f-\U00011640\U000116ab\U000116ad\U000116b0-\U000116b5'
		'\U000116b7\U0001171d-\U0001171f\U00011722-\U00011725'
		'\U00011727-\U0001172b\U0001182f-\U00011837\U00011839-\U0001183a'
		'\U0001193b-\U0001193c\U0001193e\U00011943\U000119d4-\U000119db\U000119e0'
		'\U00011a01-\U00011a0a\U00011a33-\U00011a38\U00011a3b-\U00011a3e'
		'\U00011a47\U00011a51-\U00011a56\U00011a59-\U00011a5b'
		'\U00011a8a-\U00011a96\U00011a98-\U00011a99\U00011c30-\U00011c3d'
		'\U00011c3f\U00011c92-\U00011ca7\U00011caa-\U00011cb0'
		'\U00011cb2-\U00011cb3\U00011cb5-\U00011cb6\U00011d31-\U00011d45'
		'\U00011d47\U00011d90-\U00011d91\U00011d95\U00011d97\U00011ef3-\U00011ef4'
		'\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f'
		'\U00016f8f-\U00016f92\U00016fe4\U0001bc9d-\U0001bc9e'
		'\U0001cf00-\U0001cf46\U0001d167-\U0001d169\U0001d17b-\U0001d182'
		'\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244'
		'\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84'
		'\U0001da9b-\U0001daaf\U0001e000-\U0001e02a\U0001e130-\U0001e136'
		'\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e8d0-\U0001e8d6'
		'\U0001e944-\U0001e94a\U000e0100-\U000e01ef'
		']+'
$$;

-- Letters of scripts that write words without spaces: Han, Kana, Hangul, Thai, Lao,
-- Khmer, Burmese.
CREATE FUNCTION text_unspaced() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT '['
		'\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30ff\u31f0-\u31ff'
		'\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff'
		'\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7ff\u0e01-\u0e30'
		'\u0e32-\u0e33\u0e40-\u0e46\u0e50-\u0e59\u0e81-\u0edf\u1780-\u17d3\u17d7'
		'\u17dc-\u17e9\u1000-\u1049\u1050-\u109f\uaa60-\uaa76\uaa7a-\uaa7f'
		'\ua9e0-\ua9ff'
		']'
$$;

-- A text as it is compared: lower case, without marks, compatibility forms taken apart.
-- Each apostrophe and each joiner inside a word becomes ', which text_fold() drops and
-- text_words() also splits at. Invisible characters and the tatweel are dropped. The
-- variants of the Arabic letters alef, yeh and kaf, which differ by keyboard, become one
-- letter.
CREATE FUNCTION text_base(original text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	IF octet_length(original) = char_length(original) THEN
		RETURN translate(lower(original COLLATE "C"), '`', '''');
	END IF;
	-- Spacing accents come apart into a blank and a mark, so they are replaced first.
	RETURN normalize(replace(replace(replace(replace(translate(
		regexp_replace(lower(normalize(translate(original,
			E'\u00b4\u1fbd\u1fbf\u1fef\u1ffd\u1ffe', ''''''''''''''), NFKD)),
			kith.text_marks(), '', 'g'),
		E'øłđðıħŧς\u0671\u0672\u0673\u0649\u06cc\u06a9'
			'`\u2018\u2019\u201b\u2032\u2035\u02b9\u02bb\u02bc\u02bd'
			'\u02be\u02bf\u055a\u05f3\u07f4\u07f5\ua78c\u200c\u200d'
			'\u0640\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff',
		E'olddihtσ\u0627\u0627\u0627\u064a\u064a\u0643' || repeat('''', 19)),
		'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC);
END $$;

CREATE FUNCTION text_fold(original text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	RETURN replace(kith.text_base(original), '''', '');
END $$;

-- The words of a folded text. A word has letters and digits, at most 60 of them. The
-- signs + and # after a letter belong to it (C++). A run of a script without spaces has
-- each pair of neighbours and its last character, so that the beginning of one of them
-- is any part of the run. Words that are `asked` for are fewer: of a run its pairs, of
-- C++ not C.
CREATE FUNCTION text_split(folded text, asked boolean) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	words text := translate(folded, ',.', '  ');
	list text[] := '{}';
	run CONSTANT text := kith.text_unspaced() || '+';
	signed CONSTANT text := '([[:alnum:]]*[[:alpha:]][+#]+)(?![[:alpha:]+#])';
BEGIN
	-- To name letters beyond ASCII here would cost three times as much.
	IF words ~ '[^a-z0-9 ]|[^ ]{61}' THEN
		IF octet_length(words) > char_length(words) AND words ~ run THEN
			list := ARRAY(SELECT pair.a || coalesce(pair.b, '')
				FROM regexp_matches(words, run, 'g') AS hit,
					string_to_array(hit[1], NULL) AS letters,
					unnest(letters, letters[2:]) AS pair (a, b)
				WHERE NOT asked OR pair.b IS NOT NULL
					OR cardinality(letters) = 1);
			words := regexp_replace(words, run, ' ', 'g');
		END IF;
		IF words ~ '[[:alpha:]][+#]' THEN
			list := list || ARRAY(SELECT left(hit[1], 60)
				FROM regexp_matches(words, signed, 'g') AS hit);
			IF asked THEN
				words := regexp_replace(words, signed, ' ', 'g');
			END IF;
		END IF;
		words := regexp_replace(words, '[^[:alnum:] ]+', ' ', 'g');
		words := regexp_replace(words, '([^ ]{60})[^ ]+', '\1', 'g');
	END IF;
	RETURN list || array_remove(string_to_array(words, ' '), '');
END $$;

-- The words by which a text is found. O'Brien is found as obrien, and as o and brien.
CREATE FUNCTION text_words(original text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	base text := kith.text_base(original);
BEGIN
	IF strpos(base, '''') = 0 THEN
		RETURN kith.text_split(base, false);
	END IF;
	RETURN kith.text_split(replace(base, '''', ''), false)
		|| kith.text_split(replace(base, '''', ' '), false);
END $$;

CREATE FUNCTION text_terms(words text, tags text[] DEFAULT '{}') RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN array_to_tsvector(
		kith.text_words(words || ' ' || array_to_string(tags, ' ')));
END $$;

-- What is asked for: one tsquery, as text, for each part between blanks and commas, at
-- most 12. A part with several words (a name with a hyphen, a run of a script without
-- spaces) needs all of them, at most 32. The last word may be the beginning of a word.
-- `word_mark` stands before every word, `short_mark` before a beginning of one or two
-- letters; without it these are whole words.
CREATE FUNCTION text_units(asked text, word_mark text DEFAULT '',
	short_mark text DEFAULT NULL)
RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	part text;
	words text[];
	units text[] := '{}';
	last_words text[];
	single CONSTANT text := '^' || text_unspaced() || '$';
BEGIN
	FOREACH part IN ARRAY regexp_split_to_array(text_fold(coalesce(asked, '')),
		'[[:space:],;/|&()]+')
	LOOP
		words := text_split(part, true);
		EXIT WHEN cardinality(units) = 12;
		CONTINUE WHEN cardinality(words) = 0;
		last_words := words[1:32];
		units := units || (SELECT string_agg(quote_term(word_mark || w.word)
			|| CASE WHEN w.word ~ single THEN ':*' ELSE '' END, ' & ')
			FROM unnest(last_words) AS w (word));
	END LOOP;
	IF cardinality(units) = 0 THEN
		RETURN units;
	END IF;
	part := last_words[cardinality(last_words)];
	IF part ~ '^[[:alnum:]]{1,2}$' AND part !~ text_unspaced() THEN
		IF short_mark IS NULL THEN
			RETURN units;
		END IF;
		part := quote_term(short_mark || part);
	ELSE
		part := quote_term(word_mark || part) || ':*';
	END IF;
	units[cardinality(units)] := (SELECT string_agg(term, ' & ')
		FROM unnest(ARRAY(SELECT quote_term(word_mark || word)
			FROM unnest(trim_array(last_words, 1)) AS word) || part) AS term);
	RETURN units;
END $$;

-- All that is asked for, as the text of a tsquery; NULL when that is nothing.
CREATE FUNCTION text_query(asked text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT string_agg(unit, ' & ') FROM unnest(text_units(asked)) AS unit
$$;

-- Whoever writes a row writes its words.
GRANT EXECUTE ON FUNCTION text_marks(), text_unspaced(), text_base(text),
	text_fold(text), text_split(text, boolean), text_words(text),
	text_terms(text, text[])
	TO kith_role_identity, kith_role_orgs, kith_role_content, kith_role_projects,
	kith_role_events;
GRANT EXECUTE ON FUNCTION text_units(text, text, text), text_query(text)
	TO kith_role_identity, kith_role_projects;
