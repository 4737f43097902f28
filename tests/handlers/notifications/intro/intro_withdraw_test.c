#include "tests/handlers/notifications/deliver.h"
#include "tests/handlers/notifications/intro_fixture.h"
#include "tests/support/race.h"

static const struct op_entry entry = {&op_intro_withdraw, intro_withdraw};
static const struct op_entry accept_entry = {&op_intro_accept, intro_accept};
static const struct op_entry create_entry = {&op_intro_create, intro_create};

static struct scratch_answer
withdraw(unsigned caller)
{
	return people_call(&entry, caller, "%s", intro_id_json(INTRO));
}

TEST(withdrawing_ends_the_request_and_allows_another)
{
	intro_world();
	scratch_expect(withdraw(SENDER),
		"{'status': 'expired', 'withdrawn': true, 'respondedAt': null}");
	assert_problem(people_call(&accept_entry, RECIPIENT, "%s", intro_id_json(INTRO)),
		PROBLEM_INVALID_TRANSITION);
	assert_done(people_call(&create_entry, SENDER,
		"{'contextKind': 'profile', 'toHandle': 'member-2', 'message': 'Hi'}"));
}

TEST(withdrawing_again_changes_nothing)
{
	const char *expiry;

	intro_world();
	assert_done(withdraw(SENDER));
	scratch_sql("UPDATE intros SET expires_at = now() - interval '1 hour'");
	expiry = scratch_value("SELECT expires_at FROM intros");
	scratch_expect(withdraw(SENDER), "{'status': 'expired'}");
	assert_string_equal(scratch_value("SELECT expires_at FROM intros"), expiry);
}

TEST(only_the_sender_withdraws)
{
	static const enum problem expected[PERSON_END] = {
		[RECIPIENT] = PROBLEM_NOT_AUTHOR,
		[STRANGER] = PROBLEM_INTRO_NOT_FOUND,
		[PLATFORM_ADMIN] = PROBLEM_INTRO_NOT_FOUND};

	intro_world();
	people_expect(&entry, intro_id_json(INTRO), expected, PERSON_END);
}

TEST(an_answered_request_stays)
{
	intro_world();
	assert_done(people_call(&accept_entry, RECIPIENT, "%s", intro_id_json(INTRO)));
	assert_problem(withdraw(SENDER), PROBLEM_INVALID_TRANSITION);
	people_expect_rows(1, "intros WHERE status = 'accepted'");
}

/* The notification is in the inbox, and its mail still in the outbox. */
TEST(the_recipients_notification_disappears_and_no_mail_is_sent)
{
	intro_world();
	scratch_sql("UPDATE intros SET status = 'expired'");
	assert_done(people_call(&create_entry, SENDER,
		"{'contextKind': 'profile', 'toHandle': 'member-2', 'message': 'Hi'}"));
	scratch_sql("INSERT INTO inbox (id, recipient, kind, actor, subject_type,"
		    " subject_id, dedupe, mailed) SELECT new_id(), recipient_id,"
		    " 'intro_received', sender_id, 'intro', id, new_id(), true"
		    " FROM intros WHERE status = 'pending'");
	people_expect_rows(1, "inbox_counts WHERE unread = 1");
	assert_done(people_call(&entry, SENDER, "{'id': '%s'}",
		scratch_value("SELECT wire_id('intro', id) FROM intros"
			      " WHERE status = 'pending'")));
	people_expect_rows(0, "inbox");
	people_expect_rows(1, "inbox_counts WHERE unread = 0");
}

/* The notice is in the outbox until it is delivered. */
TEST_COMMITTED(a_notice_of_a_withdrawn_request_is_not_delivered)
{
	intro_world();
	scratch_sql("UPDATE intros SET status = 'expired'");
	for (int i = 0; i < 2; i++) {
		assert_done(people_call(&create_entry, SENDER,
			"{'contextKind': 'profile', 'toHandle': 'member-2', 'message':"
			" 'Hi'}"));
		if (i == 0)
			assert_done(people_call(&entry, SENDER, "{'id': '%s'}",
				scratch_value("SELECT wire_id('intro', id) FROM intros"
					      " WHERE status = 'pending'")));
	}
	people_expect_rows(2, "outbox WHERE topic = 'notice'");
	scratch_sql("SET ROLE kith_notifications");
	deliver_once(scratch_open("notifications"), scratch_arena());
	scratch_sql("RESET ROLE");
	people_expect_rows(1, "inbox WHERE kind = 'intro_received'");
	people_expect_rows(0, "outbox WHERE topic = 'notice' AND status = 'pending'");
}

TEST_COMMITTED(of_accepting_and_withdrawing_one_counts)
{
	const struct uuid recipient = scratch_uuid(RECIPIENT);
	const struct uuid sender = scratch_uuid(SENDER);
	struct racer racers[2] = {
		{.entry = &accept_entry, .principal = scratch_member(&recipient)},
		{.entry = &entry, .principal = scratch_member(&sender)},
	};

	if (people_count("SELECT count(*) FROM members") == 0)
		intro_world();
	race_open(racers, 2);
	for (unsigned round = 0; round < 30; round++) {
		bool accepted;

		scratch_sql("DELETE FROM intros");
		intro_add(INTRO, SENDER, RECIPIENT, "pending", "1 day");
		racers[0].json = racers[1].json = intro_id_json(INTRO);
		race_run(racers, 2);
		assert_int_equal(race_count(racers, 2, PROBLEM_NONE), 1);
		accepted = racers[0].problem == PROBLEM_NONE;
		assert_string_equal(scratch_value("SELECT status FROM intros"),
			accepted ? "accepted" : "expired");
	}
	race_close(racers, 2);
}
