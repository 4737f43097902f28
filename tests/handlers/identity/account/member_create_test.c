#include "tests/handlers/identity/identity_fixture.h"

static struct scratch_answer
create(const char *json)
{
	const struct op_entry entry = {&op_member_create, member_create};
	const struct principal operator_itself = {.via = VIA_OPERATOR};

	return scratch_call(&entry, &operator_itself, json);
}

TEST(makes_a_verified_pending_account)
{
	struct scratch_answer answer;

	answer = create(JSON({"email": "ada@example.org", "name": "Ada Lovelace"}));
	assert_done(answer);
	assert_int_equal(strncmp(scratch_string(&answer, "userId"), "usr_", 4), 0);
	people_expect_rows(1,
		"members m JOIN profiles p ON"
		" p.member_id = m.id WHERE p.handle = 'ada-lovelace' AND"
		" p.onboarded_at IS NULL AND m.status = 'pending' AND"
		" m.role = 'member' AND m.password_hash IS NULL AND"
		" m.email_verified_at = now()");
	people_expect_rows(1,
		"audit WHERE action = 'member.create' AND credential_kind = 'operator'");
	people_expect_rows(0, "outbox");
}

TEST(takes_handle_password_and_roles)
{
	assert_done(
		create("{\"email\": \"ada@example.org\", \"name\": \"Ada\", \"handle\":"
		       " \"countess\", \"password\": \"" GOOD_PASSWORD "\","
		       " \"admin\": true}"));
	people_expect_rows(1,
		"members m JOIN profiles p ON"
		" p.member_id = m.id WHERE p.handle = 'countess' AND"
		" m.status = 'active' AND m.role = 'admin' AND"
		" m.password_hash LIKE '$argon2id$%%'");
}

TEST(refuses_an_address_or_a_handle_that_somebody_has)
{
	people_add(1);
	people_expect_fault(create(JSON({"email": "MEMBER1@example.org", "name": "Ada"})),
		"#/email", FAULT_TAKEN);
	assert_problem(create(JSON({
		"email": "ada@example.org",
		"name": "Ada",
		"handle": "member-1"
	})),
		PROBLEM_HANDLE_TAKEN);
	people_expect_rows(1, "members");
}

TEST(takes_over_an_address_that_nobody_verified)
{
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "old", "1 hour");
	scratch_expect(create(JSON({"email": "member1@example.org", "name": "Ada"})),
		"{'userId': '%s'}", scratch_id("usr", 1));
	assert_string_equal(scratch_value("SELECT name FROM members"), "Ada");
	people_expect_rows(0, "mail_tokens WHERE used_at IS NULL");
}

TEST(refuses_common_passwords_and_reserved_handles)
{
	struct scratch_answer answer;

	answer = create(JSON({
		"email": "ada@example.org",
		"name": "Ada",
		"handle": "admin",
		"password": "password1234"
	}));
	assert_problem(answer, PROBLEM_VALIDATION_FAILED);
	assert_string_equal(answer.faults->pointer, "#/password");
	assert_string_equal(answer.faults->next->pointer, "#/handle");
}

TEST(refuses_a_password_that_is_the_address)
{
	people_expect_fault(create(JSON({
		"email": "ada@example.org",
		"name": "Ada",
		"password": "Ada@example.org"
	})),
		"#/password", FAULT_NOT_ALLOWED);
}
