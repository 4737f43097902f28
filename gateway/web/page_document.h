/*
 * page_document.h - documents that do not change while a process lives: made once.
 */
#ifndef KITH_GATEWAY_WEB_PAGE_DOCUMENT_H
#define KITH_GATEWAY_WEB_PAGE_DOCUMENT_H

#include "gateway/http/http.h"

struct page_document {
	const char *type;
	const void *body; /* lives as long as the process */
	size_t size;
	bool anywhere; /* pages of other origins may read it */
};

/* The document that the path names; false when it names none. */
bool
page_document_find(const struct http_request *request, struct page_document *document);

#endif
