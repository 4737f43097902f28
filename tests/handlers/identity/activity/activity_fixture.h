/*
 * activity_fixture.h - calls by browsers, tokens and apps, which commit.
 */
#ifndef KITH_TEST_ACTIVITY_FIXTURE_H
#define KITH_TEST_ACTIVITY_FIXTURE_H

#include "services/content/handlers.h"
#include "services/identity/handlers.h"
#include "services/notifications/handlers.h"
#include "services/orgs/handlers.h"
#include "tests/handlers/identity/account_fixture.h"

#include "tests/handlers/identity/counted_argon2.h"

#define PUBLIC_ASK \
	JSON({ \
		"kind": "idea", \
		"title": "An ask", \
		"body": "", \
		"publishTo": {"public": true} \
	})
#define DRAFT_ASK JSON({"kind": "idea", "title": "A draft", "body": ""})

/* The browser of a member. */
static inline struct principal
browser_of(unsigned number)
{
	struct principal caller = people_principal(number);

	caller.via = VIA_PAGE;
	return caller;
}

/* A personal access token of a member, with this number. */
static inline struct principal
token_of(unsigned number, unsigned token)
{
	struct principal caller = people_principal(number);

	caller.credential_kind = CREDENTIAL_TOKEN;
	caller.credential = scratch_uuid(token);
	caller.via = VIA_REST;
	scratch_sql("INSERT INTO credentials (id, member_id, kind, hash, scopes, name,"
		    " expires_at, absolute_expires_at) VALUES ('%s', '%s', 'token',"
		    " sha256('%u'), 15, 'Script', now() + interval '1 day',"
		    " now() + interval '1 day') ON CONFLICT DO NOTHING",
		scratch_uuid_text(token), scratch_uuid_text(number), token);
	return caller;
}

/* An app of a member: client, grant and access token have this number. `kind` is
 * "registered" for an app that registered itself, "fixed" for the operator's. */
static inline struct principal
app_of(unsigned number, unsigned app, const char *kind)
{
	struct principal caller = people_principal(number);

	scratch_sql(
		"INSERT INTO oauth_clients (id, kind, name, redirect_uris,"
		" auth_method, refreshes, metadata_hash) VALUES ('%s', '%s', 'Helper',"
		" '{https://app.example/callback}', 'none', true,"
		" CASE '%s' WHEN 'registered' THEN sha256('%u') END)"
		" ON CONFLICT DO NOTHING",
		scratch_uuid_text(app), kind, kind, app);
	scratch_sql("INSERT INTO oauth_grants (id, member_id, client_id, scopes,"
		    " audience, redirect_host, expires_at) VALUES ('%s', '%s', '%s', 15,"
		    " 'http://localhost:8080/mcp', 'app.example',"
		    " now() + interval '1 day') ON CONFLICT DO NOTHING",
		scratch_uuid_text(app), scratch_uuid_text(number),
		scratch_uuid_text(app));
	scratch_sql("INSERT INTO credentials (id, member_id, kind, hash, scopes, name,"
		    " client, audience, grant_id, expires_at, absolute_expires_at)"
		    " VALUES ('%s', '%s', 'oauth', sha256('%u'), 15, 'Helper',"
		    " '%s', 'http://localhost:8080/mcp', '%s', now() + interval '1 day',"
		    " now() + interval '1 day') ON CONFLICT DO NOTHING",
		scratch_uuid_text(app), scratch_uuid_text(number), app,
		scratch_id("cli", app), scratch_uuid_text(app));
	caller.credential_kind = CREDENTIAL_OAUTH;
	caller.credential = scratch_uuid(app);
	caller.client = arena_text(scratch_arena(), scratch_id("cli", app));
	caller.via = VIA_TOOL;
	return caller;
}

#endif
