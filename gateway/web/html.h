/*
 * html.h - pages by hand: everything that is not a constant of ours is escaped.
 */
#ifndef KITH_GATEWAY_WEB_HTML_H
#define KITH_GATEWAY_WEB_HTML_H

#include "common/base/arena.h"

/* Markup of our own, as it stands. */
void html_put(struct buffer *out, const char *markup);

/* Markup with %s for texts that are escaped; nothing else may follow a %. */
void html_putf(struct buffer *out, const char *markup, ...);

/* Text in which `…` marks code. */
void html_inline(struct buffer *out, const char *text);

/* The same in a paragraph; a blank line begins another one. */
void html_prose(struct buffer *out, const char *text);

/* Text as a value of a query or as a segment of a path: everything but letters, digits
 * and -._~ is encoded (RFC 3986, section 2.3), so that nothing is left for HTML to
 * escape. */
void html_put_query(struct buffer *out, const char *text);

/* "22 November 2026, 08:15 UTC", of a time as the wire has it. */
void html_time(struct buffer *out, const char *time);

/* The same as clocks show it elsewhere: `local` has the form of a time, too. `called`
 * says behind it what clocks these are; "" = nothing. */
void html_local_time(
	struct buffer *out, const char *time, const char *local, const char *called);

/* A page's head, and the bar on top of it as far as the links, which its caller puts;
 * `kind` is a class of the whole page: "text", "narrow" or "". */
void html_open(struct buffer *out, const char *title, const char *kind);
void html_main(struct buffer *out);
void html_close(struct buffer *out);

/* The links of the documentation's bar. */
void html_docs_bar(struct buffer *out);

/* The page of a document around its contents. */
void html_begin(struct buffer *out, const char *title);
void html_end(struct buffer *out);

#endif
