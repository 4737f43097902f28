#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_session_sign_out, session_sign_out};

static void
add_session(unsigned number, unsigned member)
{
	scratch_sql(
		"INSERT INTO credentials (id, member_id, kind, hash, scopes, expires_at,"
		" absolute_expires_at) VALUES ('%s', '%s', 'session', sha256('%u'), 63,"
		" now() + interval '1 day', now() + interval '1 day')",
		scratch_uuid_text(number), scratch_uuid_text(member), number);
}

TEST(ends_the_credential_of_the_request_alone)
{
	struct principal caller;

	people_add_all(2);
	add_session(20, 1);
	add_session(21, 1);
	add_session(22, 2);
	caller = people_principal(1);
	caller.credential = scratch_uuid(20);
	assert_done(scratch_call(&entry, &caller, NULL));
	assert_string_equal(
		scratch_value("SELECT id FROM credentials WHERE revoked_at = now()"),
		scratch_uuid_text(20));
	people_expect_rows(2, "credentials WHERE revoked_at IS NULL");
	assert_done(scratch_call(&entry, &caller, NULL));
}

TEST(ends_nothing_of_somebody_else)
{
	struct principal caller;

	people_add_all(2);
	add_session(22, 2);
	caller = people_principal(1);
	caller.credential = scratch_uuid(22);
	assert_done(scratch_call(&entry, &caller, NULL));
	people_expect_rows(1, "credentials WHERE revoked_at IS NULL");
}
