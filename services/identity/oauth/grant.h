/*
 * grant.h - grants: what a member allowed a client, and the tokens issued for it.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_GRANT_H
#define KITH_SERVICES_IDENTITY_OAUTH_GRANT_H

#include "common/secret/secret.h"
#include "services/identity/oauth/answer.h"
#include "services/identity/oauth/client.h"

/* The latest access tokens of a grant that are kept. */
#define GRANT_TOKENS_MAX "50"

struct grant {
	struct uuid id;
	struct uuid member;
	struct client client;
	unsigned scopes;
	struct text audience;
	bool active; /* the member is active */
};

/* Columns of a grant `g` of a member `m` to a client `c`, for grant_read(). A
 * statement that reads them to issue tokens must lock the member FOR SHARE. Operations
 * that revoke access lock the member exclusively, so they either see the new tokens or
 * are seen here. */
#define GRANT_COLUMNS \
	SQL("g.id AS grant_id, g.member_id, g.scopes::bigint AS scopes, g.audience," \
	    " m.status = 'active' AND m.former_at IS NULL AS active, " CLIENT_COLUMNS)
#define GRANT_TABLES \
	SQL(" JOIN oauth_clients c ON c.id = g.client_id" \
	    " JOIN members m ON m.id = g.member_id")

struct grant grant_read(struct call *call, const struct rows *rows);

/* A code or refresh token that a client presents. */
struct grant_claim {
	const struct text *client_id, *client_secret;
	const struct text *token;
	const struct statement *queue; /* QUEUE_SHARED for the member; $1 as below */
	const struct statement *find;  /* $1: the token's hash, $2: the client */
	const char *unknown;           /* error text if no row is found */
};

/* The result of a claim. */
struct grant_claimed {
	struct client client; /* the authenticated sender */
	struct grant grant;
	uint8_t hash[HASH_SIZE];
	struct rows *rows; /* the result of `find` */
};

/* Authenticates the client and finds the grant. On failure returns false, and *problem is
 * the result of answering the error. */
bool grant_claim(struct call *call, const struct grant_claim *claim,
	struct grant_claimed *claimed, enum problem *problem);

/* Locks the grant exclusively, which serializes the use of its tokens, and reads its
 * scopes again: the member may have taken some away meanwhile. False when the grant has
 * ended. */
bool grant_lock(struct call *call, struct grant *grant);

/* Revokes the grant and all its tokens; false when it was revoked before. */
bool grant_end(struct call *call, const struct grant *grant);

/* Like grant_end(), because a code or refresh token may be stolen: a used one came again,
 * or the app got too many.
 * Also writes an audit entry and mails the member. */
void grant_end_replayed(struct call *call, const struct grant *grant);

/* The tokens that a client gets; absent ones are NULL or 0. */
struct issued {
	struct oauth_refusal refusal;
	const struct uuid
		*ended; /* member whose credentials for the client were revoked */
	const char *access_token;
	const char *refresh_token;
	const char *id_token;
	unsigned scopes;
	int64_t expires_in_s;
};

/* Issues an access token with some of the grant's scopes. */
void grant_issue_access(struct call *call, const struct grant *grant, unsigned scopes,
	struct issued *issued);

/* A member's id in text form; NULL for NULL. */
const char *grant_wire_member(struct arena *arena, const struct uuid *member);

enum problem grant_answer(struct call *call, const struct issued *issued);
enum problem grant_refuse(struct call *call, enum oauth_error error,
	const char *description, const struct uuid *ended);

#endif
