#include "tests/handlers/identity/admin_fixture.h"

static struct scratch_answer
resolve(const char *id)
{
	return admin_call(
		1, ENTRY(admin_report_resolve), scratch_printf(JSON({"id": "%s"}), id));
}

TEST(resolves_once)
{
	admin_add(1);
	scratch_sql("INSERT INTO reports (id, reporter, subject_type, subject_id, reason)"
		    " VALUES ('%s', '%s', 'post', '%s', 'x')",
		scratch_uuid_text(5), scratch_uuid_text(1), scratch_uuid_text(6));
	scratch_expect(resolve(scratch_id("rep", 5)), "{'status': 'resolved'}");
	scratch_sql("UPDATE reports SET resolved_at = '2026-01-01Z'");
	scratch_expect(resolve(scratch_id("rep", 5)),
		"{'resolvedAt': '2026-01-01T00:00:00.000Z'}");
	people_expect_rows(
		1, "audit WHERE action = 'report.resolve' AND subject_type = 'report'");
	people_expect_rows(1, "reports WHERE resolved_by = '%s'", scratch_uuid_text(1));
}

TEST(says_that_there_is_no_such_report)
{
	admin_add(1);
	assert_problem(resolve(scratch_id("rep", 5)), PROBLEM_REPORT_NOT_FOUND);
	assert_problem(resolve(scratch_id("usr", 1)), PROBLEM_REPORT_NOT_FOUND);
}
