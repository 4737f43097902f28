#include "tests/handlers/notifications/intro_fixture.h"

static const struct op_entry entry = {&op_intro_list, intro_list};

static void
expect(unsigned member, const char *json, const char *numbers)
{
	struct scratch_answer answer = people_call(&entry, member, "%s", json);

	assert_string_equal(scratch_numbers(&answer, "message", "Intro "), numbers);
}

/* Adds a request of each state from SENDER to RECIPIENT, the newest last, and two
 * others. */
static void
add_all(void)
{
	intro_world();
	intro_add(101, SENDER, RECIPIENT, "accepted", "47 hours");
	intro_add(102, SENDER, RECIPIENT, "declined", "46 hours");
	intro_add(103, STRANGER, RECIPIENT, "pending", "45 hours");
	intro_add(104, RECIPIENT, SENDER, "pending", "44 hours");
	intro_add(98, STRANGER, RECIPIENT, "expired", "20 days");
	intro_add(99, PLATFORM_ADMIN, RECIPIENT, "pending", "15 days");
}

TEST(lists_what_was_received_or_sent_newest_first)
{
	add_all();
	expect(RECIPIENT, "{}", "103 102 101 100 99 98 ");
	expect(RECIPIENT, JSON({"direction": "received"}), "103 102 101 100 99 98 ");
	expect(RECIPIENT, JSON({"direction": "sent"}), "104 ");
	expect(SENDER, JSON({"direction": "sent"}), "102 101 100 ");
	expect(SENDER, "{}", "104 ");
	expect(STRANGER, "{}", "");
}

TEST(lists_one_state)
{
	add_all();
	expect(RECIPIENT, JSON({"status": "pending"}), "103 100 ");
	expect(RECIPIENT, JSON({"status": "accepted"}), "101 ");
	expect(RECIPIENT, JSON({"status": "declined"}), "102 ");
	expect(RECIPIENT, JSON({"status": "expired"}), "99 98 ");
	expect(SENDER, JSON({"direction": "sent", "status": "expired"}), "");
}

TEST(lists_those_with_one_member)
{
	add_all();
	expect(RECIPIENT, JSON({"member": "member-1"}), "102 101 100 ");
	expect(RECIPIENT, JSON({"member": "member-1", "status": "pending"}), "100 ");
	expect(RECIPIENT, JSON({"member": "member-1", "direction": "sent"}), "104 ");
	expect(RECIPIENT, JSON({"member": "nobody"}), "");
}

TEST(lists_page_by_page)
{
	struct scratch_answer answer;

	add_all();
	answer = people_call(&entry, RECIPIENT, JSON({"limit": 4}));
	assert_string_equal(
		scratch_numbers(&answer, "message", "Intro "), "103 102 101 100 ");
	expect(RECIPIENT,
		scratch_printf(JSON({"limit": 4, "cursor": "%s"}),
			scratch_string(&answer, "nextCursor")),
		"99 98 ");
	answer = people_call(&entry, RECIPIENT,
		JSON({"limit": 4, "direction": "sent", "cursor": "%s"}),
		scratch_string(&answer, "nextCursor"));
	assert_problem(answer, PROBLEM_INVALID_CURSOR);
}

TEST(shows_addresses_of_accepted_requests_alone)
{
	struct scratch_answer answer;

	add_all();
	answer = people_call(&entry, RECIPIENT, "{}");
	for (unsigned i = 0; i < 6; i++) {
		const json_t *email =
			scratch_at(&answer, scratch_printf("items.%u.email", i));

		if (i == 2)
			assert_string_equal(
				json_string_value(email), "member1@example.org");
		else
			assert_true(json_is_null(email));
	}
}

TEST(leaves_out_suspended_members)
{
	add_all();
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(SENDER));
	expect(RECIPIENT, "{}", "103 99 98 ");
	expect(RECIPIENT, JSON({"direction": "sent"}), "");
}
