/*
 * client_register.c - dynamic client registration (RFC 7591).
 *
 * Programs without persistent storage register at every start. A public client with the
 * same metadata as before is therefore answered with its existing row. Networks share a
 * row only after its first hour, in which it may have to make room for others: strangers
 * could register the metadata of known apps, and replace them while others sign in. A
 * confidential client always gets a new row, because its secret is shown only once.
 */
#include <string.h>

#include "common/base/id.h"
#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"
#include "services/identity/oauth/client_new.h"
#include "services/identity/oauth/redirect.h"

STATEMENT(FIND_REGISTERED,
	"UPDATE oauth_clients c SET registered_at = now() WHERE c.id ="
	" (SELECT o.id FROM oauth_clients o WHERE o.metadata_hash = $1"
	" AND (NOT (" CLIENT_NEW("o") ")"
	" OR o.network IS NOT DISTINCT FROM " STRANGER_OF("$2::text") ")"
	" UNION ALL SELECT o.id FROM oauth_clients o WHERE " CLIENT_NEW("o")
	" AND o.network IS NOT DISTINCT FROM " STRANGER_OF("$2::text")
	" AND o.kind = 'registered' AND o.auth_method = 'none' AND o.name = $3"
	" AND o.redirect_uris = $4 AND o.refreshes = $5 LIMIT 1)"
	" RETURNING " CLIENT_ANSWER);

/* Whether all redirect URIs belong to programs on a member's machine, which cannot keep a
 * secret. */
static bool
is_native(const struct text_list *uris)
{
	for (uint32_t i = 0; i < uris->count; i++) {
		if (!redirect_is_loopback(uris->items[i].data) &&
			!redirect_is_private(uris->items[i].data))
			return false;
	}
	return true;
}

/* The client's authentication method; NULL for one that is not supported. */
static const char *
auth_method(const struct client_register_in *in)
{
	static const char *const methods[] = {
		"none", "client_secret_basic", "client_secret_post"};

	if (in->auth_method.size == 0)
		return is_native(&in->redirect_uris) ? "none" : "client_secret_basic";
	for (size_t i = 0; i < COUNT_OF(methods); i++) {
		if (strcmp(in->auth_method.data, methods[i]) == 0)
			return methods[i];
	}
	return NULL;
}

static enum problem
judge(struct call *call, const struct client_register_in *in, struct client_new *client)
{
	enum problem problem = client_new_judge(call, client);

	if (problem != PROBLEM_NONE)
		return problem;
	if (client->auth_method == NULL)
		return call_fault(call, "#/authMethod", FAULT_NOT_ALLOWED,
			"token_endpoint_auth_method must be none, client_secret_basic or "
			"client_secret_post");
	return client_new_judge_uses(call, &in->grant_types, &in->response_types);
}

/* Answers the public client with the same metadata; false when there is none. */
static bool
find_registered(struct call *call, const struct client_new *client, enum problem *problem)
{
	const struct reply_extra no_secret = REPLY_FIELD_NULL("clientSecret");
	const struct reply_parts parts = {.extras = &no_secret, .extra_count = 1};
	uint8_t hash[HASH_SIZE];
	struct rows *rows;

	/* A confidential client must not get the row of another, whose secret it does not
	 * have. */
	if (client->auth_method == NULL || strcmp(client->auth_method, "none") != 0)
		return false;
	client_new_hash(call, client, hash);
	rows = db_query(call, FIND_REGISTERED, DB_BYTES(hash, sizeof(hash)),
		client_new_network(call), DB_TEXT(client->name),
		DB_TEXTS(client->redirect_uris), DB_FLAG(client->refreshes));
	if (rows->count == 1)
		*problem = reply_row(call, rows, 0, &parts);
	return rows->count == 1;
}

enum problem
client_register(struct call *call, const void *input)
{
	const struct client_register_in *in = input;
	struct client_new client = {
		.kind = "registered",
		.name = client_new_name(call, &in->name),
		.redirect_uris = in->redirect_uris,
		.auth_method = auth_method(in),
		.refreshes = client_new_names(&in->grant_types, "refresh_token"),
	};
	enum problem problem = judge(call, in, &client);

	if (problem != PROBLEM_NONE || find_registered(call, &client, &problem))
		return problem;
	problem = client_new_limit(call);
	return problem != PROBLEM_NONE ? problem : client_new_answer(call, &client);
}
