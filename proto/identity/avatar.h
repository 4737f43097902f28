/*
 * avatar.h - the avatar of a member.
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

/* The value of `source` for the photo of the social account. */
#define AVATAR_OF_SOCIAL "social"

/* The inputs of all operations on an avatar. Each operation declares a part of them. */
struct me_avatar_in {
	struct text source;
	struct text url;
	struct boolean remove;
};

#endif
