/*
 * client.h - the programs that may ask members for consent.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_CLIENT_H
#define KITH_SERVICES_IDENTITY_OAUTH_CLIENT_H

#include "common/db/db.h"
#include "proto/identity/oauth.h"

struct client {
	struct uuid id;
	const char *wire_id; /* "cli_…" */
	const char
		*own_id; /* as the client knows itself: that, or its document's address */
	struct text name;
	struct text_list redirect_uris;
	bool refreshes;                 /* registered the grant refresh_token */
	bool verified;                  /* the operator vouches for it */
	const struct text *secret_hash; /* NULL: a public client */
	const char *document; /* the address of the one it describes itself in, or NULL */
	bool fresh;           /* what was read there may still be relied upon */
};

/* Columns of a client `c`, for client_read(). */
#define CLIENT_COLUMNS \
	SQL("c.id AS client, c.name AS client_name, c.redirect_uris, c.refreshes," \
	    " c.kind = 'fixed' AS verified, c.secret_hash, c.document_url," \
	    " coalesce(c.fresh_until > now(), true) AS document_fresh")

struct client client_read(struct call *call, const struct rows *rows, int row);

/* The client of an id; false when there is none. */
bool client_find(struct call *call, const struct text *wire_id, struct client *client);

/* The client that a request to the token endpoint comes from: a confidential one proves it with
 * its secret, and a public one has none. NULL, or a sentence on what is wrong. */
const char *client_prove(struct call *call, const struct text *wire_id,
	const struct text *secret, struct client *client);

#endif
