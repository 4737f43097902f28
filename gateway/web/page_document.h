/*
 * page_document.h - documents that do not change while a process lives: made once.
 */
#ifndef KITH_GATEWAY_WEB_PAGE_DOCUMENT_H
#define KITH_GATEWAY_WEB_PAGE_DOCUMENT_H

#include "common/run/run.h"
#include "gateway/http/http.h"

/* Bytes with their strong tag: another coding of the same document has another one. */
struct page_coding {
	const void *body; /* lives as long as the process */
	size_t size;
	char tag[RUN_TAG_SIZE];
};

struct page_document {
	const char *type;
	struct page_coding plain, gzip; /* .gzip.size 0 = there is none that is smaller */
	bool anywhere;                  /* pages of other origins may read it */
};

/* Writes every document, before there are any requests: it takes a while, and loops
 * must not wait. Their memory belongs to the process. */
void page_document_prepare(void);

/* The document that the path names, or NULL. */
const struct page_document *page_document_find(const struct http_request *request);

#endif
