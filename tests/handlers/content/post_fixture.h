/*
 * post_fixture.h - asks for the tests of content.
 */
#ifndef KITH_TEST_POST_FIXTURE_H
#define KITH_TEST_POST_FIXTURE_H

#include "tests/handlers/content/item_fixture.h"

/* Adds an open ask "Ask <number>", created `number` seconds after a fixed moment;
 * `is_public` is 'true' or 'false'. */
static inline void
post_add(unsigned number, unsigned author, const char *is_public)
{
	scratch_sql(
		"INSERT INTO posts (id, author_id, kind, title, body, is_public,"
		" created_at, updated_at) VALUES ('%s', '%s', 'idea', 'Ask %u', 'Body',"
		" %s, timestamptz '2026-01-01 00:00:00Z' + %u * interval '1 second',"
		" timestamptz '2026-01-01 00:00:00Z' + %u * interval '1 second')",
		scratch_uuid_text(number), scratch_uuid_text(author), number, is_public,
		number, number);
}

static inline void
post_publish_to(unsigned number, unsigned org)
{
	scratch_sql(
		"INSERT INTO post_targets (post_id, org_id, author_id, kind, expires_at,"
		" is_open, is_public, created_at) SELECT id, '%s', author_id, kind,"
		" expires_at, status = 'open', is_public, created_at FROM posts"
		" WHERE id = '%s'",
		scratch_uuid_text(org), scratch_uuid_text(number));
	scratch_sql("UPDATE posts SET target_count = target_count + 1 WHERE id = '%s'",
		scratch_uuid_text(number));
}

/* {"id": "post_…"} */
static inline const char *
post_id_json(unsigned number)
{
	return item_id_json("post", number);
}

#endif
