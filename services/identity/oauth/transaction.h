/*
 * transaction.h - what a client asked for, and a member has not answered yet.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_TRANSACTION_H
#define KITH_SERVICES_IDENTITY_OAUTH_TRANSACTION_H

#include "services/identity/oauth/answer.h"
#include "services/identity/oauth/client.h"

struct transaction {
	struct text hash;
	struct client client;
	struct oauth_return to;
	struct text code_challenge;
	struct text nonce;
	struct text audience;
	unsigned scopes; /* that the client asked for */
};

/* The one that a token stands for, while it is open. */
bool transaction_find(
	struct call *call, const struct text *token, struct transaction *transaction);

/* Refuses a call whose token stands for none, or for one that is answered or too old. */
enum problem transaction_refuse(struct call *call);

/* Closes it; false when somebody else has done so. */
bool transaction_close(struct call *call, const struct transaction *transaction);

/* What a page of the caller's session holds, so that its answer comes from that page. */
const char *
transaction_page_token(struct call *call, const struct transaction *transaction);

/* The scopes that the caller may choose from: `admin` is for administrators alone, and for them
 * whatever the client asked for. */
unsigned
transaction_offered(const struct call *call, const struct transaction *transaction);

/* Keeps a new one; answers its token. */
const char *transaction_keep(struct call *call, const struct transaction *transaction);

/* Makes a grant of the caller's, and answers the address that brings the client its code. */
const char *transaction_grant(
	struct call *call, const struct transaction *transaction, unsigned scopes);

#endif
