#include "tests/handlers/identity/account_fixture.h"

TEST(leaves_this_session_and_all_tokens)
{
	people_add_all(2);
	add_credential(901, 1, "session", "mine", "1 day");
	add_credential(20, 1, "session", "one", "1 day");
	add_credential(21, 1, "session", "two", "1 day");
	add_credential(22, 1, "token", "pat", "1 day");
	add_credential(23, 2, "session", "theirs", "1 day");
	assert_done(call_as(1, ENTRY(session_revoke_others), NULL));
	assert_string_equal(scratch_value("SELECT string_agg(name, ' ' ORDER BY name)"
					  " FROM credentials WHERE revoked_at IS NULL"),
		"mine pat theirs");
	assert_int_equal(count_audit("session.revoke_others", 1), 1);
	assert_done(call_as(1, ENTRY(session_revoke_others), NULL));
}
