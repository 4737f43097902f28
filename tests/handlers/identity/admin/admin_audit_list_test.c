#include "tests/handlers/identity/admin_fixture.h"

static struct scratch_answer
list(const char *json)
{
	return admin_call(1, ENTRY(admin_audit_list), json);
}

static void
add_entry(unsigned number, const char *actor, const char *action, const char *subject)
{
	scratch_sql("INSERT INTO audit (id, at, actor, action, subject_type, subject_id,"
		    " credential_kind, client, request_id, detail) VALUES ('%s',"
		    " '2026-01-01Z'::timestamptz + %u * interval '1 hour', %s, '%s', %s,"
		    " 'token', 'cli', 'request-%u', '{\"reason\": \"because\"}')",
		scratch_uuid_text(number), number, actor, action, subject, number);
}

static const char *
quoted(unsigned number)
{
	return scratch_printf("'%s'", scratch_uuid_text(number));
}

static void
add_entries(void)
{
	const char *two = scratch_printf("'member', %s", quoted(2));

	admin_add(1);
	people_add(2);
	add_entry(101, quoted(1), "member.suspend", two);
	add_entry(102, quoted(1), "member.approve", two);
	add_entry(103, "NULL", "member.suspend", "NULL, NULL");
	add_entry(104, quoted(2), "session.revoke",
		"'session', '00000000-0000-7000-8000-00000000ffff'");
}

/* Compares the request ids, shortened: "104 103 ". */
static void
expect(const char *json, const char *expected)
{
	struct scratch_answer answer = list(json);
	struct buffer out = {.arena = scratch_arena()};

	assert_done(answer);
	for (size_t i = 0; i < json_array_size(scratch_at(&answer, "items")); i++) {
		const char *request =
			scratch_string(&answer, scratch_printf("items.%zu.requestId", i));

		buffer_append(&out, request + 8, strlen(request + 8));
		buffer_append(&out, " ", 1);
	}
	buffer_append(&out, "", 1);
	assert_string_equal((const char *)out.data, expected);
}

TEST(says_who_did_what_to_whom_and_with_what)
{
	add_entries();
	scratch_expect(list("{}"),
		"{'items.3.id': '%s', 'items.3.at': '2026-01-05T05:00:00.000Z',"
		" 'items.3.actor.userId': '%s', 'items.3.actor.handle': 'member-1',"
		" 'items.3.actor.name': 'Member 1', 'items.3.action': 'member.suspend',"
		" 'items.3.subject.type': 'member', 'items.3.subject.id': '%s',"
		" 'items.3.credential': 'token', 'items.3.clientId': 'cli',"
		" 'items.3.requestId': 'request-101',"
		" 'items.3.detail.reason': 'because', 'items.1.actor': null,"
		" 'items.1.subject': null, 'items.0.subject.id': '%s'}",
		scratch_id("aud", 101), scratch_id("usr", 1), scratch_id("usr", 2),
		scratch_id("ses", 0xffff));
}

TEST(filters_by_who_and_by_what)
{
	add_entries();
	expect("{}", "104 103 102 101 ");
	expect(JSON({"action": "member.suspend"}), "103 101 ");
	expect(JSON({"actor": "member-1"}), "102 101 ");
	expect(scratch_printf(JSON({"actor": "%s"}), scratch_id("usr", 2)), "104 ");
	expect(JSON({"actor": "member-1", "action": "member.approve"}), "102 ");
	expect(JSON({"actor": "member-2", "action": "member.approve"}), "");
	expect(JSON({"actor": "nobody"}), "");
}

TEST(pages_by_cursor)
{
	static const char *const filters[] = {
		"\"action\": \"member.suspend\"", "\"actor\": \"member-1\""};

	add_entries();
	for (size_t i = 0; i < COUNT_OF(filters); i++) {
		struct scratch_answer answer =
			list(scratch_printf("{%s, \"limit\": 1}", filters[i]));

		expect(scratch_printf("{%s, \"limit\": 1, \"cursor\": \"%s\"}",
			       filters[i], scratch_string(&answer, "nextCursor")),
			"101 ");
	}
}

/* Adds a function that reports how a statement is refused. */
static void
before_refusals(void)
{
	scratch_begin();
	scratch_sql(
		"CREATE FUNCTION pg_temp.refused(statement text) RETURNS text"
		" LANGUAGE plpgsql AS $$ BEGIN EXECUTE statement; RETURN 'done';"
		" EXCEPTION WHEN restrict_violation THEN RETURN 'restrict_violation'; END"
		" $$");
}

static const struct test_scene with_refusals = {
	.before = before_refusals, .after = scratch_rollback};

TEST_IN(with_refusals, never_changes_or_forgets_an_entry)
{
	static const char *const changes[] = {
		"UPDATE audit SET action = 'x.y'", "DELETE FROM audit", "TRUNCATE audit"};

	add_entries();
	for (size_t i = 0; i < COUNT_OF(changes); i++)
		assert_string_equal(
			scratch_value("SELECT %s",
				scratch_printf("pg_temp.refused($q$%s$q$)", changes[i])),
			"restrict_violation");
	expect("{}", "104 103 102 101 ");
}
