/*
 * client_new.h - new clients: code shared by registration and the operator's command.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_CLIENT_NEW_H
#define KITH_SERVICES_IDENTITY_OAUTH_CLIENT_NEW_H

#include "common/db/db.h"
#include "common/secret/secret.h"
#include "services/identity/address_sql.h"

struct client_new {
	const char *kind; /* "registered", "fixed"; NULL = of a document */
	struct text name;
	struct text_list redirect_uris;
	const char *auth_method; /* "none": a public client */
	bool refreshes;
	struct uuid id; /* of the new row */
};

/* The columns of an answered client `c`, without its secret. */
#define CLIENT_ANSWER \
	SQL("c.id AS client_id, c.name, c.redirect_uris, c.auth_method, c.refreshes," \
	    " c.created_at")

/* Whether a client `c` counts as registered in the last hour. */
#define CLIENT_NEW(c) \
	SQL(c ".kind <> 'fixed' AND " c ".created_at > now() - interval '1 hour'")

/* The client's name in a form that is safe to display; never empty. */
struct text client_new_name(struct call *call, const struct text *name);

/* Checks the redirect URIs; adds a fault for the first invalid one. */
enum problem client_new_judge(struct call *call, const struct client_new *client);

bool client_new_names(const struct text_list *words, const char *word);

/* Checks that the lists contain what this server supports. Further values are allowed,
 * and an empty list is valid. */
enum problem client_new_judge_uses(struct call *call, const struct text_list *grant_types,
	const struct text_list *response_types);

/* Enforces the limit on new clients per hour of the complete instance. At the limit, a
 * network with few registrations takes the place of an unused client of a network with
 * many. Counts the registration. Fails with PROBLEM_RATE_LIMITED. */
enum problem client_new_limit(struct call *call);

/* The caller's address as a parameter for STRANGER_OF(); NULL when it is unknown. */
struct db_param client_new_network(const struct call *call);

/* The metadata hash by which a public client finds its row when it registers again. */
void client_new_hash(
	struct call *call, const struct client_new *client, uint8_t hash[HASH_SIZE]);

/* Inserts the client and answers it, with the secret if it is confidential. */
enum problem client_new_answer(struct call *call, struct client_new *client);

#endif
