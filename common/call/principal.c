/*
 * principal.c - the caller: the key of its share, and which kinds of credentials an
 * operation accepts. The gateway checks the latter before it reads a body, the skeleton
 * before it runs a handler.
 */
#include <string.h>

#include "common/base/id.h"
#include "common/call/call.h"
#include "common/text/network.h"

/* The network of a client is no UUIDv7, whose seventh byte is not zero. */
struct uuid
principal_key(const struct principal *principal)
{
	const struct text *address = &principal->address;
	struct uuid key = principal->member;
	struct in6_addr parsed;

	if (id_equal(&key, &(const struct uuid){{0}}) &&
		network_parse_address(address->data, address->size, &parsed)) {
		parsed = network_of_client(&parsed);
		memcpy(key.bytes, parsed.s6_addr, sizeof(key.bytes));
	}
	return key;
}

bool
principal_may_use(const struct principal *principal, const struct op *op)
{
	switch (op->with) {
	case WITH_ANY:
		return true;
	case WITH_OWN:
		return principal->credential_kind == CREDENTIAL_SESSION ||
			principal->credential_kind == CREDENTIAL_TOKEN;
	case WITH_SESSION:
		return principal->credential_kind == CREDENTIAL_SESSION;
	case WITH_COUNT:
		break;
	}
	return false;
}

const char *
principal_needs(const struct op *op)
{
	if (op->with == WITH_SESSION)
		return "this needs a session: sign in with the password";
	return "an app cannot do this for a member; sign in, or use your own token";
}
