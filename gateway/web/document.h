/*
 * document.h - public documents, and the answer to unknown paths.
 */
#ifndef KITH_GATEWAY_WEB_DOCUMENT_H
#define KITH_GATEWAY_WEB_DOCUMENT_H

#include "gateway/http/http.h"

/* Answers with the document of the path, or a refusal. `is_page`: the path is a page's,
 * with a method that the page does not accept. */
void document_handle(struct http_request *request, bool is_page, enum http_stage stage,
	int64_t started_us);

#endif
