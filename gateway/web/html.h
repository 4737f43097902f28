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

/* The page around its contents. `script` is the path of one, or NULL. */
void html_begin(struct buffer *out, const char *title, const char *script);
void html_end(struct buffer *out);

#endif
