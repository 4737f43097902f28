/*
 * social_fixture.h - a configured provider that does not answer, and accounts there.
 * tests/e2e/social_test.py tests the answers of a provider.
 */
#ifndef KITH_TEST_SOCIAL_FIXTURE_H
#define KITH_TEST_SOCIAL_FIXTURE_H

#include <stdlib.h>
#include <string.h>

#include "common/config/config.h"
#include "common/secret/secret.h"
#include "services/media/handlers.h"
#include "services/media/social/social.h"
#include "tests/support/people.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

/* No process listens there. */
#define SOCIAL_URL "http://127.0.0.1:9"

static inline void
social_open(void)
{
	setenv("KITH_SOCIAL_URL", SOCIAL_URL, 1);
	setenv("KITH_SOCIAL_CLIENT_ID", "client", 1);
	setenv("KITH_SOCIAL_CLIENT_SECRET", "secret", 1);
	scratch_open(NULL);
}

const struct test_scene test_scene = {
	.open = social_open, .before = scratch_begin, .after = scratch_rollback};

/* Links an account "member-<number>"; `expires` is an SQL expression of a time. */
static inline void
social_add(unsigned member, const char *provider, const char *expires)
{
	const struct uuid id = scratch_uuid(member);
	struct text sealed = social_seal(scratch_arena(), &id, "token");

	scratch_sql("INSERT INTO social_accounts (member_id, provider, remote_id, handle,"
		    " url, token, expires_at) VALUES ('%s', '%s', '7', 'member-%u',"
		    " '%s/@member-%u', '\\x%s', %s)",
		scratch_uuid_text(member), provider, member, provider, member,
		hex_encode(scratch_arena(), sealed.data, sealed.size), expires);
}

/* Begins to link a member's account with a state; `expires` is an SQL expression of a
 * time. */
static inline void
social_begin(unsigned member, const char *state, const char *expires)
{
	const struct uuid id = scratch_uuid(member);
	struct text sealed = social_seal(scratch_arena(), &id, "verifier");
	uint8_t hash[HASH_SIZE];

	secret_hash(state, strlen(state), hash);
	scratch_sql("INSERT INTO social_links (member_id, state_hash, provider, verifier,"
		    " expires_at) VALUES ('%s', '\\x%s', '" SOCIAL_URL "', '\\x%s', %s)",
		scratch_uuid_text(member), hex_encode(scratch_arena(), hash, HASH_SIZE),
		hex_encode(scratch_arena(), sealed.data, sealed.size), expires);
}

/* Adds an entry of a member that waits to be shared. */
static inline void
social_add_share(unsigned entry, unsigned member)
{
	scratch_sql("INSERT INTO progress (id, author_id, kind, title) VALUES"
		    " ('%s', '%s', 'milestone', 'Entry')",
		scratch_uuid_text(entry), scratch_uuid_text(member));
	scratch_sql(
		"INSERT INTO social_shares (progress_id, member_id) VALUES ('%s', '%s')",
		scratch_uuid_text(entry), scratch_uuid_text(member));
}

/* Adds a try to share an entry at an account, whose outcome is unknown. */
static inline void
social_add_try(unsigned entry, const char *account, const char *text)
{
	scratch_sql("INSERT INTO social_tries (progress_id, provider, remote_id, text)"
		    " VALUES ('%s', '" SOCIAL_URL "', '%s', '%s')",
		scratch_uuid_text(entry), account, text);
}

static inline struct scratch_answer
social_call(const struct op_entry *entry, unsigned member, const char *json)
{
	const struct principal caller = people_principal(member);

	return scratch_call(entry, &caller, json);
}

#endif
