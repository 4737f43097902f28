#include "gateway/reference/resource.h"

#include <string.h>

#define PREFIXES(...) ((const char *const[]){__VA_ARGS__, NULL})

const struct resource resources[] = {
	{"auth", "Signing in",
		"Sign up, verify your address, sign in and out, and reset a password.",
		PREFIXES("/v1/auth")},
	{"account", "Your account",
		"Your name, password, address, sessions, tokens, apps, second factor "
		"and data.",
		PREFIXES("/v1/auth/account", "/v1/auth/password/change",
			"/v1/auth/email/", "/v1/auth/sessions", "/v1/auth/tokens",
			"/v1/auth/apps", "/v1/auth/totp", "/v1/auth/export",
			"/v1/auth/addresses")},
	{"me", "Your profile", "Your own account and profile.", PREFIXES("/v1/me")},
	{"members", "Members", "Find other members and read their profiles.",
		PREFIXES("/v1/members")},
	{"orgs", "Organizations",
		"Organizations, their members and invitations, and how to join or "
		"found one.",
		PREFIXES("/v1/orgs", "/v1/org-", "/v1/me/org-")},
	{"posts", "Asks", "Asks describe what a member needs.",
		PREFIXES("/v1/posts", "/v1/orgs/{slug}/posts")},
	{"progress", "Progress",
		"Progress entries describe what a member has achieved, alone or on a "
		"project.",
		PREFIXES("/v1/progress", "/v1/orgs/{slug}/progress")},
	{"projects", "Projects", "Projects and the people who work on them.",
		PREFIXES("/v1/projects", "/v1/orgs/{slug}/projects", "/v1/me/projects")},
	{"affiliations", "Affiliations", "Ties between projects and organizations.",
		PREFIXES("/v1/project-affiliations",
			"/v1/projects/{project}/affiliations",
			"/v1/orgs/{org}/project-affiliations")},
	{"events", "Events", "Events and who attends them.",
		PREFIXES("/v1/events", "/v1/orgs/{slug}/events", "/v1/me/calendar",
			"/calendar")},
	{"intros", "Intros", "Requests to be introduced to another member.",
		PREFIXES("/v1/intros", "/v1/me/intros")},
	{"notifications", "Notifications", "Your inbox, and your e-mail preferences.",
		PREFIXES("/v1/notifications", "/v1/me/notification")},
	{"reports", "Reports", "Report a member or a record to the administrators.",
		PREFIXES("/v1/reports")},
	{"media", "Images", "Images of members, organizations and items.",
		PREFIXES("/v1/media", "/media", "/v1/social", "/v1/me/social")},
	{"admin", "Administration",
		"For administrators of the platform: members, applications, invite "
		"codes, reports and the audit log.",
		PREFIXES("/v1/admin")},
	{"health", "Health", "The health of the instance.", PREFIXES("/health")},
	{"other", "Everything else", "Operations that belong to no other group.",
		PREFIXES("/")},
};

const size_t resource_count = COUNT_OF(resources);

/* The length of the resource's longest prefix that matches the path. */
static size_t
match(const struct resource *resource, const char *path)
{
	size_t longest = 0;

	for (const char *const *prefix = resource->prefixes; *prefix != NULL; prefix++) {
		size_t size = strlen(*prefix);

		if (size > longest && strncmp(path, *prefix, size) == 0)
			longest = size;
	}
	return longest;
}

const struct resource *
resource_of(const struct op *op)
{
	const struct resource *best = &resources[0];

	for (size_t i = 1; i < resource_count; i++)
		if (match(&resources[i], op->path) > match(best, op->path))
			best = &resources[i];
	return best;
}

bool
resource_is_used(const struct resource *resource)
{
	for (size_t i = 0; i < op_count; i++)
		if (resource_shows(ops[i]) && resource_of(ops[i]) == resource)
			return true;
	return false;
}

bool
resource_shows(const struct op *op)
{
	return op->method != METHOD_NONE && op->guard != GUARD_INTERNAL;
}
