#include "tests/handlers/media/social_fixture.h"

static const struct op_entry entry = {&op_social_link_finish, social_link_finish};

/* The state that social_redeem leaves behind. */
static void
redeem(unsigned member, const char *expires)
{
	social_begin(member, "state", expires);
	scratch_sql("UPDATE social_links SET used_at = now(), remote_id = '9', handle ="
		    " 'ada', url = 'https://a.example/@ada', token = 'sealed',"
		    " token_expires_at = '2126-01-01 00:00:00Z'");
}

TEST(links_what_was_redeemed_and_audits_it)
{
	people_add(1);
	social_add(1, SOCIAL_URL, "NULL");
	redeem(1, "now() + interval '1 minute'");
	scratch_expect(social_call(&entry, 1, JSON({"state": "state", "code": "code"})),
		"{'handle': 'ada', 'expiresAt': '2126-01-01T00:00:00.000Z'}");
	/* The old token is revoked, and the new one is not. */
	people_expect_rows(1, "social_revocations");
	people_expect_rows(0, "social_revocations WHERE token = 'sealed'");
	people_expect_rows(1, "audit WHERE action = 'social.link'");
	people_expect_fault(
		social_call(&entry, 1, JSON({"state": "state", "code": "code"})),
		"#/state", FAULT_NOT_ALLOWED);
}

TEST(links_nothing_of_another_member_nor_too_late)
{
	people_add_all(2);
	redeem(1, "now() - interval '61 seconds'");
	for (unsigned member = 1; member <= 2; member++) {
		people_expect_fault(social_call(&entry, member, JSON({"state": "state"})),
			"#/state", FAULT_NOT_ALLOWED);
	}
	people_expect_fault(social_call(&entry, 1, JSON({"state": "other"})), "#/state",
		FAULT_NOT_ALLOWED);
	people_expect_rows(0, "social_accounts");
}
