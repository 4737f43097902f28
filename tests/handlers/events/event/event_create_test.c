#include "tests/handlers/events/event_fixture.h"

static const struct op_entry entry = {&op_event_create, event_create};

#define TIMES \
	"'startsAt': '2027-03-01T18:00:00+01:00', 'endsAt': '2027-03-01T20:00:00+01:00'"

static struct scratch_answer
create(const char *more)
{
	return people_call(&entry, HOST, "{'title': 'Looms', " TIMES "%s}", more);
}

/* `value` is JSON, with its quotes. */
static struct scratch_answer
create_with(const char *name, const char *value)
{
	return create(scratch_printf(", '%s': %s", name, value));
}

static const char *
quoted(const char *text)
{
	return scratch_printf("'%s'", text);
}

TEST(makes_a_draft_with_the_contracts_defaults)
{
	event_world("published");
	scratch_expect(create(""),
		"{'status': 'draft', 'timezone': 'America/New_York',"
		" 'locationKind': 'in_person', 'scope': 'public', 'description': '',"
		" 'location': '', 'startsAt': '2027-03-01T17:00:00.000Z',"
		" 'hostUserId': '%s', 'hostHandle': 'member-1', 'hostOrgSlug': null,"
		" 'joinUrl': null, 'coverImage': null, 'capacity': null,"
		" 'myRsvpStatus': null, 'canManage': true, 'goingCount': 0}",
		scratch_id("usr", HOST));
}

TEST(publishes_at_once_where_that_is_said)
{
	event_world("published");
	scratch_expect(
		create(", 'publish': true, 'joinUrl': null"), "{'status': 'published'}");
	people_expect_fault(create(", 'publish': true, 'startsAt2': 1"), "#/startsAt2",
		FAULT_UNKNOWN_FIELD);
}

TEST(takes_what_is_within_its_bounds)
{
	event_world("published");
	assert_done(create_with("description", quoted(scratch_text(4000))));
	assert_done(create_with("location", quoted(scratch_text(200))));
	assert_done(create_with("capacity", "1"));
	assert_done(create_with("capacity", "1000000"));
	assert_done(create_with("joinUrl", "''"));
	assert_done(create_with("timezone", "'Asia/Kathmandu'"));
	assert_done(create_with("timezone", "'UTC'"));
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
	assert_problem(create_with("description", quoted(scratch_text(4001))),
		PROBLEM_VALIDATION_FAILED);
	assert_problem(create_with("location", quoted(scratch_text(201))),
		PROBLEM_VALIDATION_FAILED);
	people_expect_rows(2, "events");
}

static struct scratch_answer
titled(const char *title)
{
	return people_call(&entry, HOST, "{'title': '%s', " TIMES "}", title);
}

TEST(bounds_the_title_after_trimming_it)
{
	event_world("published");
	scratch_expect(titled("  Abc  "), "{'title': 'Abc'}");
	assert_done(titled(scratch_text(140)));
	people_expect_fault(titled(scratch_text(141)), "#/title", FAULT_TOO_LONG);
	people_expect_fault(titled(" Ab "), "#/title", FAULT_TOO_SHORT);
	people_expect_fault(titled("     "), "#/title", FAULT_TOO_SHORT);
}

static struct scratch_answer
lasting(const char *starts, const char *ends)
{
	return people_call(&entry, HOST,
		"{'title': 'Looms', 'startsAt': '%s', 'endsAt': '%s'}", starts, ends);
}

TEST(lasts_from_a_moment_to_31_days)
{
	event_world("published");
	assert_done(lasting("2027-01-01T00:00:00Z", "2027-01-01T00:00:00.001Z"));
	assert_done(lasting("2027-01-01T00:00:00Z", "2027-02-01T00:00:00Z"));
	/* Daylight saving begins meanwhile; 31 days of 24 hours are allowed all the
	 * same. */
	assert_done(lasting("2027-03-10T00:00:00-05:00", "2027-04-10T01:00:00-04:00"));
	people_expect_fault(lasting("2027-01-01T00:00:00Z", "2027-02-01T00:00:01Z"),
		"#/endsAt", FAULT_TOO_LARGE);
	people_expect_fault(lasting("2027-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
		"#/endsAt", FAULT_TOO_SMALL);
	people_expect_fault(lasting("2027-01-01T00:00:00Z", "2026-12-31T23:00:00Z"),
		"#/endsAt", FAULT_TOO_SMALL);
	people_expect_fault(lasting("2027-01-01T00:00:00", "2027-01-01T01:00:00Z"),
		"#/startsAt", FAULT_FORMAT);
}

TEST(may_lie_in_the_past)
{
	event_world("published");
	assert_done(lasting("2020-01-01T00:00:00Z", "2020-01-01T01:00:00Z"));
	people_expect_rows(1, "events WHERE ended");
}

TEST(is_hosted_by_an_organization_of_which_the_caller_is_owner_or_admin)
{
	static const enum problem expected[PERSON_END] = {
		[HOST] = PROBLEM_ORG_ROLE_REQUIRED,
		[MEMBER] = PROBLEM_ORG_ROLE_REQUIRED,
		[STRANGER] = PROBLEM_ORG_ROLE_REQUIRED,
		[PLATFORM_ADMIN] = PROBLEM_ORG_ROLE_REQUIRED};
	struct scratch_answer answer;

	event_world("published");
	people_expect(&entry,
		"{'title': 'Looms', " TIMES
		", 'orgSlug': 'org-10', 'scope': 'org_members'}",
		expected, PERSON_END);
	answer = people_call(&entry, OWNER,
		"{'title': 'Looms', " TIMES
		", 'orgSlug': 'org-10', 'scope': 'org_members'}");
	scratch_expect(answer,
		"{'hostOrgSlug': 'org-10', 'hostOrgName': 'Org 10', 'hostUserId': '%s'}",
		scratch_id("usr", OWNER));
	assert_problem(create(", 'orgSlug': 'nowhere'"), PROBLEM_ORG_NOT_FOUND);
	people_expect_fault(create(", 'orgSlug': 'No Slug'"), "#/orgSlug", FAULT_PATTERN);
	people_expect_fault(create(", 'orgSlug': '-'"), "#/orgSlug", FAULT_TOO_SHORT);
}

/* Copies and events of organizations count, and deleted ones. */
TEST(a_member_creates_50_events_a_day_and_a_new_one_10)
{
	static const struct op_entry copy = {&op_event_copy, event_copy};
	struct scratch_answer answer;

	event_world("published");
	for (int i = 0; i < 9; i++)
		assert_done(create(""));
	assert_done(people_call(&copy, HOST,
		"{'id': '%s', 'startsAt': '2027-03-01T18:00:00Z'}",
		scratch_id("evt", OWN_EVENT)));
	answer = create("");
	assert_problem(answer, PROBLEM_RATE_LIMITED);
	assert_non_null(strstr(answer.detail, "you have created 10 events"));
	scratch_sql("DELETE FROM events WHERE status = 'draft'");
	scratch_sql("UPDATE members SET created_at = now() - interval '7 days'");
	for (int i = 10; i < 50; i++)
		assert_done(create(""));
	assert_problem(create(""), PROBLEM_RATE_LIMITED);
}
