/*
 * network_search_bounds_test.c - the work of a search has a bound, also when many long
 * records have all of its words.
 */
#include "services/identity/handlers.h"
#include "tests/handlers/content/post_fixture.h"

#define CANDIDATES 400

static const struct op_entry entry = {&op_network_search, network_search};

static struct scratch_answer
search(void)
{
	return people_call(&entry, 2, JSON({"query": "word1 word2 word3 word4 wor"}));
}

/* Adds asks of member 1 with 30 words that all of them have. */
static void
add_asks(unsigned first, unsigned count, const char *is_public)
{
	scratch_sql(
		"INSERT INTO posts (id, author_id, kind, title, body, is_public,"
		" created_at, updated_at)"
		" SELECT ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid,"
		" '%s', 'idea', 'Ask ' || n, w.words, %s,"
		" now() + n * interval '1 ms', now() + n * interval '1 ms'"
		" FROM generate_series(%u, %u) n,"
		" (SELECT string_agg('word' || k, ' ') AS words"
		" FROM generate_series(1, 30) k) w",
		scratch_uuid_text(1), is_public, first, first + count - 1);
}

static long
words_computed(void)
{
	return people_count("SELECT COALESCE(sum(calls), 0)::bigint"
			    " FROM pg_stat_xact_user_functions"
			    " WHERE funcname IN ('text_terms', 'text_words')");
}

static long
rows_read(void)
{
	return people_count("SELECT pg_stat_get_xact_tuples_fetched('posts'::regclass)"
			    " + pg_stat_get_xact_tuples_returned('posts'::regclass)");
}

/* The statistics are those of an empty table, so the planner expects nothing. */
TEST(computes_the_words_of_no_record_again)
{
	long computed, read;

	people_add_all(2);
	scratch_sql("SET LOCAL track_functions = 'all'");
	add_asks(1, 500, "true");
	computed = words_computed();
	assert_true(computed >= 500);
	read = rows_read();
	scratch_expect(search(), "{'results.length': 8, 'results.0.title': 'Ask 500'}");
	assert_int_equal(words_computed(), computed);
	assert_in_range(rows_read() - read, CANDIDATES, 500 + 3 * CANDIDATES);
}

TEST(examines_the_newest_matches_alone)
{
	people_add_all(2);
	add_asks(1, 1, "true");
	add_asks(2, CANDIDATES, "false");
	scratch_expect(search(), "{'results.length': 0}");
	scratch_sql("UPDATE posts SET status = 'closed', closed_at = now()"
		    " WHERE title = 'Ask 2'");
	scratch_expect(search(), "{'results.length': 1, 'results.0.title': 'Ask 1'}");
}

TEST(stores_the_words_of_what_can_be_found)
{
	static const char *const hidden[] = {
		"status = 'closed', closed_at = now()",
		"status = 'open', closed_at = NULL, expires_at = now(), lapsed = true",
		"lapsed = true",
	};

	people_add_all(2);
	add_asks(1, 1, "true");
	for (size_t i = 0; i < COUNT_OF(hidden); i++) {
		scratch_sql("UPDATE posts SET %s", hidden[i]);
		people_expect_rows(1, "posts WHERE search_words IS NULL");
	}
	scratch_sql("UPDATE posts SET lapsed = false, expires_at = NULL");
	scratch_expect(search(), "{'results.length': 1}");
	scratch_sql("UPDATE posts SET body = 'Something else'");
	scratch_expect(search(), "{'results.length': 0}");
}
