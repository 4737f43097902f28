#include "tests/handlers/identity/activity/approval_fixture.h"

TEST_COMMITTED(forgets_the_input)
{
	const char *id;

	app_that_waits(1, 301);
	id = newest(1);
	people_add(2);
	assert_problem(by_browser(2, ENTRY(me_approval_decline), id),
		PROBLEM_APPROVAL_NOT_FOUND);
	assert_done(by_browser(1, ENTRY(me_approval_decline), id));
	assert_problem(by_browser(1, ENTRY(me_approval_decline), id),
		PROBLEM_APPROVAL_NOT_FOUND);
	people_expect_rows(
		1, "approvals WHERE status = 'declined' AND input = '' AND content = ''");
	assert_int_equal(asks_of(1), 0);
}

TEST_COMMITTED(keeps_the_latest_five_hundred)
{
	const char *id;

	app_that_waits(3, 302);
	id = newest(3);
	scratch_sql(
		"INSERT INTO approvals (id, member_id, status, decided_at, client_kind,"
		" client, client_name, token_id, grant_id, via, operation, input,"
		" words, content) SELECT gen_random_uuid(), member_id, 'declined',"
		" now() - n * interval '1 minute', client_kind, client, client_name,"
		" token_id, grant_id, via, operation, '', words, ''"
		" FROM approvals, generate_series(1, 510) AS n"
		" WHERE status = 'waiting'");
	assert_done(by_browser(3, ENTRY(me_approval_decline), id));
	people_expect_rows(500, "approvals WHERE member_id = '%s'", scratch_uuid_text(3));
	people_expect_rows(0, "approvals WHERE decided_at < now() - interval '500 min'");
}
