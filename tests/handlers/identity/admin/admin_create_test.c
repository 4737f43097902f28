#include "tests/handlers/identity/identity_fixture.h"

static struct scratch_answer
create(const char *email)
{
	return call_anonymously(ENTRY(admin_create),
		scratch_printf(JSON({"email": "%s", "name": "Root"}), email));
}

/* The token of the link in the answer. */
static const char *
token_of(const struct scratch_answer *answer)
{
	return strchr(scratch_string(answer, "link"), '=') + 1;
}

TEST(makes_an_administrator_who_can_then_set_a_password)
{
	struct scratch_answer answer;

	answer = create("root@example.org");
	assert_done(answer);
	assert_non_null(
		strstr(scratch_string(&answer, "link"), "/reset-password?token="));
	assert_int_equal(strncmp(scratch_string(&answer, "link"), "http", 4), 0);
	people_expect_rows(1,
		"members WHERE role = 'admin' AND"
		" status = 'active' AND email_verified_at = now()");
	assert_done(call_anonymously(ENTRY(password_reset),
		scratch_printf(JSON_OF({"token": "%s", "password": GOOD_PASSWORD}),
			token_of(&answer))));
	scratch_expect(call_anonymously(ENTRY(session_sign_in), JSON_OF({
		"email": "root@example.org",
		"password": GOOD_PASSWORD
	})),
		"{'account.role': 'admin'}");
}

TEST(promotes_a_member_and_leaves_the_name)
{
	people_add_as(1, "suspended");
	scratch_expect(
		create("Member1@example.org"), "{'userId': '%s'}", scratch_id("usr", 1));
	people_expect_rows(1,
		"members WHERE role = 'admin' AND"
		" status = 'active' AND name = 'Member 1'");
	people_expect_rows(1, "profiles");
	people_expect_rows(1, "audit WHERE action = 'member.make_admin'");
}

TEST(a_new_link_voids_the_one_before)
{
	struct scratch_answer first, second;

	first = create("root@example.org");
	second = create("root@example.org");
	assert_string_not_equal(token_of(&first), token_of(&second));
	people_expect_rows(1, "mail_tokens WHERE used_at IS NULL AND hash = sha256('%s')",
		token_of(&second));
	people_expect_rows(1, "mail_tokens WHERE used_at IS NULL");
}
