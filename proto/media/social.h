/*
 * social.h - the external social account: linking it, and what is done with it.
 *
 * The provider is a server that speaks the Mastodon API and that the operator names.
 * Members link an account there by OAuth 2.0: social_link gives the address to visit, the
 * provider sends the browser back to SOCIAL_CALLBACK, and that page finishes with
 * social_redeem, which asks the provider, and social_link_finish, which links.
 */
#ifndef KITH_PROTO_MEDIA_SOCIAL_H
#define KITH_PROTO_MEDIA_SOCIAL_H

#include "proto/op.h"
#include "proto/records.h"

#define SOCIAL_OPS(OP) \
	OP(social_get) \
	OP(social_link) \
	OP(social_unlink) \
	OP(social_link_finish) \
	OP(social_redeem) \
	OP(social_share) \
	OP(image_of_social)

#define SOCIAL_OP(name) extern const struct op op_##name;
SOCIAL_OPS(SOCIAL_OP)
#undef SOCIAL_OP

/* The page that the provider sends the member's browser back to. */
#define SOCIAL_CALLBACK "/social/callback"

/* Within how many minutes a member must have come back. */
#define SOCIAL_LINK_MINUTES 10

/* Whether the operator has set a provider up (the settings KITH_SOCIAL_URL and its
 * like). */
#define SOCIAL_IS_SET_UP(config) ((config)->social_url.size > 0)

/* Of both social_redeem and social_link_finish. */
struct social_link_finish_in {
	struct text state;
	struct text code;
	struct text error; /* of RFC 6749, section 4.1.2.1; instead of a code */
};

struct social_share_in {
	struct identifier id;
	struct boolean first; /* only if nobody has tried yet */
};

struct image_of_social_in {
	struct text use;
};

#endif
