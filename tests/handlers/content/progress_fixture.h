/*
 * progress_fixture.h - projects and progress entries for the tests of content.
 */
#ifndef KITH_TEST_PROGRESS_FIXTURE_H
#define KITH_TEST_PROGRESS_FIXTURE_H

#include "tests/handlers/content/item_fixture.h"

/* Adds a project "Project <number>" and a member who leads it; visibility "network" or
 * "private". */
static inline void
progress_add_project(unsigned number, const char *visibility)
{
	scratch_sql(
		"INSERT INTO projects (id, name, visibility) VALUES ('%s', 'Project %u',"
		" '%s')",
		scratch_uuid_text(number), number, visibility);
	people_add(900 + number);
	scratch_sql("INSERT INTO project_members (project_id, member_id, role)"
		    " VALUES ('%s', '%s', 'lead')",
		scratch_uuid_text(number), scratch_uuid_text(900 + number));
}

static inline void
progress_join_project(unsigned project, unsigned member)
{
	scratch_sql(
		"INSERT INTO project_members (project_id, member_id) VALUES ('%s', '%s')",
		scratch_uuid_text(project), scratch_uuid_text(member));
}

/* Adds an entry "Entry <number>", created `number` seconds after a fixed moment;
 * `is_public` is 'true' or 'false', `project` is 0 for none. */
static inline void
progress_add(unsigned number, unsigned author, const char *is_public, unsigned project)
{
	scratch_sql(
		"INSERT INTO progress (id, author_id, project_id, kind, title,"
		" occurred_at, is_public, created_at, updated_at)"
		" SELECT '%s', '%s', NULLIF('%s', '%s')::uuid, 'milestone', 'Entry %u',"
		" at, %s, at, at FROM (SELECT timestamptz '2026-01-01 00:00:00Z' + %u *"
		" interval '1 second') AS made (at)",
		scratch_uuid_text(number), scratch_uuid_text(author),
		scratch_uuid_text(project), scratch_uuid_text(0), number, is_public,
		number);
}

static inline void
progress_publish_to(unsigned number, unsigned org)
{
	scratch_sql(
		"INSERT INTO progress_targets (progress_id, org_id, author_id, kind,"
		" created_at) SELECT id, '%s', author_id, kind, created_at FROM progress"
		" WHERE id = '%s'",
		scratch_uuid_text(org), scratch_uuid_text(number));
	scratch_sql("UPDATE progress SET target_count = target_count + 1 WHERE id = '%s'",
		scratch_uuid_text(number));
}

/* {"id": "prog_…"} */
static inline const char *
progress_id_json(unsigned number)
{
	return item_id_json("prog", number);
}

#endif
