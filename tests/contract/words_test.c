/*
 * words_test.c - folding and splitting texts gives the same words as before
 * (0230_words_planned_once.sql). The indexes of words hold the results of the former
 * functions and are not rebuilt.
 */
#include "tests/support/scratch.h"
#include "tests/support/test.h"

/* The definitions of 0008_members.sql and 0081_identity_search.sql. */
static const char FORMER[] =
	"SET search_path = kith, pg_catalog;"
	"CREATE FUNCTION pg_temp.fold(original text) RETURNS text"
	" LANGUAGE sql IMMUTABLE STRICT AS $$"
	" SELECT replace(replace(replace(replace(translate("
	" regexp_replace(lower(normalize(original, NFKD)), '[\\u0300-\\u036f]', '', 'g'),"
	" 'øłđðıħŧς', 'olddihtσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') $$;"
	"CREATE FUNCTION pg_temp.fold_words(original text) RETURNS text[]"
	" LANGUAGE sql IMMUTABLE STRICT AS $$"
	" SELECT coalesce(array_agg(left(w.word, 60) ORDER BY w.place), '{}')"
	" FROM regexp_split_to_table(pg_temp.fold(original), '[^[:alnum:]]+')"
	" WITH ORDINALITY AS w (word, place) WHERE w.word <> '' $$;";

/* Texts of up to forty characters: each letter up to U+024F alone, and mixtures of
 * special ones (Greek, Cyrillic, ligatures, wide forms, signs that lower case makes
 * ASCII, emoji, blanks), some of them with words that are cut. */
static const char TEXTS[] =
	"CREATE TEMPORARY TABLE texts AS"
	" SELECT chr(n) || 'x ' || chr(n) AS text FROM generate_series(1, 591) AS n"
	" UNION SELECT (SELECT string_agg(chr(CASE (hash >> (place % 20)) % 12"
	"   WHEN 0 THEN 32 WHEN 1 THEN 48 + hash % 10 WHEN 2 THEN 65 + hash % 26"
	"   WHEN 3 THEN 192 + hash % 200 WHEN 4 THEN 880 + hash % 64"
	" WHEN 5 THEN 1040 + hash % 64   WHEN 6 THEN 64256 + hash % 7"
	" WHEN 7 THEN 65313 + hash % 26 WHEN 8 THEN 8490 + hash % 2  "
	" WHEN 9 THEN 128512 + hash % 64 WHEN 10 THEN 768 + hash % 112"
	" ELSE 33 + hash % 94 END), '')  FROM (SELECT place, hashint4(n * 100 + place) &"
	" 1048575 AS hash   FROM generate_series(1, n % 40) AS place) AS places)"
	" FROM generate_series(1, 4000) AS n UNION SELECT repeat('abcdefghij', n) || ' '"
	" || repeat('\u00c4', n * 10)  FROM generate_series(0, 9) AS n"
	" UNION SELECT E'one\\ntwo\\t three--four_five' UNION SELECT ''";

static const char DIFFERENT[] =
	"SELECT string_agg(text, ' | ') FROM texts WHERE fold(text) <> pg_temp.fold(text)"
	" OR fold_words(text) <> pg_temp.fold_words(text)"
	" OR search_terms(text, ARRAY[left(text, 9), 'Tag']) <> array_to_tsvector("
	"  pg_temp.fold_words(text || ' ' || left(text, 9) || ' Tag'))";

static void
open_database(void)
{
	scratch_open(NULL);
}

const struct test_scene test_scene = {.open = open_database};

TEST(words_are_what_they_were)
{
	const char *different;

	scratch_begin();
	scratch_sql("%s", FORMER);
	scratch_sql("%s", TEXTS);
	different = scratch_value("%s", DIFFERENT);
	if (different != NULL)
		fail_msg("%s", different);
	assert_string_equal(
		scratch_value("SELECT (count(*) > 4000)::text FROM texts"), "true");
	assert_string_equal(
		scratch_value("SELECT (search_terms(NULL) IS NULL)::text"), "true");
	scratch_rollback();
}
