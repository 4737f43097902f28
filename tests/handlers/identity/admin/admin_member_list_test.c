#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_admin_member_list, admin_member_list};

static struct scratch_answer
list(const char *json)
{
	const struct uuid id = scratch_uuid(1);
	const struct principal admin = scratch_admin(&id);

	return scratch_call(&entry, &admin, json);
}

/* Fails unless the page has the members with these numbers. */
static void
expect(const char *json, const char *expected)
{
	struct scratch_answer answer = list(json);
	struct buffer names = {.arena = scratch_arena()};

	assert_done(answer);
	for (size_t i = 0; i < json_array_size(answer.output); i++) {
		const char *name = json_string_value(
			json_object_get(json_array_get(answer.output, i), "name"));

		buffer_append(&names, name + 7, strlen(name + 7));
		buffer_append(&names, " ", 1);
	}
	buffer_append(&names, "", 1);
	assert_string_equal((const char *)names.data, expected);
}

static void
add_members(void)
{
	for (unsigned i = 1; i <= 5; i++)
		people_add_as(i, i == 2 ? "pending" : i == 3 ? "suspended" : "active");
	people_add_unverified(6);
	scratch_sql("UPDATE members SET created_at = timestamptz '2026-01-01 00:00:00Z'"
		    " + least(4, ascii(right(name, 1)) - 48) * interval '1 hour'");
}

TEST(lists_verified_members_newest_first)
{
	struct scratch_answer answer;

	add_members();
	expect("{}", "5 4 3 2 1 ");
	answer = list("{}");
	scratch_expect(answer,
		"{'4.id': '%s', '4.email': 'member1@example.org',"
		" '4.membershipStatus': 'active', '4.role': 'member',"
		" '4.createdAt': '2026-01-01T01:00:00.000Z'}",
		scratch_id("usr", 1));
	assert_null(answer.next_cursor);
}

TEST(filters_by_state_and_words)
{
	add_members();
	scratch_sql("UPDATE members SET name = 'Member Ünder_score%%'"
		    " WHERE name = 'Member 4'");
	expect(JSON({"status": "pending"}), "2 ");
	expect(JSON({"status": "active", "q": "MEMBER5@"}), "5 ");
	expect(JSON({"q": "üNDER"}), "Ünder_score% ");
	expect(JSON({"q": "_"}), "Ünder_score% ");
	expect(JSON({"q": "%"}), "Ünder_score% ");
	expect(JSON({"q": "nobody"}), "");
	scratch_sql("UPDATE members SET name = 'Member O''Brien',"
		    " email = 'max@xn--mller-kva.example' WHERE name = 'Member 5'");
	expect(JSON({"q": "OBRIEN"}), "O'Brien ");
	expect(JSON({"q": "max@müller.example"}), "O'Brien ");
}

TEST(pages_through_all_with_a_cursor_beside_the_array)
{
	static const char *const pages[] = {"5 4 ", "3 2 ", "1 "};
	const char *json = JSON({"limit": 2});

	add_members();
	for (size_t i = 0; i < COUNT_OF(pages); i++) {
		struct scratch_answer answer;

		expect(json, pages[i]);
		answer = list(json);
		if (i + 1 == COUNT_OF(pages)) {
			assert_null(answer.next_cursor);
			break;
		}
		assert_non_null(answer.next_cursor);
		json = scratch_printf(
			JSON({"limit": 2, "cursor": "%s"}), answer.next_cursor);
	}
}
