#include "common/text/reserved.h"

#include <stddef.h>
#include <string.h>

static const char *const reserved[] = {"about", "abuse", "account", "accounts", "admin",
	"administrator", "api", "apps", "assets", "auth", "billing", "blog", "calendar",
	"contact", "docs", "everyone", "events", "feed", "health", "help", "home", "host",
	"info", "intros", "invitations", "invite", "join", "kith", "legal", "login",
	"logout", "mail", "mcp", "me", "media", "member", "members", "metrics",
	"moderator", "new", "news", "notifications", "null", "oauth", "openapi", "org",
	"organizations", "orgs", "people", "postmaster", "posts", "press", "privacy",
	"profile", "progress", "projects", "public", "register", "reset-password", "root",
	"search", "security", "session", "settings", "sign-in", "sign-out", "sign-up",
	"signin", "signup", "static", "status", "support", "system", "team", "terms",
	"token", "tokens", "undefined", "unsubscribe", "user", "users", "v1", "v2",
	"verify-email", "webmaster", "well-known", "www"};

bool
reserved_name(const char *name)
{
	for (size_t i = 0; i < sizeof(reserved) / sizeof(reserved[0]); i++) {
		if (strcmp(name, reserved[i]) == 0)
			return true;
	}
	return false;
}
