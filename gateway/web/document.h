/*
 * document.h - what is the same for everybody, and what is not there.
 */
#ifndef KITH_GATEWAY_WEB_DOCUMENT_H
#define KITH_GATEWAY_WEB_DOCUMENT_H

#include "gateway/http/http.h"

/* Answers with the document that the path names, or says why it cannot. `is_page`: the
 * path is a page's, which was asked for in another way than it takes. */
void document_handle(struct http_request *request, bool is_page, enum http_stage stage,
	int64_t started_us);

#endif
