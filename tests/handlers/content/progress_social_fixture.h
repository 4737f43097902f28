/*
 * progress_social_fixture.h - a configured social provider for the tests of content.
 */
#ifndef KITH_TEST_PROGRESS_SOCIAL_FIXTURE_H
#define KITH_TEST_PROGRESS_SOCIAL_FIXTURE_H

#include <stdlib.h>
#include <string.h>

#include "services/content/handlers.h"
#include "tests/support/people.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

#define SOCIAL_URL "https://social.example"

static inline void
social_open(void)
{
	setenv("KITH_SOCIAL_URL", SOCIAL_URL, 1);
	scratch_open(NULL);
}

const struct test_scene test_scene = {
	.open = social_open, .before = scratch_begin, .after = scratch_rollback};

/* Links an account; `expires` is an SQL expression of a time. */
static inline void
social_add(unsigned member, const char *provider, const char *expires)
{
	scratch_sql("INSERT INTO social_accounts (member_id, provider, remote_id, handle,"
		    " url, token, expires_at) VALUES ('%s', '%s', '7', 'ada',"
		    " 'https://a.example', 'sealed', %s)",
		scratch_uuid_text(member), provider, expires);
}

static inline void
social_add_entry(unsigned number, unsigned author)
{
	scratch_sql("INSERT INTO progress (id, author_id, kind, title, is_public) VALUES"
		    " ('%s', '%s', 'milestone', 'Entry', true)",
		scratch_uuid_text(number), scratch_uuid_text(author));
}

static inline struct scratch_answer
social_call(const struct op_entry *entry, unsigned member, unsigned number)
{
	const struct principal caller = people_principal(member);

	return scratch_call(entry, &caller,
		scratch_printf("{\"id\": \"%s\"}", scratch_id("prog", number)));
}

#endif
