/*
 * transaction.h - stored authorization requests that a member has not decided yet.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_TRANSACTION_H
#define KITH_SERVICES_IDENTITY_OAUTH_TRANSACTION_H

#include "services/identity/oauth/answer.h"
#include "services/identity/oauth/client.h"
#include "services/identity/oauth/scope.h"

struct transaction {
	struct text hash;
	struct client client;
	struct oauth_return to;
	struct text code_challenge;
	struct text nonce;
	struct text audience;
	enum tool_set tools; /* named by the address in the request */
	unsigned scopes;     /* requested by the client */
};

/* Finds the open transaction of a token if it is the caller's; false when there is
 * none. */
bool transaction_find(
	struct call *call, const struct text *token, struct transaction *transaction);

/* Fails a call whose token belongs to no open transaction. */
enum problem transaction_refuse(struct call *call);

/* Closes a transaction; false when it was closed before. */
bool transaction_close(struct call *call, const struct transaction *transaction);

/* The token that binds a consent page to the transaction and the caller's session. */
const char *
transaction_page_token(struct call *call, const struct transaction *transaction);

/* The scopes that the caller may choose from: those that the client requested, and
 * `admin` for administrators only. */
unsigned
transaction_offered(const struct call *call, const struct transaction *transaction);

/* Stores a new transaction of the caller, who is a member, and returns its token. A
 * member has at most 20. */
const char *transaction_store(struct call *call, const struct transaction *transaction);

/* The tools that the request suggests, a value of app_tools_values. A request for tools
 * that read has fewer scopes instead. */
const char *transaction_tools(const struct transaction *transaction);

/* What the member chooses for an app beside its scopes: when the app asks before an
 * outward act, and its tools. Absent = as for the app's latest grant. Without a grant,
 * the operator's settings and the address in the request decide. */
struct app_choice {
	struct text approval;
	struct text tools;
};

/* Takes these scopes, and those that include one of them, from the other grants of the
 * caller to the client and from their tokens. */
void transaction_take(
	struct call *call, const struct transaction *transaction, unsigned scopes);

/* Makes a grant for the caller. Returns the redirect URI with the code. */
const char *transaction_grant(struct call *call, const struct transaction *transaction,
	unsigned scopes, const struct app_choice *choice);

#endif
