/*
 * posts.h - asks (posts).
 */
#ifndef KITH_PROTO_CONTENT_POSTS_H
#define KITH_PROTO_CONTENT_POSTS_H

#include "proto/content/photos.h"
#include "proto/op.h"

#define CONTENT_OPS(OP) \
	OP(post_create) \
	OP(post_list) \
	OP(post_get) \
	OP(post_update) \
	OP(post_close) \
	OP(post_copy) \
	OP(post_audience) \
	OP(org_post_list) \
	PHOTOS_OPS(OP)

#define CONTENT_OP(name) extern const struct op op_##name;
CONTENT_OPS(CONTENT_OP)
#undef CONTENT_OP

/* The audience of an ask or a progress entry. */
struct publish_to {
	enum presence presence;
	struct text_list org_slugs;
	struct boolean is_public;
};

extern const struct record publish_to_record;

struct post_create_in {
	struct text kind;
	struct text title;
	struct text body;
	struct text_list tags;
	struct instant expires_at;
	struct publish_to publish_to;
};

struct post_list_in {
	struct text kind;
	struct text author;
	struct boolean mine;
	struct text org;
	struct instant since;
	struct instant until;
	struct integer limit;
	struct text cursor;
};

struct post_get_in {
	struct identifier id;
};

struct post_update_in {
	struct identifier id;
	struct text kind;
	struct text title;
	struct text body;
	struct text_list tags;
	struct instant expires_at;
};

struct post_copy_in {
	struct identifier id;
	struct instant expires_at;
};

struct post_audience_in {
	struct identifier id;
	struct publish_to publish_to;
};

struct post_close_in {
	struct identifier id;
};

struct org_post_list_in {
	struct text slug;
	struct text kind;
	struct instant since;
	struct instant until;
	struct integer limit;
	struct text cursor;
};

#endif
