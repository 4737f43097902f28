/*
 * handlers.h - the handlers of the identity service, one per operation of the contract.
 */
#ifndef KITH_IDENTITY_HANDLERS_H
#define KITH_IDENTITY_HANDLERS_H

#include "common/call/call.h"
#include "proto/identity/account.h"
#include "proto/identity/activity.h"
#include "proto/identity/admin.h"
#include "proto/identity/approvals.h"
#include "proto/identity/avatar.h"
#include "proto/identity/home.h"
#include "proto/identity/identity.h"
#include "proto/identity/members.h"
#include "proto/identity/oauth.h"

#define IDENTITY_HANDLER(name) op_handler name;
IDENTITY_OPS(IDENTITY_HANDLER)
ACCOUNT_OPS(IDENTITY_HANDLER)
AVATAR_OPS(IDENTITY_HANDLER)
MEMBERS_OPS(IDENTITY_HANDLER)
HOME_OPS(IDENTITY_HANDLER)
ACTIVITY_OPS(IDENTITY_HANDLER)
APPROVAL_OPS(IDENTITY_HANDLER)
ADMIN_OPS(IDENTITY_HANDLER)
OAUTH_OPS(IDENTITY_HANDLER)
#undef IDENTITY_HANDLER

#endif
