/*
 * principal.c - which kinds of credentials an operation accepts. The gateway checks this
 * before it reads a body, the skeleton before it runs a handler.
 */
#include "common/call/call.h"

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
