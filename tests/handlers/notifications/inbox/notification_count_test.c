#include "tests/handlers/notifications/inbox_fixture.h"

/* Compares the count with the table itself. */
static void
agree(void)
{
	for (unsigned member = 1; member <= 3; member++)
		assert_int_equal(inbox_unread(member),
			people_count("SELECT count(*) FROM inbox WHERE recipient = '%s'"
				     " AND read_at IS NULL",
				scratch_uuid_text(member)));
}

TEST(is_what_is_unread_whatever_happens_to_the_inbox)
{
	people_add_all(3);
	agree();
	for (unsigned i = 0; i < 30; i++)
		inbox_add(100 + i, 1 + i % 2, "org_joined", "org", 30);
	assert_int_equal(inbox_unread(1), 15);
	agree();
	scratch_sql("UPDATE inbox SET read_at = now() WHERE id > '%s'",
		scratch_uuid_text(110));
	agree();
	scratch_sql("UPDATE inbox SET read_at = now()"); /* some are read already */
	agree();
	scratch_sql("UPDATE inbox SET read_at = NULL WHERE id > '%s'",
		scratch_uuid_text(120));
	agree();
	scratch_sql("DELETE FROM inbox WHERE id > '%s'", scratch_uuid_text(125));
	agree();
	assert_int_equal(inbox_unread(3), 0);
}

/* The query reads one row by its primary key and not the inbox. */
TEST(costs_one_look_however_much_is_unread)
{
	people_add(1);
	scratch_sql(
		"INSERT INTO inbox (id, recipient, kind, subject_type, dedupe)"
		" SELECT gen_random_uuid(), '%s', 'org_joined', 'org', gen_random_uuid()"
		" FROM generate_series(1, 5000)",
		scratch_uuid_text(1));
	scratch_sql("CREATE TEMPORARY TABLE before ON COMMIT DROP AS SELECT relname,"
		    " seq_tup_read + coalesce(idx_tup_fetch, 0) AS rows"
		    " FROM pg_stat_xact_user_tables");
	assert_int_equal(inbox_unread(1), 5000);
	assert_int_equal(
		people_count(
			"SELECT n.seq_tup_read + n.idx_tup_fetch - b.rows"
			" FROM pg_stat_xact_user_tables n JOIN before b USING (relname)"
			" WHERE relname = 'inbox'"),
		0);
}

TEST(goes_with_the_account)
{
	people_add(1);
	inbox_add(100, 1, "org_joined", "org", 30);
	people_end_account(1);
	people_expect_rows(0, "inbox_counts");
	people_expect_rows(0, "inbox");
}
