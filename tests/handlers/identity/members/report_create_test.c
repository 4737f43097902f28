#include "tests/handlers/content/post_fixture.h"
#include "tests/handlers/content/progress_fixture.h"
#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_report_create, report_create};

/* Member 3 administers the platform. */
static struct scratch_answer
report_by(unsigned number, const char *type, const char *id, const char *reason)
{
	const struct uuid member = scratch_uuid(number);

	const struct principal caller =
		number == 3 ? scratch_admin(&member) : scratch_member(&member);

	return scratch_call(&entry, &caller,
		scratch_printf(
			JSON({"subjectType": "%s", "subjectId": "%s", "reason": "%s"}),
			type, id, reason));
}

static struct scratch_answer
report_of(const char *type, const char *id, const char *reason)
{
	return report_by(1, type, id, reason);
}

TEST(takes_a_report_of_a_member)
{
	people_add_all(2);
	scratch_expect(report_of("member", scratch_id("usr", 2), "Rude"),
		"{'reporter.userId': '%s', 'reporter.handle': 'member-1',"
		" 'subjectType': 'member', 'subjectId': '%s', 'reason': 'Rude',"
		" 'status': 'open', 'resolvedAt': null}",
		scratch_id("usr", 1), scratch_id("usr", 2));
}

/* Member 1's items and groups are public, or only for the organization and the project of
 * 1 and 2. Member 3 administers the platform, and 4 has no relation to them. */
static void
add_world(void)
{
	people_add_all(4);
	people_add_org(10, "unlisted");
	people_join(10, 1);
	people_join(10, 2);
	progress_add_project(20, "network");
	progress_add_project(21, "private");
	progress_join_project(21, 1);
	progress_join_project(21, 2);
	post_add(30, 1, "true");
	post_add(31, 1, "false");
	post_publish_to(31, 10);
	progress_add(40, 1, "true", 0);
	progress_add(41, 1, "false", 21);
	progress_add(42, 1, "false", 0);
	progress_publish_to(42, 10);
}

/* A member may report what the member may see. */
TEST(takes_reports_of_what_the_reporter_may_see)
{
	static const struct {
		const char *type, *prefix;
		unsigned number;
		const char *seen_by;
		enum problem otherwise;
	} table[] = {
		{"member", "usr", 1, "1234", PROBLEM_MEMBER_NOT_FOUND},
		{"member", "usr", 9, "", PROBLEM_MEMBER_NOT_FOUND},
		{"org", "org", 10, "1234", PROBLEM_ORG_NOT_FOUND},
		{"org", "org", 30, "", PROBLEM_ORG_NOT_FOUND},
		{"post", "post", 30, "1234", PROBLEM_POST_NOT_FOUND},
		{"post", "post", 31, "12", PROBLEM_POST_NOT_FOUND},
		{"post", "post", 40, "", PROBLEM_POST_NOT_FOUND},
		{"progress", "prog", 40, "1234", PROBLEM_PROGRESS_NOT_FOUND},
		{"progress", "prog", 41, "12", PROBLEM_PROGRESS_NOT_FOUND},
		{"progress", "prog", 42, "12", PROBLEM_PROGRESS_NOT_FOUND},
		{"progress", "prog", 30, "", PROBLEM_PROGRESS_NOT_FOUND},
		{"project", "proj", 20, "1234", PROBLEM_PROJECT_NOT_FOUND},
		{"project", "proj", 21, "123", PROBLEM_PROJECT_NOT_FOUND},
		{"project", "proj", 30, "", PROBLEM_PROJECT_NOT_FOUND},
		{"event", "evt", 30, "", PROBLEM_EVENT_NOT_FOUND},
		{"intro", "intro", 30, "", PROBLEM_INTRO_NOT_FOUND},
	};

	add_world();
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		const char *id = scratch_id(table[i].prefix, table[i].number);

		for (unsigned caller = 1; caller <= 4; caller++) {
			const bool seen = strchr(table[i].seen_by, '0' + (int)caller);

			struct scratch_answer answer =
				report_by(caller, table[i].type, id, "x");

			if (answer.problem != (seen ? PROBLEM_NONE : table[i].otherwise))
				fail_msg("%s by %u: %s", id, caller,
					problems[answer.problem].code);
			if (seen)
				scratch_expect(answer, "{'subjectId': '%s'}", id);
		}
	}
}

TEST(takes_none_of_what_a_suspended_member_wrote)
{
	add_world();
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(1));
	assert_problem(report_by(2, "post", scratch_id("post", 30), "x"),
		PROBLEM_POST_NOT_FOUND);
	assert_problem(report_by(2, "progress", scratch_id("prog", 40), "x"),
		PROBLEM_PROGRESS_NOT_FOUND);
	people_expect_rows(0, "reports");
}

TEST(answers_an_open_report_again)
{
	struct scratch_answer first, second;

	people_add_all(2);
	first = report_of("member", scratch_id("usr", 2), "Rude");
	second = report_of("member", scratch_id("usr", 2), "Very rude");
	assert_string_equal(scratch_string(&first, "id"), scratch_string(&second, "id"));
	assert_string_equal(scratch_string(&second, "reason"), "Rude");
	scratch_sql("UPDATE reports SET status = 'resolved', resolved_at = now()");
	second = report_of("member", scratch_id("usr", 2), "Again");
	assert_string_not_equal(
		scratch_string(&first, "id"), scratch_string(&second, "id"));
}

TEST(the_table_holds_the_bounds_too)
{
	static const char *const faulty[] = {"'king', gen_random_uuid(), 'x'",
		"'post', gen_random_uuid(), ''",
		"'post', gen_random_uuid(), repeat('x', 1001)"};

	for (size_t i = 0; i < COUNT_OF(faulty); i++)
		scratch_sql(
			"DO $$ BEGIN INSERT INTO reports (id, subject_type, subject_id,"
			" reason) VALUES (gen_random_uuid(), %s); RAISE 'it was taken';"
			" EXCEPTION WHEN check_violation THEN NULL; END $$",
			faulty[i]);
}

TEST(refuses_ids_of_another_type_and_members_that_are_not_there)
{
	char reason[1100];

	people_add(1);
	people_add_as(2, "suspended");
	post_add(1, 1, "false");
	people_expect_fault(report_of("member", scratch_id("post", 2), "x"),
		"#/subjectId", FAULT_FORMAT);
	people_expect_fault(
		report_of("post", "nonsense", "x"), "#/subjectId", FAULT_FORMAT);
	people_expect_fault(report_of("king", "x", "x"), "#/subjectType", FAULT_ENUM);
	people_expect_fault(report_of("post", scratch_id("post", 1), ""), "#/reason",
		FAULT_TOO_SHORT);
	memset(reason, 'r', sizeof(reason));
	people_expect_fault(report_of("post", scratch_id("post", 1),
				    scratch_printf("%.1001s", reason)),
		"#/reason", FAULT_TOO_LONG);
	assert_problem(
		report_of("member", scratch_id("usr", 2), "x"), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(
		report_of("member", scratch_id("usr", 9), "x"), PROBLEM_MEMBER_NOT_FOUND);
	people_expect_rows(0, "reports");
	assert_done(report_of(
		"post", scratch_id("post", 1), scratch_printf("%.1000s", reason)));
}

TEST(a_member_sends_20_reports_a_day_and_repeats_do_not_count)
{
	struct scratch_answer answer;

	people_add_all(23);
	for (unsigned i = 2; i < 22; i++) {
		assert_done(report_of("member", scratch_id("usr", i), "Rude"));
		assert_done(report_of("member", scratch_id("usr", i), "Very rude"));
	}
	answer = report_of("member", scratch_id("usr", 22), "Rude");
	assert_problem(answer, PROBLEM_RATE_LIMITED);
	assert_non_null(strstr(answer.detail, "you have sent 20 reports"));
	assert_done(report_of("member", scratch_id("usr", 2), "Rude"));
	assert_done(report_by(4, "member", scratch_id("usr", 22), "Rude"));
	scratch_sql("UPDATE creations SET created_at = now() - interval '1 day'");
	assert_done(report_of("member", scratch_id("usr", 23), "Rude"));
}
