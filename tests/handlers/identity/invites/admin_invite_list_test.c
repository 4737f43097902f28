#include "tests/handlers/identity/admin_fixture.h"

static struct scratch_answer
list(const char *json)
{
	return admin_call(1, ENTRY(admin_invite_list), json);
}

static void
add_code(const char *code, const char *at)
{
	scratch_sql("INSERT INTO invite_codes (code, note, max_uses, uses, created_at)"
		    " VALUES ('%s', 'note', 5, 2, '%s')",
		code, at);
}

TEST(lists_codes_newest_first_in_pages)
{
	struct scratch_answer answer;

	admin_add(1);
	add_code("old", "2026-01-01Z");
	add_code("new", "2026-01-03Z");
	add_code("middle", "2026-01-02Z");
	answer = list(JSON({"limit": 2}));
	scratch_expect(answer,
		"{'items.0.code': 'new', 'items.1.code': 'middle', 'items.0.uses': 2,"
		" 'items.0.maxUses': 5, 'items.0.expiresAt': null}");
	answer = list(scratch_printf(JSON({"limit": 2, "cursor": "%s"}),
		scratch_string(&answer, "nextCursor")));
	scratch_expect(answer, "{'items.0.code': 'old', 'nextCursor': null}");
}

TEST(leaves_out_what_was_revoked)
{
	admin_add(1);
	add_code("gone", "2026-01-01Z");
	scratch_sql("UPDATE invite_codes SET revoked_at = now()");
	scratch_expect(list("{}"), "{'items.length': 0}");
	assert_problem(list(JSON({"limit": 101})), PROBLEM_VALIDATION_FAILED);
	assert_problem(list(JSON({"cursor": "x"})), PROBLEM_INVALID_CURSOR);
}
