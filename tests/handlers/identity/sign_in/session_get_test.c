#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_session_get, session_get};

static struct principal
add_session(void)
{
	struct principal caller;

	people_add_as(1, "suspended");
	scratch_sql(
		"INSERT INTO credentials (id, member_id, kind, hash, scopes, expires_at,"
		" absolute_expires_at) VALUES ('%s', '%s', 'session', sha256('x'), 63,"
		" '2126-01-01 00:00:00Z', '2126-02-01 00:00:00Z')",
		scratch_uuid_text(20), scratch_uuid_text(1));
	caller = people_principal(1);
	caller.credential = scratch_uuid(20);
	caller.scopes = SCOPE_NETWORK_READ | SCOPE_PROFILE;
	return caller;
}

TEST(answers_account_scopes_and_end_whatever_the_membership)
{
	struct principal caller;

	caller = add_session();
	scratch_expect(scratch_call(&entry, &caller, NULL),
		"{'account.membershipStatus': 'suspended',"
		" 'account.profile.handle': 'member-1', 'scopes.length': 2,"
		" 'scopes.0': 'profile', 'scopes.1': 'network:read',"
		" 'expiresAt': '2126-01-01T00:00:00.000Z'}");
}

TEST(a_revoked_credential_is_no_session)
{
	struct principal caller;

	caller = add_session();
	scratch_sql("UPDATE credentials SET revoked_at = now()");
	assert_problem(scratch_call(&entry, &caller, NULL), PROBLEM_INVALID_TOKEN);
}
