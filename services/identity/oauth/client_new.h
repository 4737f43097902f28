/*
 * client_new.h - a client before it has a row: what registration and the operator share.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_CLIENT_NEW_H
#define KITH_SERVICES_IDENTITY_OAUTH_CLIENT_NEW_H

#include "common/call/call.h"
#include "common/secret/secret.h"

struct client_new {
	const char *kind; /* "registered", "fixed" */
	struct text name;
	struct text_list redirect_uris;
	const char *auth_method; /* "none": a public client */
	bool refreshes;
	struct uuid id; /* of the new row */
};

/* A client `c` as it is answered, but for its secret. */
#define CLIENT_ANSWER \
	SQL("c.id AS client_id, c.name, c.redirect_uris, c.auth_method, c.refreshes," \
	    " c.created_at")

/* What a client calls itself, as a member can be shown it. */
struct text client_new_name(struct call *call, const struct text *name);

/* Whether every address may be returned to. */
enum problem client_new_judge(struct call *call, const struct client_new *client);

/* Whether a list of words holds one. */
bool client_new_names(const struct text_list *words, const char *word);

/* Whether a client wants what there is: what it lists may hold more, and nothing is all of it. */
enum problem client_new_judge_uses(struct call *call, const struct text_list *grant_types,
	const struct text_list *response_types);

/* Whether one more client may be made by a stranger in this hour, on the whole instance. Else it is
 * answered. */
enum problem client_new_admit(struct call *call);

/* The hash under which a public client that registers itself is found again. */
void client_new_hash(
	struct call *call, const struct client_new *client, uint8_t hash[HASH_SIZE]);

/* Makes the row and answers it, with the secret of a confidential client. */
enum problem client_new_answer(struct call *call, struct client_new *client);

#endif
