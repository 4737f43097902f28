#include "proto/op.h"

#include "proto/content/posts.h"
#include "proto/content/progress.h"
#include "proto/events/events.h"
#include "proto/gateway.h"
#include "proto/identity/account.h"
#include "proto/identity/activity.h"
#include "proto/identity/admin.h"
#include "proto/identity/approvals.h"
#include "proto/identity/avatar.h"
#include "proto/identity/home.h"
#include "proto/identity/identity.h"
#include "proto/identity/members.h"
#include "proto/identity/oauth.h"
#include "proto/media/media.h"
#include "proto/media/social.h"
#include "proto/notifications/intros.h"
#include "proto/notifications/notifications.h"
#include "proto/notifications/searches.h"
#include "proto/orgs/orgs.h"
#include "proto/projects/affiliations.h"

const struct op *const ops[] = {
#define OP_ENTRY(name) &op_##name,
	/* clang-format off */
	GATEWAY_OPS(OP_ENTRY)
	IDENTITY_OPS(OP_ENTRY)
	ACCOUNT_OPS(OP_ENTRY)
	AVATAR_OPS(OP_ENTRY)
	MEMBERS_OPS(OP_ENTRY)
	HOME_OPS(OP_ENTRY)
	ACTIVITY_OPS(OP_ENTRY)
	APPROVAL_OPS(OP_ENTRY)
	ADMIN_OPS(OP_ENTRY)
	OAUTH_OPS(OP_ENTRY)
	ORGS_OPS(OP_ENTRY)
	CONTENT_OPS(OP_ENTRY)
	PROGRESS_OPS(OP_ENTRY)
	PROJECT_OPS(OP_ENTRY)
	AFFILIATION_OPS(OP_ENTRY)
	EVENTS_OPS(OP_ENTRY)
	NOTIFICATIONS_OPS(OP_ENTRY)
	MEDIA_OPS(OP_ENTRY)
	SOCIAL_OPS(OP_ENTRY)
	INTRO_OPS(OP_ENTRY)
	SEARCH_OPS(OP_ENTRY)
/* clang-format on */
#undef OP_ENTRY
};

const size_t op_count = COUNT_OF(ops);

const char *const service_names[SERVICE_COUNT] = {
#define SERVICE_ENTRY(constant, name) [SERVICE_##constant] = #name,
	SERVICES(SERVICE_ENTRY)
#undef SERVICE_ENTRY
};

const char *const method_names[METHOD_COUNT] = {
	[METHOD_NONE] = "",
	[METHOD_GET] = "GET",
	[METHOD_POST] = "POST",
	[METHOD_PUT] = "PUT",
	[METHOD_PATCH] = "PATCH",
	[METHOD_DELETE] = "DELETE",
};

const char *const with_sentences[WITH_COUNT] = {
	[WITH_ANY] = "",
	[WITH_OWN] =
		("Requires a session or a personal access token. Apps cannot call it."),
	[WITH_SESSION] = "Requires a session. Tokens cannot call it.",
};

const struct scope_info scope_infos[SCOPE_KINDS] = {
	{SCOPE_OPENID, "openid", "Know who you are", 0},
	{SCOPE_PROFILE, "profile", "Read your own profile", 0},
	{SCOPE_NETWORK_READ, "network:read",
		"Read everything that you can read: members, organizations, asks, "
		"projects and events",
		0},
	{SCOPE_NETWORK_WRITE, "network:write",
		"Act for you: publish, edit, join, invite, ask and answer",
		SCOPE_NETWORK_READ},
	{SCOPE_OFFLINE_ACCESS, "offline_access", "Stay connected while you are away", 0},
	{SCOPE_ADMIN, "admin",
		"Administer this instance: its members, invitations and organizations",
		SCOPE_NETWORK_READ | SCOPE_NETWORK_WRITE},
};
