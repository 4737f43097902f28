#include "tests/handlers/identity/identity_fixture.h"

static struct scratch_answer
issue(const char *more)
{
	return call_anonymously(ENTRY(token_issue),
		scratch_printf("{\"email\": \"MEMBER1@example.org\"%s}", more));
}

TEST(gives_every_scope_that_the_member_may_have)
{
	struct scratch_answer answer;

	people_add(1);
	answer = issue("");
	assert_done(answer);
	assert_int_equal(strncmp(scratch_string(&answer, "token"), "kith_pat_", 9), 0);
	people_expect_rows(1,
		"credentials WHERE kind = 'token' AND"
		" scopes = %d AND hash = sha256('%s') AND name = 'kithctl'"
		" AND expires_at = now() + interval '90 days'",
		SCOPE_ALL & ~SCOPE_ADMIN, scratch_string(&answer, "token"));
	scratch_sql("UPDATE members SET role = 'admin'");
	assert_done(issue(""));
	people_expect_rows(1, "credentials WHERE scopes = %d", SCOPE_ALL);
	people_expect_rows(2, "audit WHERE action = 'token.issue'");
}

TEST(a_scope_brings_what_it_includes)
{
	people_add(1);
	assert_done(
		issue(", \"scopes\": [\"network:write\"], \"expiresInDays\": 1, \"name\":"
		      " \"ci\""));
	people_expect_rows(1,
		"credentials WHERE scopes = %d AND"
		" name = 'ci' AND expires_at = now() + interval '1 day'",
		SCOPE_NETWORK_WRITE | SCOPE_NETWORK_READ);
}

TEST(refuses_the_scope_admin_to_who_is_none)
{
	people_add(1);
	assert_problem(issue(", \"scopes\": [\"admin\"]"), PROBLEM_ADMIN_REQUIRED);
	people_expect_rows(0, "credentials");
}

TEST(refuses_who_is_no_member_and_what_is_out_of_bounds)
{
	assert_problem(issue(""), PROBLEM_MEMBER_NOT_FOUND);
	people_add_unverified(1);
	assert_problem(issue(""), PROBLEM_MEMBER_NOT_FOUND);
	people_expect_fault(
		issue(", \"expiresInDays\": 0"), "#/expiresInDays", FAULT_TOO_SMALL);
	people_expect_fault(
		issue(", \"expiresInDays\": 366"), "#/expiresInDays", FAULT_TOO_LARGE);
}
