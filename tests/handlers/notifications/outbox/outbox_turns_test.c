/* The order in which mails are sent. */
#include "common/service/service.h"
#include "services/notifications/outbox/outbox_lease.h"
#include "tests/support/handler_test.h"

static void
add_mail(const char *address, const char *secret)
{
	scratch_sql("INSERT INTO outbox (id, topic, payload, secret) VALUES (new_id(),"
		    " 'mail', jsonb_build_object('template', 'test', 'toAddress', '%s'),"
		    " %s)",
		address, secret);
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
	} while (strcmp(row_text(rows, 0, "to_address").data, address) != 0);
	scratch_sql("RESET ROLE");
	return place;
}

TEST(a_link_comes_before_mails_without_one)
{
	for (int i = 0; i < 20; i++)
		add_mail(scratch_printf("member%d@example.org", i), "NULL");
	add_mail("owner@example.org", "'s'");
	assert_int_equal(place_of("owner@example.org"), 1);
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

TEST(mails_that_were_sent_do_not_count)
{
	add_mail("owner@example.org", "'s'");
	scratch_sql("UPDATE outbox SET status = 'sent', sent_at = now(), secret = NULL");
	add_mail("owner@example.org", "'s'");
	people_expect_rows(1, "outbox WHERE status = 'pending' AND turn = 0");
}
