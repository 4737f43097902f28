/*
 * client.h - OAuth clients: the apps that ask members for consent.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_CLIENT_H
#define KITH_SERVICES_IDENTITY_OAUTH_CLIENT_H

#include "common/db/db.h"
#include "proto/identity/oauth.h"

struct client {
	struct uuid id;
	const char *wire_id; /* "cli_…" */
	const char *own_id;  /* client_id: wire_id, or the document's URL */
	struct text name;
	struct text_list redirect_uris;
	bool refreshes;                 /* may use refresh tokens */
	bool verified;                  /* created by the operator */
	const struct text *secret_hash; /* NULL for a public client */
	const char *document;           /* URL of its metadata document, or NULL */
	bool fresh;                     /* the stored document has not expired */
};

#define CLIENT_COLUMNS \
	SQL("c.id AS client, c.name AS client_name, c.redirect_uris, c.refreshes," \
	    " c.kind = 'fixed' AS verified, c.secret_hash, c.document_url," \
	    " coalesce(c.fresh_until > now(), true) AS document_fresh")

struct client client_read(struct call *call, const struct rows *rows, int row);

/* Finds a client by its client_id; false when there is none. */
bool client_find(struct call *call, const struct text *wire_id, struct client *client);

/* Authenticates the client of a request to the token endpoint: a confidential client
 * by its secret, a public one by its id alone. Returns NULL, or a sentence about the
 * error. */
const char *client_prove(struct call *call, const struct text *wire_id,
	const struct text *secret, struct client *client);

#endif
