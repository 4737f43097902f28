/*
 * former_test.c - every table with rows of members refuses rows of deleted ones.
 */
#include "tests/support/people.h"
#include "tests/support/test.h"

/* Columns that point to a member and need no guard. The triggers of member_search lock
 * the member themselves, and the resolver of a report is part of the report's record. */
#define NOT_GUARDED "'member_search.member_id', 'reports.resolved_by'"

static const char UNGUARDED[] =
	"SELECT string_agg(name, ' ' ORDER BY name) FROM"
	" (SELECT c.conrelid, a.attname, t.relname || '.' || a.attname AS name"
	" FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid"
	" JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]"
	" WHERE c.contype = 'f' AND c.confrelid = 'kith.members'::regclass) AS pointing"
	" WHERE name NOT IN (" NOT_GUARDED ") AND NOT EXISTS"
	" (SELECT FROM pg_trigger g WHERE g.tgrelid = pointing.conrelid"
	" AND g.tgfoid = 'kith.refuse_former'::regproc AND g.tgenabled = 'O'"
	" AND split_part(encode(g.tgargs, 'escape'), '\\000', 1) = pointing.attname)";

TEST(every_column_that_points_to_a_member_is_guarded)
{
	const char *unguarded = scratch_value(UNGUARDED);

	if (unguarded != NULL)
		fail_msg("no trigger refuse_former() on %s", unguarded);
}

/* Members 1 and 2, of whom the first is deleted. */
static void
begin_without_member_1(void)
{
	scratch_begin();
	people_add(1);
	people_add(2);
	people_end_account(1);
}

/* Without an index, each deletion of a member would read the whole table. */
static const char UNINDEXED[] =
	"SELECT string_agg(t.relname || '.' || a.attname, ' ') FROM pg_constraint c"
	" JOIN pg_class t ON t.oid = c.conrelid"
	" JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]"
	" WHERE c.contype = 'f' AND c.confrelid = 'kith.members'::regclass"
	" AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.conrelid"
	" AND i.indkey[0] = c.conkey[1] AND (i.indpred IS NULL"
	" OR pg_get_expr(i.indpred, i.indrelid) = format('(%%I IS NOT NULL)',"
	" a.attname)))";

TEST(every_column_that_points_to_a_member_has_an_index)
{
	const char *unindexed;

	scratch_begin();
	unindexed = scratch_value(UNINDEXED);
	if (unindexed != NULL)
		fail_msg("no index finds the rows of a member by %s", unindexed);
	scratch_rollback();
}

TEST(reads_any_column_of_a_row)
{
	static const char *const rows[][2] = {
		{"posts (id, kind, title, body, author_id)",
			"gen_random_uuid(), 'idea', 'Ask', ''"},
		{"totp (secret, member_id)", "decode(repeat('00', 48), 'hex')"},
		{"reports (id, subject_type, subject_id, reason, reporter)",
			"gen_random_uuid(), 'org', gen_random_uuid(), 'x'"},
	};

	begin_without_member_1();
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		scratch_sql("INSERT INTO %s VALUES (%s, '%s')", rows[i][0], rows[i][1],
			scratch_uuid_text(2));
		scratch_sql("DO $test$ BEGIN INSERT INTO %s VALUES (%s, '%s');"
			    " RAISE 'it was taken';"
			    " EXCEPTION WHEN check_violation THEN NULL; END $test$",
			rows[i][0], rows[i][1], scratch_uuid_text(1));
	}
	scratch_rollback();
}

TEST(leaves_out_what_nobody_is_there_to_read)
{
	begin_without_member_1();
	for (unsigned member = 1; member <= 2; member++)
		scratch_sql(
			"INSERT INTO inbox (id, recipient, kind, subject_type, dedupe)"
			" VALUES (gen_random_uuid(), '%s', 'org_joined', 'org',"
			" gen_random_uuid())",
			scratch_uuid_text(member));
	assert_string_equal(scratch_value("SELECT string_agg(recipient::text, ' ')"
					  " FROM inbox"),
		scratch_uuid_text(2));
	scratch_rollback();
}

/* A table with rows of members, as a migration creates one. */
static void
add_owned_table(const char *name, const char *leave_out)
{
	scratch_sql("CREATE TABLE %s (id integer, owner_id uuid REFERENCES members (id))",
		name);
	scratch_sql("SELECT own_by_member('%s', 'owner_id'%s)", name, leave_out);
}

TEST(one_call_gives_a_table_to_its_members)
{
	scratch_begin();
	add_owned_table("wishes", "");
	people_add(1);
	people_add(2);
	scratch_sql("INSERT INTO wishes VALUES (1, '%s'), (2, '%s')",
		scratch_uuid_text(1), scratch_uuid_text(2));
	people_end_account(1);
	assert_string_equal(
		scratch_value("SELECT string_agg(id::text, ' ') FROM wishes"), "2");
	scratch_sql("DO $test$ BEGIN INSERT INTO wishes VALUES (3, '%s');"
		    " RAISE 'it was taken';"
		    " EXCEPTION WHEN check_violation THEN NULL; END $test$",
		scratch_uuid_text(1));
	assert_null(scratch_value(UNGUARDED));
	scratch_rollback();
}

TEST(one_call_leaves_out_rows_for_former_members)
{
	begin_without_member_1();
	add_owned_table("greetings", ", true");
	scratch_sql("INSERT INTO greetings VALUES (1, '%s'), (2, '%s')",
		scratch_uuid_text(1), scratch_uuid_text(2));
	assert_string_equal(
		scratch_value("SELECT string_agg(id::text, ' ') FROM greetings"), "2");
	scratch_rollback();
}

int
main(void)
{
	scratch_open(NULL);
	return test_main();
}
