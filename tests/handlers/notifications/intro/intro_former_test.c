/*
 * intro_former_test.c - introduction requests after an account ends, in a member's export
 * and in the inbox.
 */
#include "tests/handlers/notifications/intro_fixture.h"

static const struct op_entry list_entry = {&op_notification_list, notification_list};

TEST(requests_go_with_either_of_the_two)
{
	intro_world();
	intro_add(101, STRANGER, SENDER, "accepted", "2 days");
	intro_add(102, STRANGER, RECIPIENT, "pending", "2 days");
	people_end_account(SENDER);
	assert_string_equal(scratch_value("SELECT string_agg(message, ' ') FROM intros"),
		"Intro 102");
}

TEST(no_request_is_left_to_who_has_just_left)
{
	intro_world();
	people_end_account(RECIPIENT);
	for (unsigned sender = SENDER; sender <= STRANGER; sender += STRANGER - SENDER)
		scratch_sql(
			"DO $$ BEGIN INSERT INTO intros (id, sender_id, recipient_id,"
			" context_kind, context_id, message) VALUES (gen_random_uuid(),"
			" '%s', '%s', 'post', gen_random_uuid(), 'Hello');"
			" RAISE 'taken'; EXCEPTION WHEN check_violation THEN NULL; END"
			" $$",
			scratch_uuid_text(sender == SENDER ? RECIPIENT : STRANGER),
			scratch_uuid_text(sender == SENDER ? STRANGER : RECIPIENT));
	people_expect_rows(0, "intros");
}

TEST(a_member_is_given_what_it_sent_and_received)
{
	intro_world();
	intro_add(101, STRANGER, SENDER, "accepted", "1 day");
	intro_add(102, STRANGER, RECIPIENT, "pending", "1 day");
	intro_add(103, SENDER, STRANGER, "pending", "15 days");
	assert_string_equal(
		scratch_value(
			"SELECT string_agg(direction || ' ' || handle || ' ' || status,"
			" ', ' ORDER BY place_at, place_id) FROM export_intros"
			" WHERE member_id = '%s'",
			scratch_uuid_text(SENDER)),
		"sent member-3 expired, sent member-2 pending, received member-3"
		" accepted");
}

TEST(a_member_is_given_nothing_of_who_is_suspended)
{
	intro_world();
	intro_add(101, STRANGER, SENDER, "pending", "1 day");
	intro_add(102, SENDER, STRANGER, "pending", "1 day");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(STRANGER));
	assert_string_equal(
		scratch_value("SELECT string_agg(concat(direction, ' ', handle, '/',"
			      " message), ', ' ORDER BY place_at, place_id)"
			      " FROM export_intros WHERE member_id = '%s' AND id IN"
			      " ('%s', '%s')",
			scratch_uuid_text(SENDER), scratch_uuid_text(101),
			scratch_uuid_text(102)),
		"received /, sent /Intro 102");
}

TEST(the_inbox_leads_to_the_request)
{
	struct scratch_answer answer;

	intro_world();
	scratch_sql(
		"INSERT INTO inbox (id, recipient, kind, actor, subject_type, subject_id,"
		" dedupe) VALUES (gen_random_uuid(), '%s', 'intro_received', '%s',"
		" 'intro', '%s', gen_random_uuid())",
		scratch_uuid_text(RECIPIENT), scratch_uuid_text(SENDER),
		scratch_uuid_text(INTRO));
	answer = people_call(&list_entry, RECIPIENT, "{}");
	scratch_expect(answer,
		"{'items.0.title': 'Member 1 would like to get to know you',"
		" 'items.0.subject.id': '%s', 'items.0.subject.title': 'Member 1'}",
		scratch_id("intro", INTRO));
	assert_non_null(
		strstr(scratch_string(&answer, "items.0.url"), "/v1/intros/intro_"));
	assert_null(strstr(answer.text, "example.org"));
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(SENDER));
	scratch_expect(people_call(&list_entry, RECIPIENT, "{}"),
		"{'items.0.subject': null,"
		" 'items.0.title': 'A member would like to get to know you'}");
}
