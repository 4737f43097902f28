#include "tests/handlers/events/event_fixture.h"

static const struct op_entry entry = {&op_event_create, event_create};

#define TIMES \
	"'startsAt': '2027-03-01T18:00:00+01:00', 'endsAt': '2027-03-01T20:00:00+01:00'"

static struct scratch_answer
create(const char *more)
{
	return event_call(&entry, HOST, "{'title': 'Looms', " TIMES "%s}", more);
}

/* A value of a field, with the quotes that belong to it. */
static struct scratch_answer
create_with(const char *name, const char *value)
{
	return create(arena_printf(scratch_arena(), ", '%s': %s", name, value));
}

static const char *
quoted(const char *text)
{
	return arena_printf(scratch_arena(), "'%s'", text);
}

TEST(makes_a_draft_with_the_contracts_defaults)
{
	struct scratch_answer answer;

	event_world("published");
	answer = create("");
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "status"), "draft");
	assert_string_equal(scratch_string(&answer, "timezone"), "America/New_York");
	assert_string_equal(scratch_string(&answer, "locationKind"), "in_person");
	assert_string_equal(scratch_string(&answer, "scope"), "public");
	assert_string_equal(scratch_string(&answer, "description"), "");
	assert_string_equal(scratch_string(&answer, "location"), "");
	assert_string_equal(
		scratch_string(&answer, "startsAt"), "2027-03-01T17:00:00.000Z");
	assert_string_equal(
		scratch_string(&answer, "hostUserId"), scratch_id("usr", HOST));
	assert_string_equal(scratch_string(&answer, "hostHandle"), "member-1");
	assert_true(json_is_null(scratch_at(&answer, "hostOrgSlug")));
	assert_true(json_is_null(scratch_at(&answer, "joinUrl")));
	assert_true(json_is_null(scratch_at(&answer, "coverImage")));
	assert_true(json_is_null(scratch_at(&answer, "capacity")));
	assert_true(json_is_null(scratch_at(&answer, "myRsvpStatus")));
	assert_true(json_is_true(scratch_at(&answer, "canManage")));
	assert_int_equal(json_integer_value(scratch_at(&answer, "goingCount")), 0);
}

TEST(publishes_at_once_where_that_is_said)
{
	struct scratch_answer answer;

	event_world("published");
	answer = create(", 'publish': true, 'joinUrl': null");
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "status"), "published");
	answer = create(", 'publish': true, 'startsAt2': 1");
	people_expect_fault(&answer, "#/startsAt2", FAULT_UNKNOWN_FIELD);
}

TEST(takes_what_is_within_its_bounds)
{
	event_world("published");
	assert_int_equal(create_with("description", quoted(event_text(4000))).problem,
		PROBLEM_NONE);
	assert_int_equal(
		create_with("location", quoted(event_text(200))).problem, PROBLEM_NONE);
	assert_int_equal(create_with("capacity", "1").problem, PROBLEM_NONE);
	assert_int_equal(create_with("capacity", "1000000").problem, PROBLEM_NONE);
	assert_int_equal(create_with("joinUrl", "''").problem, PROBLEM_NONE);
	assert_int_equal(
		create_with("timezone", "'Asia/Kathmandu'").problem, PROBLEM_NONE);
	assert_int_equal(create_with("timezone", "'UTC'").problem, PROBLEM_NONE);
}

TEST(refuses_what_is_beyond_its_bounds)
{
	static const struct {
		const char *name, *value;
		enum fault_code code;
	} wrong[] = {
		{"capacity", "0", FAULT_TOO_SMALL},
		{"capacity", "-1", FAULT_TOO_SMALL},
		{"capacity", "1000001", FAULT_TOO_LARGE},
		{"capacity", "'10'", FAULT_TYPE},
		{"timezone", "'Europe/Atlantis'", FAULT_FORMAT},
		{"timezone", "'../../etc/passwd'", FAULT_FORMAT},
		{"timezone", "'+02:00'", FAULT_FORMAT},
		{"timezone", "''", FAULT_TOO_SHORT},
		{"joinUrl", "'javascript:alert(1)'", FAULT_FORMAT},
		{"locationKind", "'online'", FAULT_ENUM},
		{"scope", "'everyone'", FAULT_ENUM},
		{"scope", "'org_members'", FAULT_NOT_ALLOWED},
	};

	event_world("published");
	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		struct scratch_answer answer = create_with(wrong[i].name, wrong[i].value);

		if (answer.faults == NULL || answer.faults->code != wrong[i].code)
			fail_msg("%s %s: %s", wrong[i].name, wrong[i].value,
				answer.faults == NULL ? "taken"
						      : fault_codes[answer.faults->code]);
	}
	assert_int_equal(create_with("description", quoted(event_text(4001))).problem,
		PROBLEM_VALIDATION_FAILED);
	assert_int_equal(create_with("location", quoted(event_text(201))).problem,
		PROBLEM_VALIDATION_FAILED);
	assert_int_equal(people_count("SELECT count(*) FROM events"), 2);
}

static struct scratch_answer
titled(const char *title)
{
	return event_call(&entry, HOST, "{'title': '%s', " TIMES "}", title);
}

TEST(bounds_the_title_after_trimming_it)
{
	struct scratch_answer answer;

	event_world("published");
	answer = titled("  Abc  ");
	assert_string_equal(scratch_string(&answer, "title"), "Abc");
	assert_int_equal(titled(event_text(140)).problem, PROBLEM_NONE);
	answer = titled(event_text(141));
	people_expect_fault(&answer, "#/title", FAULT_TOO_LONG);
	answer = titled(" Ab ");
	people_expect_fault(&answer, "#/title", FAULT_TOO_SHORT);
	answer = titled("     ");
	people_expect_fault(&answer, "#/title", FAULT_TOO_SHORT);
}

static struct scratch_answer
lasting(const char *starts, const char *ends)
{
	return event_call(&entry, HOST,
		"{'title': 'Looms', 'startsAt': '%s', 'endsAt': '%s'}", starts, ends);
}

TEST(lasts_from_a_moment_to_31_days)
{
	struct scratch_answer answer;

	event_world("published");
	assert_int_equal(
		lasting("2027-01-01T00:00:00Z", "2027-01-01T00:00:00.001Z").problem,
		PROBLEM_NONE);
	assert_int_equal(lasting("2027-01-01T00:00:00Z", "2027-02-01T00:00:00Z").problem,
		PROBLEM_NONE);
	/* Daylight saving begins meanwhile: it is 31 days of 24 hours all the same. */
	assert_int_equal(
		lasting("2027-03-10T00:00:00-05:00", "2027-04-10T01:00:00-04:00").problem,
		PROBLEM_NONE);
	answer = lasting("2027-01-01T00:00:00Z", "2027-02-01T00:00:01Z");
	people_expect_fault(&answer, "#/endsAt", FAULT_TOO_LARGE);
	answer = lasting("2027-01-01T00:00:00Z", "2027-01-01T00:00:00Z");
	people_expect_fault(&answer, "#/endsAt", FAULT_TOO_SMALL);
	answer = lasting("2027-01-01T00:00:00Z", "2026-12-31T23:00:00Z");
	people_expect_fault(&answer, "#/endsAt", FAULT_TOO_SMALL);
	answer = lasting("2027-01-01T00:00:00", "2027-01-01T01:00:00Z");
	people_expect_fault(&answer, "#/startsAt", FAULT_FORMAT);
}

TEST(may_lie_in_the_past)
{
	event_world("published");
	assert_int_equal(lasting("2020-01-01T00:00:00Z", "2020-01-01T01:00:00Z").problem,
		PROBLEM_NONE);
	assert_int_equal(people_count("SELECT count(*) FROM events WHERE ended"), 1);
}

TEST(is_hosted_by_an_organization_of_which_the_caller_is_owner_or_admin)
{
	static const enum problem expected[PERSON_END] = {
		[HOST] = PROBLEM_ORG_ROLE_REQUIRED,
		[MEMBER] = PROBLEM_ORG_ROLE_REQUIRED,
		[STRANGER] = PROBLEM_ORG_ROLE_REQUIRED,
		[PLATFORM_ADMIN] = PROBLEM_ORG_ROLE_REQUIRED,
	};
	struct scratch_answer answer;

	event_world("published");
	event_expect(&entry,
		"{'title': 'Looms', " TIMES
		", 'orgSlug': 'org-10', 'scope': 'org_members'}",
		expected);
	answer = event_call(&entry, OWNER,
		"{'title': 'Looms', " TIMES
		", 'orgSlug': 'org-10', 'scope': 'org_members'}");
	assert_string_equal(scratch_string(&answer, "hostOrgSlug"), "org-10");
	assert_string_equal(scratch_string(&answer, "hostOrgName"), "Org 10");
	assert_string_equal(
		scratch_string(&answer, "hostUserId"), scratch_id("usr", OWNER));
	assert_int_equal(create(", 'orgSlug': 'nowhere'").problem, PROBLEM_ORG_NOT_FOUND);
	assert_int_equal(create(", 'orgSlug': '-'").problem, PROBLEM_ORG_NOT_FOUND);
}
