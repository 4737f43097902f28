/*
 * web.c - handles the requests that no other surface takes: pages and public documents.
 */
#include "gateway/web/web.h"

#include <string.h>

#include "common/base/clock.h"
#include "gateway/web/document.h"
#include "gateway/web/inside.h"

static bool
reads(const struct http_request *request)
{
	return strcmp(request->verb, "GET") == 0 || strcmp(request->verb, "HEAD") == 0;
}

bool
web_handle(struct http_request *request, enum http_stage stage)
{
	const int64_t started_us = clock_monotonic_us();
	const struct page_match match = page_find(request);
	const bool posts = request->method == METHOD_POST && match.form != NULL;

	if (request->exchange != NULL) {
		visit_continue(request);
		return false;
	}
	if (stage == HTTP_HEADERS && posts && request->body_announced &&
		(match.form->op->image.source == IMAGE_BODY ||
			request->body_length > FORM_BYTES_MAX)) {
		visit_begin_large(request, &match, started_us);
		return true;
	}
	if (stage == HTTP_HEADERS && posts)
		request->body_bytes_max = FORM_BYTES_MAX;
	/* Other requests have no body, so the answer need not wait for one. */
	if (stage == HTTP_HEADERS && (posts || !request->body_announced))
		return true;
	if (stage == HTTP_COMPLETE && !request->query_malformed && match.page != NULL &&
		(posts || reads(request)))
		visit_begin(request, &match, started_us);
	else
		document_handle(request, match.page != NULL, stage, started_us);
	return false;
}

void
web_gone(struct http_request *request)
{
	visit_gone(request);
}
