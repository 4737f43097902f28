/*
 * photos.h - photos of asks and progress entries.
 */
#ifndef KITH_PROTO_CONTENT_PHOTOS_H
#define KITH_PROTO_CONTENT_PHOTOS_H

#include "proto/op.h"

#define PHOTOS_OPS(OP) \
	OP(post_photo_set) \
	OP(post_photo_set_from_url) \
	OP(post_photo_remove) \
	OP(post_photo_choose) \
	OP(progress_photo_set) \
	OP(progress_photo_set_from_url) \
	OP(progress_photo_remove) \
	OP(progress_photo_choose)

/* The inputs of all operations on a photo. Each operation declares a part of them. */
struct photo_in {
	struct identifier id;
	struct text url;
	struct boolean remove;
};

#endif
