#include "services/identity/account/sweep.h"
#include "tests/handlers/identity/task_fixture.h"

TEST(removes_what_has_had_its_time_and_nothing_else)
{
	struct call call = {.arena = scratch_arena()};

	people_add(1);
	people_add_mail_token(1, "sign_in", "young", "1 minute");
	people_add_mail_token(1, "sign_in", "old", "-1 minute");
	scratch_sql("INSERT INTO attempts (kind, subject, started_at, count) VALUES"
		    " ('sign_in', 'a', now() - interval '16 minutes', 1),"
		    " ('sign_in', 'b', now() - interval '14 minutes', 1),"
		    " ('register', 'c', now() - interval '61 minutes', 1),"
		    " ('register', 'd', now() - interval '59 minutes', 1)");
	scratch_sql("INSERT INTO mails_to_addresses (address_hash, cause, sent_at)"
		    " SELECT sha256(age::text::bytea), 'account', ARRAY[now() - age]"
		    " FROM unnest(ARRAY[interval '23 hours', interval '25 hours']) AS"
		    " age");
	scratch_sql(
		"INSERT INTO credentials (id, member_id, name, kind, hash, scopes,"
		" expires_at, absolute_expires_at) SELECT gen_random_uuid(), '%s',"
		" 'Named', 'token', sha256(age::text::bytea), 1, now() - age, now() - age"
		" FROM unnest(ARRAY[interval '29 days', interval '31 days']) AS age",
		scratch_uuid_text(1));
	scratch_sql(
		"INSERT INTO sign_up_passwords (id, email, password_hash, expires_at)"
		" SELECT gen_random_uuid(), 'a@example.org', '$argon2id$', now() - age"
		" FROM unnest(ARRAY[interval '1 minute', interval '-1 minute']) AS age");
	scratch_sql("INSERT INTO known_addresses (id, member_id, address, signed_in_at)"
		    " SELECT gen_random_uuid(), '%s', '192.0.2.' ||"
		    " extract(day FROM age), now() - age"
		    " FROM unnest(ARRAY[interval '89 days', interval '91 days']) AS age",
		scratch_uuid_text(1));
	scratch_sql("SET ROLE kith_identity");
	call.db = scratch_open("identity");
	sweep_once(&call);
	scratch_sql("RESET ROLE");
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	assert_string_equal(
		scratch_value(
			"SELECT string_agg(subject, '' ORDER BY subject) FROM attempts"),
		"bd");
	people_expect_rows(1, "mails_to_addresses");
	people_expect_rows(1, "mail_tokens");
	people_expect_rows(1, "sign_up_passwords");
	people_expect_rows(1, "credentials");
	people_expect_rows(1, "known_addresses");
}

/* Adds a sign-up that was made `ago`, whose link has this lifetime from now on. */
static void
add_sign_up(unsigned number, const char *ago, const char *lifetime)
{
	people_add_unverified(number);
	people_add_mail_token(
		number, "verify_email", scratch_printf("link-%u", number), lifetime);
	scratch_sql("UPDATE members SET created_at = now() - interval '%s'"
		    " WHERE id = '%s'",
		ago, scratch_uuid_text(number));
}

TEST(forgets_an_address_when_its_link_and_its_use_of_a_code_have_ended)
{
	struct call call = {.arena = scratch_arena()};

	people_add(1);
	scratch_sql("UPDATE members SET created_at = now() - interval '1 year'");
	add_sign_up(2, "25 hours", "-1 hour");
	add_sign_up(3, "25 hours", "1 hour"); /* the link was sent again */
	add_sign_up(4, "25 hours", "-1 hour");
	add_sign_up(5, "23 hours", "-1 hour");
	scratch_sql(
		"INSERT INTO invite_codes (code, max_uses, uses) VALUES ('ONE', 1, 1)");
	scratch_sql("INSERT INTO invite_holds (id, code, member_id, taken_at) VALUES"
		    " ('%s', 'ONE', '%s', now() - interval '23 hours')",
		scratch_uuid_text(9), scratch_uuid_text(4));
	scratch_sql("SET ROLE kith_identity");
	call.db = scratch_open("identity");
	assert_false(sweep_sign_ups(&call));
	scratch_sql("RESET ROLE");
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	assert_string_equal(scratch_value("SELECT string_agg(left(email, 7), ' '"
					  " ORDER BY email) FROM members"),
		"member1 member3 member4 member5");
}

/* This test commits, as the service's own task does. */
TEST_COMMITTED(forgets_all_addresses_in_batches)
{
	scratch_sql("INSERT INTO members (id, email, name, created_at)"
		    " SELECT gen_random_uuid(), n || '@example.org', 'A',"
		    " now() - interval '2 days' FROM generate_series(1, 2500) AS n");
	scratch_sql(
		"INSERT INTO invite_codes (code, max_uses, uses) VALUES ('ONE', 2, 1)");
	scratch_sql("INSERT INTO invite_holds (id, code, member_id, taken_at)"
		    " SELECT gen_random_uuid(), 'ONE', id, now() - interval '2 days'"
		    " FROM members LIMIT 1");
	task_run(sweep_once);
	task_run_in(TX_WRITE, sweep_sign_ups);
	people_expect_rows(0, "members");
	assert_int_equal(people_count("SELECT uses FROM invite_codes"), 0);
	scratch_sql("DELETE FROM invite_codes");
}

TEST_COMMITTED(goes_on_until_nothing_is_left)
{
	scratch_sql("INSERT INTO attempts (kind, subject, started_at, count)"
		    " SELECT 'sign_in', n::text, now() - interval '16 minutes', 1"
		    " FROM generate_series(1, 25000) AS n");
	task_run(sweep_once);
	people_expect_rows(0, "attempts");
}
