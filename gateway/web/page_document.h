/*
 * page_document.h - constant documents, written once at start.
 */
#ifndef KITH_GATEWAY_WEB_PAGE_DOCUMENT_H
#define KITH_GATEWAY_WEB_PAGE_DOCUMENT_H

#include "common/run/run.h"
#include "gateway/http/http.h"

/* Bytes with their strong ETag; each content coding has its own. */
struct page_coding {
	const void *body; /* lives as long as the process */
	size_t size;
	char tag[RUN_TAG_SIZE];
};

struct page_document {
	const char *type;
	struct page_coding plain, gzip; /* .gzip.size 0 = not smaller */
	bool anywhere;                  /* pages of other origins may read it */
};

/* Writes all documents before the first request, because loops must not block. Their
 * memory belongs to the process. */
void page_document_prepare(void);

/* The document of the path, or NULL. */
const struct page_document *page_document_find(const struct http_request *request);

#endif
