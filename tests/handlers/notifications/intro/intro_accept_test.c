#include "tests/handlers/notifications/intro_fixture.h"

static const struct op_entry accept_entry = {&op_intro_accept, intro_accept};
static const struct op_entry decline_entry = {&op_intro_decline, intro_decline};
static const struct op_entry get_entry = {&op_intro_get, intro_get};

static struct scratch_answer
decide(unsigned caller, bool accept)
{
	return people_call(accept ? &accept_entry : &decline_entry, caller, "%s",
		intro_id_json(INTRO));
}

TEST(accepting_gives_both_each_others_address)
{
	struct scratch_answer answer;

	intro_world();
	answer = decide(RECIPIENT, true);
	scratch_expect(answer,
		"{'status': 'accepted', 'direction': 'received',"
		" 'email': 'member1@example.org'}");
	assert_false(json_is_null(scratch_at(&answer, "respondedAt")));
	scratch_expect(people_call(&get_entry, SENDER, "%s", intro_id_json(INTRO)),
		"{'email': 'member2@example.org'}");
	assert_int_equal(people_notices("intro_accepted", SENDER), 1);
	people_expect_rows(0, "outbox WHERE payload::text LIKE '%%example.org%%'");
}

TEST(accepting_ends_the_notification_of_the_request)
{
	intro_world();
	people_tell(RECIPIENT, "intro_received", INTRO, SENDER);
	assert_done(decide(RECIPIENT, true));
	assert_int_equal(people_unread(RECIPIENT), 0);
}

TEST(declining_ends_it_as_well)
{
	intro_world();
	people_tell(RECIPIENT, "intro_received", INTRO, SENDER);
	assert_done(decide(RECIPIENT, false));
	assert_int_equal(people_unread(RECIPIENT), 0);
}

TEST(only_the_recipient_answers)
{
	static const enum problem expected[PERSON_END] = {[SENDER] = PROBLEM_NOT_AUTHOR,
		[STRANGER] = PROBLEM_INTRO_NOT_FOUND,
		[PLATFORM_ADMIN] = PROBLEM_INTRO_NOT_FOUND};

	intro_world();
	people_expect(&accept_entry, intro_id_json(INTRO), expected, PERSON_END);
}

TEST(the_same_answer_again_changes_nothing)
{
	struct scratch_answer answer;
	const char *responded;

	intro_world();
	scratch_sql("UPDATE intros SET status = 'accepted',"
		    " responded_at = created_at + interval '1 hour'");
	responded = scratch_value("SELECT responded_at FROM intros");
	scratch_expect(decide(RECIPIENT, true), "{'status': 'accepted'}");
	assert_string_equal(scratch_value("SELECT responded_at FROM intros"), responded);
	assert_int_equal(people_notices("intro_accepted", SENDER), 0);
	assert_problem(decide(RECIPIENT, false), PROBLEM_INVALID_TRANSITION);
	scratch_sql("UPDATE intros SET status = 'declined'");
	assert_done(decide(RECIPIENT, false));
	answer = decide(RECIPIENT, true);
	assert_problem(answer, PROBLEM_INVALID_TRANSITION);
	assert_string_equal(
		answer.detail, "the request is declined and cannot become accepted");
}

TEST(after_14_days_it_is_too_late_whatever_the_row_says)
{
	struct scratch_answer answer;

	intro_world();
	scratch_sql("UPDATE intros SET created_at = now() - interval '14 days',"
		    " expires_at = now()");
	for (int accept = 0; accept <= 1; accept++) {
		answer = decide(RECIPIENT, accept == 1);
		assert_problem(answer, PROBLEM_INVALID_TRANSITION);
		assert_non_null(strstr(answer.detail, "expired"));
	}
	scratch_sql("UPDATE intros SET status = 'expired'");
	assert_problem(decide(RECIPIENT, true), PROBLEM_INVALID_TRANSITION);
	scratch_sql("UPDATE intros SET expires_at = now() + interval '1 microsecond',"
		    " status = 'pending'");
	assert_done(decide(RECIPIENT, true));
}

TEST(there_is_no_request_of_a_suspended_member)
{
	intro_world();
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(SENDER));
	assert_problem(decide(RECIPIENT, true), PROBLEM_INTRO_NOT_FOUND);
	scratch_sql("UPDATE members SET status = 'active'");
	assert_done(decide(RECIPIENT, true));
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(RECIPIENT));
	assert_problem(people_call(&get_entry, SENDER, "%s", intro_id_json(INTRO)),
		PROBLEM_INTRO_NOT_FOUND);
}
