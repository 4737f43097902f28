/*
 * page_writers.h - writes the contents of documentation pages.
 */
#ifndef KITH_GATEWAY_WEB_PAGE_WRITERS_H
#define KITH_GATEWAY_WEB_PAGE_WRITERS_H

#include "common/base/arena.h"
#include "gateway/reference/resource.h"

/* The reference: the overview, a page for each resource, and a section for each
 * operation. */
void docs_page(struct buffer *out);
void docs_resource_page(struct buffer *out, const struct resource *resource);
void docs_operation(struct buffer *out, const struct op *op);

/* Writes fields with types and bounds. With `input_of` they are an operation's input,
 * and each says where it is sent. */
void
docs_fields(struct buffer *out, const struct record *record, const struct op *input_of);

/* The reference in a viewer that can try calls. */
void viewer_page(struct buffer *out);

/* All tools with their scopes; the limits; a map for language models. */
void tools_page(struct buffer *out);
void limits_page(struct buffer *out);
void llms_text(struct buffer *out);

void problem_list_page(struct buffer *out);
void problem_page(struct buffer *out, enum problem problem);
void changelog_page(struct buffer *out);
void lost_page(struct buffer *out);

/* What the operator says about the instance: /terms, /rules and /contact. */
void terms_page(struct buffer *out);
void rules_page(struct buffer *out);
void contact_page(struct buffer *out);

#endif
