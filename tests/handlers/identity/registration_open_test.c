#include "tests/handlers/identity/identity_fixture.h"

TEST(a_verified_account_is_active_and_troubles_no_administrator)
{
	people_add(9);
	scratch_sql("UPDATE members SET role = 'admin'");
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "open-sesame", "1 hour");
	scratch_expect(call_anonymously(ENTRY(account_verify_email),
			       JSON({"token": "open-sesame"})),
		"{'membershipStatus': 'active'}");
	people_expect_rows(0, "outbox");
}

int
main(void)
{
	setenv("KITH_REGISTRATION", "open", 1);
	return test_main();
}
