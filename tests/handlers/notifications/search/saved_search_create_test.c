#include "services/notifications/handlers.h"
#include "tests/support/handler_test.h"
#include "tests/support/race.h"

static const struct op_entry entry = {&op_saved_search_create, saved_search_create};

TEST(saves_the_filters_of_a_list_and_begins_the_mail)
{
	people_add_all(1);
	people_add_org(50, "public");
	people_join(50, 1);
	scratch_expect(people_call(&entry, 1,
			       "{'list': 'posts', 'kind': 'hiring', 'org': 'org-50'}"),
		"{'list': 'posts', 'kind': 'hiring', 'org.slug': 'org-50', 'q': null,"
		" 'mailed': true}");
	scratch_expect(people_call(&entry, 1,
			       "{'list': 'members', 'q': 'loom', 'role': 'founder',"
			       " 'lookingFor': 'team', 'skill': 'Wool'}"),
		"{'q': 'loom', 'role': 'founder', 'lookingFor': 'team', 'skill': 'Wool',"
		" 'org': null}");
	people_expect_rows(
		1, "saved_search_mails WHERE due_at = now() + interval '7 days'");
}

TEST(saves_the_same_search_once)
{
	struct scratch_answer first, second;

	people_add_all(1);
	first = people_call(&entry, 1, "{'list': 'events'}");
	second = people_call(&entry, 1, "{'list': 'events'}");
	assert_string_equal(scratch_string(&first, "id"), scratch_string(&second, "id"));
	people_expect_rows(1, "saved_searches");
}

TEST(refuses_filters_of_other_lists_and_organizations_of_others)
{
	people_add_all(1);
	people_add_org(50, "public");
	people_expect_fault(people_call(&entry, 1, "{'list': 'members', 'kind': 'idea'}"),
		"#/kind", FAULT_NOT_ALLOWED);
	people_expect_fault(people_call(&entry, 1, "{'list': 'posts', 'skill': 'Wool'}"),
		"#/skill", FAULT_NOT_ALLOWED);
	assert_problem(people_call(&entry, 1, "{'list': 'events', 'org': 'org-50'}"),
		PROBLEM_ORG_NOT_FOUND);
	people_expect_rows(0, "saved_searches");
}

TEST(switches_the_mail_on_again_without_what_was_missed)
{
	people_add_all(1);
	assert_done(people_call(&entry, 1, "{'list': 'events'}"));
	scratch_sql("UPDATE saved_search_mails SET due_at = NULL,"
		    " sent_to = now() - interval '30 days'");
	assert_done(people_call(&entry, 1, "{'list': 'posts'}"));
	people_expect_rows(
		1, "saved_search_mails WHERE due_at > now() AND sent_to = now()");
}

#define RACERS 4

TEST_COMMITTED(a_member_has_ten_also_at_once)
{
	struct racer racers[RACERS];

	people_add_all(1);
	scratch_sql("INSERT INTO saved_searches (id, member_id, list, q)"
		    " SELECT new_id(), '%s', 'members', 'w' || n"
		    " FROM generate_series(1, 9) AS n",
		scratch_uuid_text(1));
	for (size_t i = 0; i < RACERS; i++)
		racers[i] = (struct racer){.entry = &entry,
			.principal = people_principal(1),
			.json = scratch_printf(
				"{\"list\": \"members\", \"q\": \"r%zu\"}", i)};
	race_open(racers, RACERS);
	race_run(racers, RACERS);
	assert_int_equal(race_count(racers, RACERS, PROBLEM_NONE), 1);
	assert_int_equal(
		race_count(racers, RACERS, PROBLEM_VALIDATION_FAILED), RACERS - 1);
	race_close(racers, RACERS);
	people_expect_rows(10, "saved_searches");
}
