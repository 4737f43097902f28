#include "tests/handlers/identity/admin_fixture.h"

static struct scratch_answer
list(const char *json)
{
	return admin_call(1, ENTRY(admin_report_list), json);
}

static void
add_reports(void)
{
	admin_add(1);
	people_add(2);
	for (unsigned i = 1; i <= 3; i++)
		scratch_sql("INSERT INTO reports (id, reporter, subject_type, subject_id,"
			    " reason, status, created_at, resolved_at)"
			    " VALUES ('%s', %s, 'post', '%s', 'reason %u', '%s',"
			    " '2026-01-0%uZ', %s)",
			scratch_uuid_text(100 + i),
			i == 1 ? "NULL" : scratch_printf("'%s'", scratch_uuid_text(2)),
			scratch_uuid_text(i), i, i == 2 ? "resolved" : "open", i,
			i == 2 ? "now()" : "NULL");
}

TEST(lists_reports_newest_first_and_by_state)
{
	struct scratch_answer answer;

	add_reports();
	scratch_expect(list("{}"),
		"{'items.length': 3, 'items.0.reason': 'reason 3',"
		" 'items.0.reporter.handle': 'member-2', 'items.0.subjectId': '%s',"
		" 'items.2.reporter': null}",
		scratch_id("post", 3));
	scratch_expect(list(JSON({"status": "open"})), "{'items.length': 2}");
	answer = list(JSON({"status": "resolved"}));
	scratch_expect(answer, "{'items.length': 1}");
	assert_true(json_is_string(scratch_at(&answer, "items.0.resolvedAt")));
	assert_problem(list(JSON({"status": "x"})), PROBLEM_VALIDATION_FAILED);
}

TEST(pages_by_cursor)
{
	struct scratch_answer answer;

	add_reports();
	answer = list(JSON({"status": "open", "limit": 1}));
	answer = list(scratch_printf(JSON({"status": "open", "cursor": "%s"}),
		scratch_string(&answer, "nextCursor")));
	scratch_expect(answer, "{'items.0.reason': 'reason 1', 'nextCursor': null}");
}
