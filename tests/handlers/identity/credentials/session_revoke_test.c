#include "tests/handlers/identity/account_fixture.h"

static struct scratch_answer
revoke(const char *id)
{
	return call_as(1, ENTRY(session_revoke), scratch_printf(JSON({"id": "%s"}), id));
}

TEST(ends_one_of_the_callers_own)
{
	people_add(1);
	add_credential(20, 1, "session", "one", "1 day");
	add_credential(21, 1, "session", "two", "1 day");
	assert_done(revoke(scratch_id("ses", 20)));
	assert_string_equal(scratch_value("SELECT string_agg(name, ' ') FROM credentials"
					  " WHERE revoked_at IS NULL"),
		"two");
	assert_int_equal(count_audit("session.revoke", 1), 1);
}

TEST(knows_nothing_of_others_of_other_kinds_and_of_ended_ones)
{
	people_add_all(2);
	add_credential(20, 2, "session", "theirs", "1 day");
	add_credential(21, 1, "token", "other", "1 day");
	add_credential(22, 1, "session", "late", "-1 second");
	for (unsigned i = 20; i < 24; i++)
		assert_problem(revoke(scratch_id("ses", i)), PROBLEM_SESSION_NOT_FOUND);
	assert_problem(revoke("nonsense"), PROBLEM_SESSION_NOT_FOUND);
	assert_problem(revoke(scratch_id("usr", 20)), PROBLEM_SESSION_NOT_FOUND);
	people_expect_rows(0, "credentials WHERE revoked_at IS NOT NULL");
}
