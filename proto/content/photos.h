/*
 * photos.h - the photo of an ask, and of a progress entry.
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

/* What the operations on a photo take, each a part of it. */
struct photo_in {
	struct identifier id;
	struct text url;
	struct boolean remove;
};

#endif
