/*
 * progress.h - progress entries.
 */
#ifndef KITH_PROTO_CONTENT_PROGRESS_H
#define KITH_PROTO_CONTENT_PROGRESS_H

#include "proto/content/posts.h"

#define PROGRESS_OPS(OP) \
	OP(progress_create) \
	OP(progress_list) \
	OP(org_progress_list) \
	OP(progress_get) \
	OP(progress_update) \
	OP(progress_audience) \
	OP(progress_delete) \
	OP(progress_share) \
	OP(progress_shown) \
	OP(progress_created)

#define PROGRESS_OP(name) extern const struct op op_##name;
PROGRESS_OPS(PROGRESS_OP)
#undef PROGRESS_OP

extern const struct record progress_record;

struct progress_create_in {
	struct text kind;
	struct text title;
	struct text note;
	struct instant occurred_at;
	struct text project_id;
	struct publish_to publish_to;
	struct boolean social;
};

struct progress_list_in {
	struct text q;
	struct text kind;
	struct boolean feed;
	struct boolean mine;
	struct identifier project;
	struct text author;
	struct text org;
	struct instant since;
	struct instant until;
	struct integer limit;
	struct text cursor;
};

struct org_progress_list_in {
	struct text slug;
	struct text kind;
	struct instant since;
	struct instant until;
	struct integer limit;
	struct text cursor;
};

struct progress_get_in {
	struct identifier id;
};

struct progress_update_in {
	struct identifier id;
	struct text kind;
	struct text title;
	struct text note;
	struct instant occurred_at;
};

struct progress_audience_in {
	struct identifier id;
	struct publish_to publish_to;
};

/* The input of progress_share, progress_shown and progress_created. */
struct progress_share_in {
	struct identifier id;
};

struct progress_delete_in {
	struct identifier id;
};

#endif
