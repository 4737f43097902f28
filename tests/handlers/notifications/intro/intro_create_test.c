#include "tests/handlers/notifications/intro_fixture.h"

static const struct op_entry entry = {&op_intro_create, intro_create};

/* Requests an introduction from a member's profile. */
static struct scratch_answer
ask(unsigned caller, unsigned member)
{
	return people_call(&entry, caller,
		"{'contextKind': 'profile', 'toHandle': 'member-%u',"
		" 'message': 'Hello'}",
		member);
}

static struct scratch_answer
ask_about(unsigned caller, const char *kind, const char *id)
{
	return people_call(&entry, caller,
		JSON({"contextKind": "%s", "contextId": "%s", "message": "Hello"}), kind,
		id);
}

TEST(asks_the_member_with_a_handle)
{
	intro_world();
	scratch_expect(ask(STRANGER, RECIPIENT),
		"{'status': 'pending', 'direction': 'sent', 'contextKind': 'profile',"
		" 'contextId': '%s', 'contextTitle': 'Member 2', 'message': 'Hello',"
		" 'from.userId': '%s', 'to.handle': 'member-2', 'email': null,"
		" 'respondedAt': null}",
		scratch_id("usr", RECIPIENT), scratch_id("usr", STRANGER));
	people_expect_rows(1,
		"intros WHERE expires_at ="
		" created_at + interval '14 days' AND sender_id = '%s'",
		scratch_uuid_text(STRANGER));
	assert_int_equal(people_notices("intro_received", RECIPIENT), 1);
	assert_int_equal(people_notices("intro_received", STRANGER), 0);
}

TEST(asks_the_author_of_an_ask)
{
	intro_world();
	post_add(200, RECIPIENT, "true");
	scratch_expect(ask_about(STRANGER, "post", scratch_id("post", 200)),
		"{'to.userId': '%s', 'contextId': '%s', 'contextTitle': 'Ask 200'}",
		scratch_id("usr", RECIPIENT), scratch_id("post", 200));
	assert_int_equal(people_notices("intro_received", RECIPIENT), 1);
}

/* An ask of an organization, a hidden one, one of a suspended author, and a missing
 * one. */
TEST(finds_no_ask_that_the_caller_cannot_see)
{
	static const enum problem of_org[PERSON_END] = {
		[STRANGER] = PROBLEM_POST_NOT_FOUND,
		[PLATFORM_ADMIN] = PROBLEM_POST_NOT_FOUND,
		[RECIPIENT] = PROBLEM_VALIDATION_FAILED};
	const char *json;

	intro_world();
	scratch_sql("DELETE FROM intros");
	people_add_org(30, "unlisted");
	people_join(30, SENDER);
	post_add(200, RECIPIENT, "false");
	post_publish_to(200, 30);
	post_add(201, RECIPIENT, "false");
	json = scratch_printf(
		JSON({"contextKind": "post", "contextId": "%s", "message": "Hello"}),
		scratch_id("post", 200));
	people_expect(&entry, json, of_org, PERSON_END);
	assert_problem(ask_about(SENDER, "post", scratch_id("post", 201)),
		PROBLEM_POST_NOT_FOUND);
	assert_problem(ask_about(SENDER, "post", scratch_id("post", 202)),
		PROBLEM_POST_NOT_FOUND);
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(RECIPIENT));
	assert_problem(ask_about(SENDER, "post", scratch_id("post", 200)),
		PROBLEM_POST_NOT_FOUND);
}

TEST(finds_only_members_who_can_be_found)
{
	intro_world();
	people_add_as(5, "suspended");
	people_add_as(6, "pending");
	people_add(7);
	scratch_sql("UPDATE profiles SET onboarded_at = NULL WHERE member_id = '%s'",
		scratch_uuid_text(7));
	for (unsigned member = 5; member <= 8; member++)
		assert_problem(ask(SENDER, member), PROBLEM_MEMBER_NOT_FOUND);
	people_expect_rows(1, "intros");
}

TEST(leads_nobody_to_themselves)
{
	intro_world();
	post_add(200, SENDER, "true");
	people_expect_fault(ask(SENDER, SENDER), "#/toHandle", FAULT_NOT_ALLOWED);
	people_expect_fault(ask_about(SENDER, "post", scratch_id("post", 200)),
		"#/contextId", FAULT_NOT_ALLOWED);
}

TEST(says_which_field_belongs_to_which_context)
{
	intro_world();
	people_expect_fault(people_call(&entry, SENDER,
				    JSON({"contextKind": "profile", "message": "Hello"})),
		"#/toHandle", FAULT_REQUIRED);
	people_expect_fault(people_call(&entry, SENDER,
				    JSON({"contextKind": "event", "message": "Hello"})),
		"#/contextId", FAULT_REQUIRED);
	people_expect_fault(
		people_call(&entry, SENDER,
			"{'contextKind': 'profile', 'toHandle': 'member-2', 'contextId':"
			" 'x', 'message': 'Hello'}"),
		"#/contextId", FAULT_NOT_ALLOWED);
	people_expect_fault(
		people_call(&entry, SENDER,
			"{'contextKind': 'post', 'toHandle': 'member-2', 'contextId':"
			" 'x', 'message': 'Hello'}"),
		"#/toHandle", FAULT_NOT_ALLOWED);
}

TEST(says_what_an_id_of_something_else_is)
{
	struct scratch_answer answer;

	intro_world();
	answer = ask_about(SENDER, "post", scratch_id("org", 30));
	assert_problem(answer, PROBLEM_POST_NOT_FOUND);
	assert_non_null(strstr(answer.detail, "organization's id"));
	assert_problem(ask_about(SENDER, "event", "nonsense"), PROBLEM_EVENT_NOT_FOUND);
	assert_problem(ask_about(SENDER, "event", scratch_id("evt", 300)),
		PROBLEM_EVENT_NOT_FOUND);
}

TEST(takes_a_message_of_1_to_500_characters)
{
	struct buffer text = {.arena = scratch_arena()};

	intro_world();
	people_expect_fault(
		people_call(&entry, STRANGER,
			"{'contextKind': 'profile', 'toHandle': 'member-2', 'message':"
			" '  '}"),
		"#/message", FAULT_TOO_SHORT);
	item_put(&text, "ä", 501);
	buffer_append(&text, "", 1);
	people_expect_fault(
		people_call(&entry, STRANGER,
			"{'contextKind': 'profile', 'toHandle': 'member-2', 'message':"
			" '%s'}",
			(const char *)text.data),
		"#/message", FAULT_TOO_LONG);
	assert_done(people_call(&entry, STRANGER,
		JSON({"contextKind": "profile", "toHandle": "member-2", "message": "%s"}),
		(const char *)text.data + strlen("ä")));
}

TEST(one_request_at_a_time_goes_to_the_same_member)
{
	intro_world();
	assert_done(ask(STRANGER, RECIPIENT));
	assert_problem(ask(STRANGER, RECIPIENT), PROBLEM_INTRO_EXISTS);
	post_add(200, RECIPIENT, "true");
	assert_problem(ask_about(STRANGER, "post", scratch_id("post", 200)),
		PROBLEM_INTRO_EXISTS);
	people_expect_rows(
		1, "intros WHERE sender_id = '%s'", scratch_uuid_text(STRANGER));
	assert_done(ask(RECIPIENT, STRANGER));
	scratch_sql("UPDATE intros SET status = 'declined', responded_at = now()"
		    " WHERE context_kind = 'profile'");
	assert_done(ask(STRANGER, RECIPIENT));
}

TEST(a_request_that_has_expired_makes_room_for_a_new_one)
{
	intro_world();
	scratch_sql("UPDATE intros SET created_at = now() - interval '14 days',"
		    " expires_at = now()");
	assert_done(ask(SENDER, RECIPIENT));
	assert_string_equal(
		scratch_value("SELECT string_agg(status, ' ' ORDER BY created_at)"
			      " FROM intros"),
		"expired pending");
}

TEST(a_member_sends_ten_within_a_day)
{
	struct scratch_answer answer;

	intro_world();
	for (unsigned i = 10; i < 20; i++) {
		people_add(i);
		assert_done(ask(SENDER, i));
	}
	people_add(20);
	scratch_sql("SAVEPOINT ten");
	answer = ask(SENDER, 20);
	assert_problem(answer, PROBLEM_RATE_LIMITED);
	assert_in_range(answer.call->outcome.retry_after_s, 86000, 86400);
	scratch_sql("ROLLBACK TO SAVEPOINT ten");
	assert_done(ask(STRANGER, 20));
	scratch_sql("UPDATE intros SET created_at = now() - interval '1 day'"
		    " WHERE recipient_id = '%s'",
		scratch_uuid_text(10));
	assert_done(ask(SENDER, 20));
}

TEST(the_database_refuses_what_must_never_be)
{
	static const char *const changes[] = {
		"UPDATE intros SET recipient_id = sender_id, context_id = sender_id",
		"UPDATE intros SET context_id = sender_id",
		"UPDATE intros SET status = 'accepted'",
		"UPDATE intros SET responded_at = now()",
		"UPDATE intros SET status = 'accepted', responded_at = expires_at",
		"UPDATE intros SET message = ''",
		"INSERT INTO intros (id, sender_id, recipient_id, context_kind,"
		" context_id, message) SELECT gen_random_uuid(), sender_id, recipient_id,"
		" context_kind, context_id, message FROM intros",
	};

	intro_world();
	for (size_t i = 0; i < COUNT_OF(changes); i++)
		scratch_sql("DO $$ BEGIN %s; RAISE 'taken'; EXCEPTION"
			    " WHEN check_violation OR unique_violation THEN NULL; END $$",
			changes[i]);
}
