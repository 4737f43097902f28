#include "services/identity/account/sweep.h"
#include "tests/handlers/identity/task_fixture.h"

static void
removes_what_has_had_its_time_and_nothing_else(void **state)
{
	struct call call = {.arena = scratch_arena()};

	(void)state;
	people_add(1);
	people_add_mail_token(1, "sign_in", "young", "-6 days");
	people_add_mail_token(1, "sign_in", "old", "-8 days");
	scratch_sql("INSERT INTO attempts (kind, subject, started_at, count) VALUES"
		    " ('sign_in', 'a', now() - interval '16 minutes', 1),"
		    " ('sign_in', 'b', now() - interval '14 minutes', 1)");
	scratch_sql(
		"INSERT INTO credentials (id, member_id, kind, hash, scopes, expires_at,"
		" absolute_expires_at) SELECT gen_random_uuid(), '%s', 'token',"
		" sha256(age::text::bytea), 1, now() - age, now() - age"
		" FROM unnest(ARRAY[interval '29 days', interval '31 days']) AS age",
		scratch_uuid_text(1));
	scratch_sql(
		"INSERT INTO sign_up_passwords (id, email, password_hash, expires_at)"
		" SELECT gen_random_uuid(), 'a@example.org', '$argon2id$', now() - age"
		" FROM unnest(ARRAY[interval '6 days', interval '8 days']) AS age");
	scratch_sql("SET ROLE kith_identity");
	call.db = scratch_open("identity");
	sweep_once(&call);
	scratch_sql("RESET ROLE");
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	assert_string_equal(
		scratch_value("SELECT string_agg(subject, '') FROM attempts"), "b");
	assert_int_equal(people_count("SELECT count(*) FROM mail_tokens"), 1);
	assert_int_equal(people_count("SELECT count(*) FROM sign_up_passwords"), 1);
	assert_int_equal(people_count("SELECT count(*) FROM credentials"), 1);
}

/* Committed, as the service's own task does it. */
static void
goes_on_until_nothing_is_left(void **state)
{
	(void)state;
	scratch_sql("INSERT INTO attempts (kind, subject, started_at, count)"
		    " SELECT 'sign_in', n::text, now() - interval '16 minutes', 1"
		    " FROM generate_series(1, 25000) AS n");
	task_run(sweep_once);
	assert_int_equal(people_count("SELECT count(*) FROM attempts"), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(removes_what_has_had_its_time_and_nothing_else),
		cmocka_unit_test(goes_on_until_nothing_is_left),
	};

	scratch_open("identity");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
