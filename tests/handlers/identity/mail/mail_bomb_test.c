/*
 * mail_bomb_test.c - strangers cannot fill a mailbox: each kind of mail that they cause
 * to an address has a counter of its own, and their answers do not show it.
 */
#include "proto/bounds/bounds.h"
#include "tests/handlers/identity/account_fixture.h"

#define AN_HOUR BOUND_ADDRESS_MAILS_AN_HOUR
#define A_DAY BOUND_ADDRESS_MAILS_A_DAY

static long
mails(const char *address)
{
	return people_count("SELECT count(*) FROM outbox WHERE topic = 'mail'"
			    " AND lower(payload ->> 'toAddress') = lower('%s')",
		address);
}

/* The counters of attempts are not what is tested. */
static void
forget_attempts(void)
{
	scratch_sql("DELETE FROM attempts");
}

static void
sign_up(const char *address)
{
	forget_attempts();
	scratch_expect(call_anonymously(ENTRY(account_sign_up),
			       scratch_printf(JSON_OF({
				       "email": "%s",
				       "name": "Ada",
				       "password": GOOD_PASSWORD
			       }),
				       address)),
		"{'status': 'verification_sent'}");
}

static void
ask(struct op_entry entry, const char *address, const char *status)
{
	forget_attempts();
	scratch_expect(
		call_anonymously(entry, scratch_printf(JSON({"email": "%s"}), address)),
		"{'status': '%s'}", status);
	send_asked_mails();
}

/* Asks in every way that a stranger has. */
static void
bomb(const char *address, int rounds)
{
	for (int i = 0; i < rounds; i++) {
		sign_up(address);
		ask(ENTRY(account_resend_verification), address, "verification_sent");
		ask(ENTRY(password_forgot), address, "reset_sent");
	}
}

static void
let_pass(const char *time)
{
	scratch_sql("UPDATE mails_to_addresses SET sent_at ="
		    " ARRAY(SELECT at - interval '%s' FROM unnest(sent_at) AS at)",
		time);
}

/* A link of which nobody learns must not be stored. */
TEST(links_that_are_not_mailed_are_not_stored)
{
	sign_up("flooded@example.org");
	for (int i = 0; i < 3 * AN_HOUR; i++)
		ask(ENTRY(account_resend_verification), "flooded@example.org",
			"verification_sent");
	assert_int_equal(mails("flooded@example.org"), AN_HOUR);
	people_expect_rows(AN_HOUR, "mail_tokens WHERE kind = 'verify_email'");
}

TEST(an_address_without_an_account_gets_few_mails)
{
	bomb("Victim@example.org", 1);
	assert_int_equal(mails("victim@example.org"), 3);
	bomb("victim@EXAMPLE.org", 3);
	assert_int_equal(mails("victim@example.org"), AN_HOUR);
	let_pass("1 hour");
	bomb("victim@example.org", 3);
	assert_int_equal(mails("victim@example.org"), 2 * AN_HOUR);
	for (int hour = 0; hour < 5; hour++) {
		let_pass("1 hour");
		bomb("victim@example.org", 2);
	}
	assert_int_equal(mails("victim@example.org"), A_DAY);
	let_pass("20 hours");
	bomb("victim@example.org", 2);
	assert_int_equal(mails("victim@example.org"), A_DAY + AN_HOUR);
	people_expect_rows(
		1, "mails_to_addresses WHERE cardinality(sent_at) <= %d", A_DAY);
}

TEST(a_member_gets_few_mails_and_others_theirs)
{
	add_knowing(1);
	people_add(2);
	bomb("member1@example.org", AN_HOUR + 1);
	assert_int_equal(count_mails("sign_up_notice", "member1@example.org"), AN_HOUR);
	assert_int_equal(count_mails("reset_password", "member1@example.org"), AN_HOUR);
	assert_int_equal(mails("member1@example.org"), 2 * AN_HOUR);
	ask(ENTRY(password_forgot), "member2@example.org", "reset_sent");
	ask(ENTRY(password_forgot), "member2@example.org", "reset_sent");
	assert_int_equal(mails("member2@example.org"), 2);
}

static void
ask_for_change(const char *address)
{
	forget_attempts();
	assert_done(call_as(1, ENTRY(email_change),
		scratch_printf(
			JSON_OF({"email": "%s", "password": GOOD_PASSWORD}), address)));
}

TEST(a_changed_address_counts_as_well)
{
	add_knowing(1);
	for (int i = 0; i < AN_HOUR + 1; i++)
		ask_for_change("new@example.org");
	assert_int_equal(count_mails("change_email", "new@example.org"), AN_HOUR);
	assert_int_equal(
		count_mails("email_change_asked", "member1@example.org"), AN_HOUR + 1);
}

/* The owner of an address needs the mails with a link. */
TEST(sign_ups_use_up_no_change_to_the_address)
{
	add_knowing(1);
	for (int i = 0; i < AN_HOUR + 1; i++)
		sign_up("new@example.org");
	assert_int_equal(mails("new@example.org"), AN_HOUR);
	ask_for_change("new@example.org");
	assert_int_equal(count_mails("change_email", "new@example.org"), 1);
}

TEST(mails_without_a_link_use_up_no_new_password)
{
	add_knowing(1);
	add_knowing(2);
	for (int i = 0; i < AN_HOUR; i++) {
		sign_up("member2@example.org");
		ask_for_change("member2@example.org");
	}
	assert_int_equal(mails("member2@example.org"), AN_HOUR);
	ask(ENTRY(password_forgot), "member2@example.org", "reset_sent");
	assert_int_equal(count_mails("reset_password", "member2@example.org"), 1);
}

/* A link for a new password works for an hour. */
TEST(a_flood_of_new_passwords_leaves_a_link_that_works)
{
	long sent = A_DAY;

	add_knowing(1);
	for (int hour = 0; hour < A_DAY / AN_HOUR; hour++) {
		bomb("member1@example.org", AN_HOUR);
		let_pass("1 hour");
	}
	assert_int_equal(count_mails("reset_password", "member1@example.org"), sent);
	for (int hour = 0; hour < 2; hour++) {
		bomb("member1@example.org", AN_HOUR);
		assert_int_equal(
			count_mails("reset_password", "member1@example.org"), ++sent);
		let_pass("59 minutes");
		bomb("member1@example.org", 1);
		assert_int_equal(
			count_mails("reset_password", "member1@example.org"), sent);
		let_pass("1 minute");
	}
	assert_int_equal(count_mails("sign_up_notice", "member1@example.org"), A_DAY);
}

static void
forgot_from(const char *address)
{
	struct principal owner = scratch_anonymous();

	forget_attempts();
	owner.address = arena_text(scratch_arena(), address);
	assert_done(scratch_call(
		&ENTRY(password_forgot), &owner, JSON({"email": "member1@example.org"})));
	send_asked_mails();
}

/* Strangers must not keep an owner from choosing a new password. */
TEST(an_owner_at_a_known_origin_gets_the_link)
{
	/* The known address, and another one of its network. */
	static const char *const origins[] = {"198.51.100.7", "198.51.100.99"};
	long sent = 2 * AN_HOUR;

	add_knowing(1);
	scratch_sql("INSERT INTO known_addresses (id, member_id, address) VALUES"
		    " (gen_random_uuid(), '%s', '198.51.100.7/32')",
		scratch_uuid_text(1));
	bomb("member1@example.org", AN_HOUR);
	assert_int_equal(mails("member1@example.org"), sent);
	for (size_t i = 0; i < COUNT_OF(origins); i++) {
		/* Each origin has a limit of its own. */
		for (int k = 0; k < AN_HOUR + 2; k++)
			forgot_from(origins[i]);
		sent += AN_HOUR;
		assert_int_equal(mails("member1@example.org"), sent);
	}
	forgot_from("203.0.113.1");
	assert_int_equal(mails("member1@example.org"), sent);
}
