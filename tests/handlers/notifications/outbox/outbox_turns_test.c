/* The order in which mails are sent. */
#include "common/service/service.h"
#include "services/notifications/outbox/outbox_lease.h"
#include "services/notifications/outbox/outbox_run.h"
#include "tests/support/handler_test.h"

static void
add_mail_of(const char *asker, const char *address, const char *secret)
{
	scratch_sql("INSERT INTO outbox (id, topic, payload, secret, asker) VALUES"
		    " (new_id(), 'mail',"
		    " jsonb_build_object('template', 'test', 'toAddress', '%s'), %s, %s)",
		address, secret, asker);
}

static void
add_mail(const char *address, const char *secret)
{
	add_mail_of("NULL", address, secret);
}

static void
add_notifications(int count)
{
	scratch_sql("INSERT INTO outbox (id, topic, payload) SELECT new_id(), 'mail',"
		    " jsonb_build_object('kind', 'test', 'recipient', new_id())"
		    " FROM generate_series(1, %d)",
		count);
}

/* How many mails are claimed until that of an address is. */
static int
place_of(const char *address)
{
	struct call call = {
		.arena = scratch_arena(), .db = scratch_open("notifications")};
	struct outbox_lease lease;
	struct rows *rows;
	int place = 0;

	scratch_sql("SET ROLE kith_notifications");
	do {
		rows = outbox_lease_claim(&call, OUTBOX_MAIL, 1, &lease);
		assert_int_equal(rows->count, 1);
		place++;
	} while (row_null(rows, 0, "to_address") ||
		strcmp(row_text(rows, 0, "to_address").data, address) != 0);
	scratch_sql("RESET ROLE");
	return place;
}

TEST(mails_about_an_account_come_before_notifications)
{
	add_notifications(20);
	add_mail("owner@example.org", "'s'");
	add_mail("member@example.org", "NULL");
	assert_int_equal(place_of("owner@example.org"), 1);
	assert_int_equal(place_of("member@example.org"), 1);
}

/* Known attack: notices of a thief's sign-in waited until a flood of links ended, and the
 * flood asked for mails to the owner, too. */
TEST(a_notice_about_an_account_does_not_wait_for_a_flood_of_links)
{
	for (int i = 0; i < 80; i++)
		add_mail_of(
			scratch_printf("'%s'", scratch_uuid_text(1 + (unsigned)i % 4)),
			scratch_printf("member%d@example.org", i), "'s'");
	for (int i = 0; i < 5; i++)
		add_mail_of(scratch_printf("'%s'", scratch_uuid_text(1)),
			"Owner@example.org", "NULL");
	add_mail("owner@example.org", "NULL");
	assert_int_equal(place_of("owner@example.org"), 6);
}

/* Known attack: four members caused thousands of links to their own addresses. */
TEST(the_first_link_to_an_address_comes_before_the_second_to_another)
{
	for (int i = 0; i < 40; i++)
		add_mail(scratch_printf("Member%d@example.org", i % 4), "'s'");
	add_mail("owner@example.org", "'s'");
	assert_int_equal(place_of("owner@example.org"), 5);
	assert_string_equal(
		scratch_value("SELECT max(turn) FROM outbox WHERE status = 'pending'"),
		"9");
}

TEST(mails_without_a_link_take_turns_too)
{
	for (int i = 0; i < 120; i++)
		add_mail("member@example.org", "NULL");
	add_mail("owner@example.org", "NULL");
	assert_int_equal(place_of("owner@example.org"), 2);
	assert_string_equal(
		scratch_value("SELECT min(turn) || ' ' || max(turn) FROM outbox"),
		"0 99");
}

/* Known attack: strangers signed up with as many addresses as the limits allow. */
TEST(those_who_cause_links_take_turns)
{
	for (int i = 0; i < 120; i++)
		add_mail_of(
			scratch_printf("'%s'", scratch_uuid_text(1 + (unsigned)i % 4)),
			scratch_printf("member%d@example.org", i), "'s'");
	add_mail_of(
		scratch_printf("'%s'", scratch_uuid_text(9)), "owner@example.org", "'s'");
	assert_string_equal(scratch_value("SELECT max(turn) FROM outbox"), "29");
	assert_int_equal(place_of("owner@example.org"), 5);
}

static void
fail_all(bool held_up)
{
	struct call call = {
		.arena = scratch_arena(), .db = scratch_open("notifications")};
	const struct outbox_failure failure = {
		.attempt = 1, .error = "451 later", .held_up = held_up};
	struct outbox_lease lease;
	struct rows *rows;

	scratch_sql("SET ROLE kith_notifications");
	rows = outbox_lease_claim(&call, OUTBOX_MAIL, 100, &lease);
	for (int i = 0; i < rows->count; i++) {
		const struct uuid id = row_uuid(rows, i, "id");

		outbox_lease_failed(&call, &lease, &id, &failure);
	}
	scratch_sql("RESET ROLE");
	scratch_sql("UPDATE outbox SET next_attempt_at = now() - interval '1 hour'");
}

/* Known attack: the mail server refused each of hundreds of addresses for the moment. */
TEST(a_mail_that_failed_comes_after_those_that_were_not_tried)
{
	for (int i = 0; i < 20; i++)
		add_mail(scratch_printf("member%d@example.org", i), "'s'");
	fail_all(false);
	add_mail("owner@example.org", "'s'");
	assert_int_equal(place_of("owner@example.org"), 1);
}

/* Known attack: the server of an owner refused the first try, as many do, and the second
 * one waited until a flood had passed. */
TEST(a_mail_that_failed_does_not_wait_for_a_flood)
{
	add_mail_of(
		scratch_printf("'%s'", scratch_uuid_text(9)), "owner@example.org", "'s'");
	fail_all(false);
	for (int i = 0; i < 80; i++)
		add_mail_of(
			scratch_printf("'%s'", scratch_uuid_text(1 + (unsigned)i % 4)),
			scratch_printf("member%d@example.org", i), "'s'");
	assert_int_equal(place_of("owner@example.org"), 5);
}

/* Known attack: 16 askers who each kept one mail waiting were always before it. */
TEST(a_link_that_waits_moves_up_each_minute)
{
	struct call call = {
		.arena = scratch_arena(), .db = scratch_open("notifications")};

	for (int i = 0; i < 3; i++)
		add_mail_of(scratch_printf("'%s'", scratch_uuid_text(9)),
			scratch_printf("owner%d@example.org", i), "'s'");
	add_notifications(3);
	scratch_sql("UPDATE outbox SET turn = 2 WHERE payload ? 'kind'");
	scratch_sql("SET ROLE kith_notifications");
	assert_false(outbox_turns_step(&call));
	scratch_sql("RESET ROLE");
	assert_string_equal(
		scratch_value("SELECT string_agg(turn::text, ' ' ORDER BY"
			      " payload ->> 'toAddress' NULLS FIRST) FROM outbox"),
		"2 2 2 0 0 1");
	for (int i = 0; i < 20; i++)
		add_mail(scratch_printf("member%d@example.org", i), "'s'");
	assert_int_equal(place_of("owner1@example.org"), 2);
}

TEST(a_mail_that_the_server_did_not_see_keeps_its_place)
{
	add_mail("owner@example.org", "'s'");
	fail_all(true);
	for (int i = 0; i < 20; i++)
		add_mail(scratch_printf("member%d@example.org", i), "'s'");
	assert_int_equal(place_of("owner@example.org"), 1);
}

TEST(mails_that_were_sent_do_not_count)
{
	add_mail("owner@example.org", "'s'");
	scratch_sql("UPDATE outbox SET status = 'sent', sent_at = now(), secret = NULL");
	add_mail("owner@example.org", "'s'");
	people_expect_rows(1, "outbox WHERE status = 'pending' AND turn = 0");
}
