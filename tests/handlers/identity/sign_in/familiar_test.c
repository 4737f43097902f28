/*
 * familiar_test.c - a new password makes every program and network unfamiliar, so that a
 * thief who signs in again is noticed.
 */
#include "tests/handlers/identity/account_fixture.h"

#define OWNER "member1@example.org"
#define HOME "192.0.2.7"
#define OTHER_HOME "203.0.113.1"
#define THIEF "198.51.100.1"

static struct principal
somebody(const char *program, const char *address)
{
	struct principal nobody = scratch_anonymous();

	nobody.user_agent = arena_text(scratch_arena(), program);
	nobody.address = arena_text(scratch_arena(), address);
	return nobody;
}

static void
sign_in(const char *password, const char *program, const char *address)
{
	const struct principal nobody = somebody(program, address);

	assert_done(scratch_call(&ENTRY(session_sign_in), &nobody,
		scratch_printf(
			"{\"email\": \"" OWNER "\", \"password\": \"%s\"}", password)));
}

/* The owner signed in at home, with session 901, and at another place; a thief did, with
 * a program and from a network that nobody else uses. One session of the thief ended. */
static void
have_thief(void)
{
	add_knowing(1);
	sign_in(GOOD_PASSWORD, "Owner/1.0", HOME);
	scratch_sql("UPDATE credentials SET id = '%s'", scratch_uuid_text(901));
	sign_in(GOOD_PASSWORD, "Owner/1.0", OTHER_HOME);
	sign_in(GOOD_PASSWORD, "Ended/1.0", THIEF);
	scratch_sql("UPDATE credentials SET revoked_at = now()"
		    " WHERE user_agent = 'Ended/1.0'");
	sign_in(GOOD_PASSWORD, "Thief/1.0", THIEF);
	scratch_sql("DELETE FROM outbox");
}

static void
reset_from(const char *address)
{
	const struct principal nobody = somebody("Owner/1.0", address);

	people_add_mail_token(1, "reset_password", "go", "1 hour");
	assert_done(scratch_call(&ENTRY(password_reset), &nobody,
		JSON_OF({"token": "go", "password": NEW_PASSWORD})));
}

static void
expect_notices(long count)
{
	assert_int_equal(count_mails("new_sign_in", OWNER), count);
}

/* A thief tries the passwords of accounts that nobody uses. */
TEST(the_first_sign_in_after_months_is_unfamiliar)
{
	add_knowing(1);
	sign_in(GOOD_PASSWORD, "Owner/1.0", HOME);
	expect_notices(0);
	scratch_sql("DELETE FROM credentials");
	scratch_sql("DELETE FROM known_addresses");
	scratch_sql("UPDATE members SET created_at = now() - interval '1 year'");
	sign_in(GOOD_PASSWORD, "Owner/1.0", HOME);
	expect_notices(1);
	sign_in(GOOD_PASSWORD, "Owner/1.0", HOME);
	expect_notices(1);
}

TEST(a_reset_makes_the_network_of_a_thief_unfamiliar)
{
	have_thief();
	reset_from(HOME);
	sign_in(NEW_PASSWORD, "Fresh/1.0", THIEF);
	expect_notices(1);
	people_expect_rows(2, "known_addresses");
}

TEST(a_reset_makes_the_programs_of_a_thief_unfamiliar)
{
	have_thief();
	reset_from(HOME);
	sign_in(NEW_PASSWORD, "Thief/1.0", "198.18.0.1");
	expect_notices(1);
	sign_in(NEW_PASSWORD, "Ended/2.0", "198.19.0.1");
	expect_notices(2);
	/* Nothing remains of this name without its version number. */
	sign_in(NEW_PASSWORD, "1.0", "198.20.0.1");
	expect_notices(3);
}

TEST(a_sign_in_from_the_address_of_the_reset_is_familiar)
{
	have_thief();
	reset_from("2001:db8:1::7");
	sign_in(NEW_PASSWORD, "Owner/1.0", "2001:db8:1::7");
	expect_notices(0);
	/* The first sign-in elsewhere has neither a known program nor a known network. */
	sign_in(NEW_PASSWORD, "Phone/1.0", HOME);
	expect_notices(1);
	sign_in(NEW_PASSWORD, "Owner/2.0", OTHER_HOME);
	expect_notices(1);
}

/* A member without a password sets the first one by the same link. */
TEST(the_first_sign_in_after_the_first_password_is_familiar)
{
	people_add(1);
	reset_from(HOME);
	sign_in(NEW_PASSWORD, "Owner/1.0", OTHER_HOME);
	expect_notices(0);
}

TEST(a_change_of_the_password_keeps_what_the_present_session_uses)
{
	have_thief();
	assert_done(call_as(1, ENTRY(password_change),
		JSON_OF({"current": GOOD_PASSWORD, "new": NEW_PASSWORD})));
	assert_string_equal(scratch_value("SELECT string_agg(address, ' ')"
					  " FROM known_addresses"),
		HOME "/32");
	sign_in(NEW_PASSWORD, "Thief/1.0", THIEF);
	expect_notices(1);
	sign_in(NEW_PASSWORD, "Phone/1.0", HOME);
	sign_in(NEW_PASSWORD, "Owner/2.0", "198.18.0.1");
	expect_notices(1);
}

/* Known addresses stay known, because they protect the owner from floods of strangers,
 * and any app with a token may call this. */
TEST(ending_the_other_sessions_forgets_their_programs)
{
	have_thief();
	assert_done(call_as(1, ENTRY(session_revoke_others), NULL));
	sign_in(GOOD_PASSWORD, "Thief/1.0", "198.18.0.1");
	expect_notices(1);
	sign_in(GOOD_PASSWORD, "Owner/1.0", "198.19.0.1");
	expect_notices(1);
	people_expect_rows(5, "known_addresses");
}

TEST(ending_the_other_sessions_makes_their_networks_unfamiliar)
{
	have_thief();
	assert_done(call_as(1, ENTRY(session_revoke_others), NULL));
	sign_in(GOOD_PASSWORD, "Phone/1.0", HOME);
	expect_notices(0);
	sign_in(GOOD_PASSWORD, "Fresh/1.0", THIEF);
	expect_notices(1);
	/* The owner has been told of this network. */
	sign_in(GOOD_PASSWORD, "Another/1.0", THIEF);
	expect_notices(1);
	sign_in(GOOD_PASSWORD, "Tablet/1.0", OTHER_HOME);
	expect_notices(2);
	people_expect_rows(3, "known_addresses");
}

TEST(touches_no_other_member)
{
	have_thief();
	people_add(2);
	add_credential(20, 2, "session", "theirs", "1 day");
	scratch_sql("UPDATE credentials SET user_agent = 'x' WHERE id = '%s'",
		scratch_uuid_text(20));
	scratch_sql("INSERT INTO known_addresses (id, member_id, address)"
		    " VALUES (gen_random_uuid(), '%s', '" THIEF "/32')",
		scratch_uuid_text(2));
	reset_from(HOME);
	people_expect_rows(
		1, "known_addresses WHERE member_id = '%s'", scratch_uuid_text(2));
	people_expect_rows(
		1, "credentials WHERE revoked_at IS NULL AND user_agent = 'x'");
}
