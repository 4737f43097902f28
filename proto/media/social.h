/*
 * social.h - the external social account of a member.
 *
 * The provider is a server with the Mastodon API that the operator configures. Members
 * link an account there by OAuth 2.0. social_link returns the URL at the provider, and
 * the provider returns the browser to SOCIAL_CALLBACK. That page calls social_redeem,
 * which exchanges the code, and then social_link_finish, which links the account.
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

/* The path of the page to which the provider returns the browser. */
#define SOCIAL_CALLBACK "/social/callback"

/* How many minutes a member has to return from the provider. */
#define SOCIAL_LINK_MINUTES 10

/* Whether the operator has configured a provider (KITH_SOCIAL_URL and related
 * settings). */
#define SOCIAL_IS_SET_UP(config) ((config)->social_url.size > 0)

/* The input of social_redeem and social_link_finish. */
struct social_link_finish_in {
	struct text state;
	struct text code;
	struct text error; /* an error of RFC 6749, section 4.1.2.1, instead of a code */
};

struct social_share_in {
	struct identifier id;
	struct boolean first; /* only if it was not tried before */
};

struct image_of_social_in {
	struct text use;
};

#endif
