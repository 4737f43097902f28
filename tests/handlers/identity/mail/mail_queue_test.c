/* Askers of mails take turns, so that nobody's requests delay those of others. */
#include "tests/handlers/identity/account_fixture.h"

/* A stranger, or an owner at a known address, asks for a link. */
static void
ask_from(const char *address, const char *email)
{
	struct principal nobody = scratch_anonymous();

	nobody.address = arena_text(scratch_arena(), address);
	scratch_sql("DELETE FROM attempts");
	assert_done(scratch_call(&ENTRY(password_forgot), &nobody,
		scratch_printf(JSON({"email": "%s"}), email)));
}

/* The number of requests that are answered until that of an address is. */
static int
place_of(const char *email)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open("identity")};
	struct mail_request request;
	int place = 0;

	while (people_count("SELECT count(*) FROM mail_requests WHERE email = '%s'",
		       email) > 0) {
		scratch_sql("SET ROLE kith_identity");
		assert_true(mail_request_take(&call, &request));
		mail_request_answer(&call, &request);
		scratch_sql("RESET ROLE");
		place++;
	}
	return place;
}

static void
know(unsigned member, const char *address)
{
	scratch_sql("INSERT INTO known_addresses (id, member_id, address) VALUES"
		    " (gen_random_uuid(), '%s', '%s/32')",
		scratch_uuid_text(member), address);
}

TEST(strangers_of_eight_networks_delay_another_by_eight_requests)
{
	people_add(1);
	for (int i = 0; i < 400; i++)
		ask_from(scratch_printf("192.0.%d.%d", i % 8, i % 200),
			scratch_printf("nobody%d@example.org", i));
	ask_from("198.51.100.7", "member1@example.org");
	assert_int_equal(place_of("member1@example.org"), 9);
	assert_int_equal(count_mails("reset_password", "member1@example.org"), 1);
}

TEST(strangers_who_know_the_address_delay_its_owner_by_eight_requests)
{
	people_add(1);
	know(1, "198.51.100.7");
	for (int i = 0; i < 400; i++)
		ask_from(scratch_printf("192.0.%d.%d", i % 8, i % 200),
			scratch_printf("nobody%d@example.org", i));
	for (int i = 0; i < 8; i++)
		ask_from(scratch_printf("192.0.%d.1", i), "member1@example.org");
	ask_from("198.51.100.7", "member1@example.org");
	scratch_sql("DELETE FROM mail_requests WHERE email = 'member1@example.org'"
		    " AND origin IS NULL");
	assert_int_equal(place_of("member1@example.org"), 9);
}

TEST(accounts_at_many_known_addresses_delay_another_by_one_request_each)
{
	people_add_all(3);
	for (int i = 0; i < 100; i++) {
		const unsigned member = 2 + (unsigned)i % 2;
		const char *address = scratch_printf("192.0.2.%d", i);

		know(member, address);
		ask_from(address, scratch_printf("member%u@example.org", member));
	}
	people_expect_rows(100, "mail_requests");
	know(1, "198.51.100.7");
	ask_from("198.51.100.7", "member1@example.org");
	assert_int_equal(place_of("member1@example.org"), 3);
}

static void
sign_up_from(const char *address, const char *email)
{
	struct principal nobody = scratch_anonymous();

	nobody.address = arena_text(scratch_arena(), address);
	assert_done(scratch_call(&ENTRY(account_sign_up), &nobody,
		scratch_printf(JSON({
			"email": "%s",
			"password": "a long password 7",
			"name": "N"
		}),
			email)));
}

static void
expect_turns(const char *turns)
{
	assert_string_equal(
		scratch_value(
			"SELECT string_agg(turn::text, ' ' ORDER BY id) FROM outbox"),
		turns);
}

/* Known attack: strangers signed up with as many addresses as the limits allow, and
 * nobody else got a link. */
TEST(links_of_sign_ups_take_turns_by_network)
{
	people_add(1);
	for (int i = 0; i < 5; i++)
		sign_up_from(scratch_printf("192.0.2.%d", i),
			scratch_printf("new%d@example.org", i));
	sign_up_from("198.51.100.7", "other@example.org");
	expect_turns("0 1 2 3 4 0");
}

/* Known attack: strangers asked for a link to each of 400 addresses. */
TEST(links_that_were_asked_for_take_turns_by_asker)
{
	people_add_all(7);
	know(7, "192.0.2.1");
	for (int i = 1; i <= 5; i++)
		ask_from("192.0.2.1", scratch_printf("member%d@example.org", i));
	ask_from("198.51.100.7", "member6@example.org");
	ask_from("192.0.2.1", "member7@example.org");
	send_asked_mails();
	expect_turns("0 0 0 1 2 3 4");
}

/* Known attack: the link of an owner waited for those that strangers had requested for
 * the owner's address. */
TEST(the_link_of_an_owner_does_not_wait_for_those_that_strangers_asked_for)
{
	people_add(1);
	know(1, "198.51.100.7");
	for (int i = 0; i < 5; i++)
		ask_from(scratch_printf("192.0.%d.1", i), "member1@example.org");
	ask_from("198.51.100.7", "member1@example.org");
	send_asked_mails();
	expect_turns("0 0 0 0 0 0");
}

TEST(a_request_that_waits_is_not_added_again)
{
	people_add(1);
	for (int i = 0; i < 20; i++)
		ask_from("192.0.2.1", "Member1@example.org");
	people_expect_rows(1, "mail_requests");
	ask_from("198.51.100.7", "member1@example.org");
	people_expect_rows(2, "mail_requests");
	send_asked_mails();
	ask_from("192.0.2.1", "member1@example.org");
	people_expect_rows(1, "mail_requests WHERE turn = 0");
}

TEST(a_request_that_failed_is_tried_at_once_when_it_comes_again)
{
	people_add(1);
	ask_from("192.0.2.1", "member1@example.org");
	scratch_sql("UPDATE mail_requests SET tries = 5,"
		    " next_try_at = now() + interval '5 minutes'");
	ask_from("192.0.2.1", "member1@example.org");
	people_expect_rows(1, "mail_requests WHERE tries = 5 AND next_try_at <= now()");
}
