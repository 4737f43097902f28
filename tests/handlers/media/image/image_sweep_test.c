#include "services/media/image/image_sweep.h"

#include "tests/support/image_scene.h"

#define COUNT_IMAGES "SELECT count(*) FROM images"

/* Runs a step of the task with the role of media. */
static bool
sweep(void)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open(NULL)};
	bool more;

	scratch_sql("SET ROLE \"%smedia\"", config()->role_prefix.data);
	more = image_sweep_step(&call);
	scratch_sql("RESET ROLE");
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	return more;
}

TEST(removes_what_no_record_has)
{
	people_add(1);
	people_add_org(10, "public");
	for (unsigned number = 1; number <= 7; number++)
		image_add(number);
	scratch_sql("UPDATE members SET image = '%s'", scratch_uuid_text(1));
	scratch_sql("UPDATE orgs SET logo = '%s', cover = '%s'", scratch_uuid_text(2),
		scratch_uuid_text(3));
	scratch_sql("INSERT INTO posts (id, author_id, kind, title, body, photo) VALUES"
		    " ('%s', '%s', 'idea', 'Ask', 'Body', '%s')",
		scratch_uuid_text(100), scratch_uuid_text(1), scratch_uuid_text(4));
	scratch_sql("INSERT INTO progress (id, author_id, kind, title, photo) VALUES"
		    " ('%s', '%s', 'milestone', 'Entry', '%s')",
		scratch_uuid_text(101), scratch_uuid_text(1), scratch_uuid_text(5));
	scratch_sql(
		"INSERT INTO events (id, host_id, title, description, starts_at, ends_at,"
		" timezone, location_kind, location, join_url, scope, cover) VALUES"
		" ('%s', '%s', 'Event', '', now(), now() + interval '1 hour',"
		" 'UTC', 'virtual', '', '', 'public', '%s')",
		scratch_uuid_text(102), scratch_uuid_text(1), scratch_uuid_text(6));
	scratch_sql("UPDATE images SET look_at = now() - interval '1 second'");
	assert_true(sweep());
	assert_int_equal(people_count(COUNT_IMAGES), 6);
	assert_int_equal(people_count(COUNT_IMAGES " WHERE look_at IS NOT NULL"), 0);
	assert_false(sweep());
	scratch_sql("DELETE FROM progress");
	scratch_sql("DELETE FROM events");
	scratch_sql("UPDATE posts SET photo = NULL");
	scratch_sql("UPDATE orgs SET cover = logo");
	scratch_sql("UPDATE images SET look_at = look_at - interval '1 second'");
	assert_true(sweep());
	assert_int_equal(people_count(COUNT_IMAGES), 2);
}

TEST(leaves_a_new_image_the_time_to_be_set)
{
	image_add(7);
	scratch_sql("UPDATE images SET look_at = now() + interval '20 minutes'");
	assert_false(sweep());
	assert_int_equal(people_count(COUNT_IMAGES), 1);
}
