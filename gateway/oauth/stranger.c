/*
 * stranger.c - requests of browsers without the session of an active member.
 *
 * Nothing is stored for a stranger. The request travels in the return URL of the sign-in
 * page, and is validated again when the browser comes back.
 */
#include "gateway/oauth/inside.h"
#include "gateway/web/html.h"
#include "gateway/web/page.h"

#define SIGN_IN "/sign-in?next="

/* The same request once more. */
static const char *
path_again(const struct oauth *oauth)
{
	struct buffer path = {.arena = oauth->arena};

	html_put(&path, oauth->route->path);
	for (size_t i = 0; i < oauth->parameter_count; i++) {
		const struct http_parameter *parameter = &oauth->parameters[i];

		html_put(&path, i == 0 ? "?" : "&");
		html_put_query(&path, parameter->name.data);
		html_put(&path, "=");
		html_put_query(&path, parameter->value.data);
	}
	buffer_append(&path, "", 1);
	return (const char *)path.data;
}

void
oauth_sign_in(struct oauth *oauth)
{
	const char *path = path_again(oauth);
	struct buffer location = {.arena = oauth->arena};

	html_put(&location, SIGN_IN);
	html_put_query(&location, path);
	buffer_append(&location, "", 1);
	if (oauth->waits)
		oauth_refuse(oauth, OAUTH_ACCESS_DENIED,
			"Only members whose account is active can connect an app; the "
			"front page shows the state of your account");
	else if (!view_path_is_ours(path) || location.size > (size_t)BOUND_TARGET_BYTES)
		oauth_refuse(oauth, OAUTH_LOGIN_REQUIRED,
			"Only members can connect an app, and this app's request is too "
			"long to keep while you sign in: sign in first, and then connect "
			"it again");
	/* A browser led here by another site's form sends its cookie only with the next
	 * request. */
	else if (oauth->request->method == METHOD_POST)
		oauth_answer_location(oauth, path);
	else
		oauth_answer_location(oauth, (const char *)location.data);
}
