/*
 * images.h - the logo and the cover image of an organization.
 */
#ifndef KITH_PROTO_ORGS_IMAGES_H
#define KITH_PROTO_ORGS_IMAGES_H

#include "proto/op.h"

#define ORG_IMAGES_OPS(OP) \
	OP(org_logo_set) \
	OP(org_logo_set_from_url) \
	OP(org_logo_remove) \
	OP(org_cover_set) \
	OP(org_cover_set_from_url) \
	OP(org_cover_remove) \
	OP(org_image_choose)

/* The inputs of all operations on an image. Each operation declares a part of them. */
struct org_image_in {
	struct text slug;
	struct text kind;
	struct text url;
	struct boolean remove;
};

#endif
