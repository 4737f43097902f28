/*
 * page_writers.h - the contents of each page. page.c says where they are.
 */
#ifndef KITH_PAGE_WRITERS_H
#define KITH_PAGE_WRITERS_H

#include "common/base/arena.h"
#include "proto/op.h"

void home_page(struct buffer *out);

/* The page behind a link of a mail; `token` is what its query holds, NULL = nothing. */
void verify_page(struct buffer *out, const char *token);
void reset_page(struct buffer *out, const char *token);

/* The same for an invitation, whose token is the last segment of the path. */
void invitation_page(struct buffer *out, const char *token);

/* The reference of all operations, and the part of one. */
void docs_page(struct buffer *out);
void docs_operation(struct buffer *out, const struct op *op);

/* A type with its bounds, in words. */
void docs_type(struct buffer *out, const struct field *field);

void problem_list_page(struct buffer *out);
void problem_page(struct buffer *out, enum problem problem);
void changelog_page(struct buffer *out);
void lost_page(struct buffer *out);

#endif
