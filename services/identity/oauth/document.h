/*
 * document.h - clients that describe themselves in a document of the web, whose address is their id
 * (OAuth Client ID Metadata Document).
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_DOCUMENT_H
#define KITH_SERVICES_IDENTITY_OAUTH_DOCUMENT_H

#include "common/call/call.h"

/* However long a document asks to be kept: five minutes at least, a day at most. */
#define DOCUMENT_KEEP_MIN_S 300
#define DOCUMENT_KEEP_MAX_S 86400

/* What such a client is known by here. */
struct document {
	struct text url; /* its id */
	struct text name;
	struct text_list redirect_uris;
	bool refreshes;
	int64_t keep_s;
};

/* Whether a client's id is an address, whatever that leads to. */
bool document_is_address(const struct text *id);

/* Whether the operator lets clients be known this way. */
bool document_are_admitted(void);

/* Whether a document may stand at an address: NULL, or what is wrong with it. */
const char *document_address_fault(const char *url);

/* Keeps what a document says, and answers the row as CLIENT_ANSWER (client_new.h). */
struct rows *document_keep(struct call *call, const struct document *document);

/* Does so for a client that is known without being asked; for any other it does nothing. */
void document_keep_known(struct call *call, const struct text *url);

#endif
