/*
 * avatar.h - the image of a member.
 */
#ifndef KITH_PROTO_IDENTITY_AVATAR_H
#define KITH_PROTO_IDENTITY_AVATAR_H

#include "proto/op.h"

#define AVATAR_OPS(OP) \
	OP(me_avatar_set) \
	OP(me_avatar_set_from_url) \
	OP(me_avatar_set_from_social) \
	OP(me_avatar_remove) \
	OP(me_avatar_choose)

#define AVATAR_OP(name) extern const struct op op_##name;
AVATAR_OPS(AVATAR_OP)
#undef AVATAR_OP

/* Where set_my_avatar takes the image from: the values of `source`. */
#define AVATAR_OF_SOCIAL "social"

/* What the operations on an avatar take, each a part of it. */
struct me_avatar_in {
	struct text source;
	struct text url;
	struct boolean remove;
};

#endif
