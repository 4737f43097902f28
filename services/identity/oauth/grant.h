/*
 * grant.h - what a member allowed a client, and the tokens that the client has for it.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_GRANT_H
#define KITH_SERVICES_IDENTITY_OAUTH_GRANT_H

#include "common/secret/secret.h"
#include "services/identity/oauth/answer.h"
#include "services/identity/oauth/client.h"

struct grant {
	struct uuid id;
	struct uuid member;
	struct client client;
	unsigned scopes;
	struct text audience;
	bool active; /* the member is */
};

/* Columns of a grant `g` of a member `m` to a client `c`, for grant_read(). A statement that reads
 * them to issue tokens locks the member FOR SHARE: whatever takes authority away locks it alone,
 * and so either sees the tokens or is seen here. */
#define GRANT_COLUMNS \
	SQL("g.id AS grant_id, g.member_id, g.scopes::bigint AS scopes, g.audience," \
	    " m.status = 'active' AND m.former_at IS NULL AS active, " CLIENT_COLUMNS)
#define GRANT_TABLES \
	SQL(" JOIN oauth_clients c ON c.id = g.client_id" \
	    " JOIN members m ON m.id = g.member_id")

struct grant grant_read(struct call *call, const struct rows *rows);

/* A code or a refresh token that a client sends. */
struct grant_claim {
	const struct text *client_id, *client_secret;
	const struct text *token;
	const struct statement *find; /* by $1, its hash; $2 is the client */
	const char *unknown;          /* what is said when nothing is found */
};

/* What it stands for. */
struct grant_claimed {
	struct client client; /* which sent it, and has proved who it is */
	struct grant grant;
	uint8_t hash[HASH_SIZE];
	struct rows *rows; /* what was found */
};

/* Looks at it; false when it is refused, with the answer to that. */
bool grant_claim(struct call *call, const struct grant_claim *claim,
	struct grant_claimed *claimed, enum problem *problem);

/* Locks it alone, so that its tokens are used one after the other; false when it has ended. */
bool grant_lock(struct call *call, const struct grant *grant);

/* Ends it and all of its tokens; false when it had ended before. */
bool grant_end(struct call *call, const struct grant *grant);

/* The same because a spent code or token came again, with an entry in the audit log and a mail to
 * the member, who may have been robbed. */
void grant_end_replayed(struct call *call, const struct grant *grant);

/* The tokens that a client gets; zero for what there is not. */
struct issued {
	struct oauth_refusal refusal;
	const struct uuid
		*ended; /* the member whose credentials of this client have ended */
	const char *access_token;
	const char *refresh_token;
	const char *id_token;
	unsigned scopes;
	int64_t expires_in_s;
};

/* Makes an access token of some of the grant's scopes. */
void grant_issue_access(struct call *call, const struct grant *grant, unsigned scopes,
	struct issued *issued);

/* A member's id on the wire; NULL for nobody. */
const char *grant_wire_member(struct arena *arena, const struct uuid *member);

enum problem grant_answer(struct call *call, const struct issued *issued);
enum problem grant_refuse(struct call *call, enum oauth_error error,
	const char *description, const struct uuid *ended);

#endif
