/*
 * html.h - writes HTML. Everything except constant markup is escaped.
 */
#ifndef KITH_GATEWAY_WEB_HTML_H
#define KITH_GATEWAY_WEB_HTML_H

#include "common/base/arena.h"

/* Writes constant markup. */
void html_put(struct buffer *out, const char *markup);

/* Writes markup in which each %s is replaced by escaped text; no other % is allowed. */
void html_putf(struct buffer *out, const char *markup, ...);

/* Writes text in which `…` marks code. */
void html_inline(struct buffer *out, const char *text);

/* The same as paragraphs, which blank lines separate. */
void html_prose(struct buffer *out, const char *text);

/* Writes text as a value of a query or a segment of a path. Everything but letters,
 * digits and -._~ is percent-encoded (RFC 3986, section 2.3), so nothing is left to
 * escape for HTML. */
void html_put_query(struct buffer *out, const char *text);

/* Writes a time of the wire as "22 November 2026, 08:15 UTC". */
void html_time(struct buffer *out, const char *time);

/* The same in local time; `local` has the form of a time. `called` names the time zone;
 * "" = nothing. */
void html_local_time(
	struct buffer *out, const char *time, const char *local, const char *called);

/* Writes the head of a page, and the bar up to its links, which the caller writes.
 * `kind` is a class of the page: "text", "narrow" or "". */
void html_open(struct buffer *out, const char *title, const char *kind);

/* The same in parts: between them, the caller writes more tags of the head. */
void html_head(struct buffer *out, const char *title);
void html_body(struct buffer *out, const char *kind);

void html_main(struct buffer *out);
void html_close(struct buffer *out);

/* Writes the links in the bar of the documentation. */
void html_docs_bar(struct buffer *out);

/* Writes a page of the documentation around its contents. */
void html_begin(struct buffer *out, const char *title);
void html_end(struct buffer *out);

#endif
