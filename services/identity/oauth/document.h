/*
 * document.h - clients that describe themselves in a document on the web, whose URL is
 * their id (OAuth Client ID Metadata Document).
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_DOCUMENT_H
#define KITH_SERVICES_IDENTITY_OAUTH_DOCUMENT_H

#include "common/call/call.h"

/* Bounds on the time that a document may be cached: five minutes to one day. */
#define DOCUMENT_KEEP_MIN_S 300
#define DOCUMENT_KEEP_MAX_S 86400

/* The metadata in such a document. */
struct document {
	struct text url; /* the client's id */
	struct text name;
	struct text_list redirect_uris;
	bool refreshes;
	int64_t keep_s;
};

/* Whether a client's id is a URL, valid or not. */
bool document_is_address(const struct text *id);

/* Whether the setting client_documents allows the client with this document: "known"
 * allows those whose metadata is built in, "on" all. */
bool document_allowed(const struct text *url);

/* Checks the URL of a document. Returns NULL, or a description of the error. */
const char *document_address_fault(const char *url);

/* Stores the metadata of a document. Returns the row as CLIENT_ANSWER (client_new.h). */
struct rows *document_store(struct call *call, const struct document *document);

/* Stores the built-in metadata of a known client unless it is fresh. Ignores other
 * URLs. */
void document_store_known(struct call *call, const struct text *url);

#endif
