/*
 * return_url.c - the return URL of a form: the page to show after sign-in or sign-up.
 *
 * The return URL travels as `next` from page to page. The confirmation of a mail breaks
 * that chain, because the mail's link opens by itself. So the browser stores the return
 * URL to an app or an invitation in a cookie meanwhile. The link cannot hold it:
 * anybody can have a mail sent to anybody, and would choose where it leads.
 *
 * The cookie is encrypted, so that nobody can forge it. It holds an invitation, which
 * only its addressee can answer, or a path of the authorization server:
 * /oauth/authorize validates the request in the path again, and /oauth/consent looks
 * for a request that identity has stored for an hour. The cookie lives as long. In each
 * case the member is asked for consent.
 */
#include <string.h>

#include "common/secret/secret.h"
#include "gateway/auth/cookie.h"
#include "gateway/web/encrypted.h"
#include "gateway/web/html.h"
#include "gateway/web/inside.h"

#define RETURN_URL_COOKIE "__Host-kith_way"
#define RETURN_URL_LIFE_S 3600

/* Browsers store cookies of 4096 bytes, and encryption adds half to a path. A longer
 * path is dropped, and the app must be connected again. */
#define RETURN_URL_MAX 2048

/* The context of the encryption. Other pages use an address, with an @. */
static struct text
bound(struct arena *arena)
{
	return arena_text(arena, "way back");
}

/* Whether a path belongs to an app's request. The path before the query must match
 * exactly. */
static bool
is_for_app(const char *path)
{
	static const char *const beginnings[] = {"/oauth/authorize?", "/oauth/consent?"};

	if (path == NULL || !view_path_is_ours(path))
		return false;
	for (size_t i = 0; i < COUNT_OF(beginnings); i++) {
		if (strncmp(path, beginnings[i], strlen(beginnings[i])) == 0)
			return true;
	}
	return false;
}

/* Whether a path leads to an invitation. */
static bool
is_invitation(struct arena *arena, const char *path)
{
	static const char beginning[] = "/invitations/";
	const char *token;
	size_t size;

	if (path == NULL || strncmp(path, beginning, strlen(beginning)) != 0)
		return false;
	token = path + strlen(beginning);
	return base64url_decode(arena, token, strlen(token), &size) != NULL && size > 0;
}

/* Whether the browser stores this return URL while the user reads a mail. */
static bool
is_kept(struct arena *arena, const char *path)
{
	return is_for_app(path) || is_invitation(arena, path);
}

bool
view_is_for_app(const struct view *view)
{
	return is_for_app(view->next);
}

/* The stored return URL, or NULL. */
static const char *
kept(const struct http_request *request)
{
	const char *cookie = cookie_get(request, RETURN_URL_COOKIE);
	const struct text name = bound(request->arena);
	struct text path;

	if (cookie == NULL)
		return NULL;
	path = encrypted_open(request->arena, &name, cookie, strlen(cookie));
	return path.presence == GIVEN && is_kept(request->arena, path.data) ? path.data
									    : NULL;
}

void
return_url_find(struct visit *visit)
{
	struct view *view = &visit->view;

	if (view_path_is_ours(view_query(view, "next")))
		view->next = view_query(view, "next");
	view->kept = kept(visit->request);
}

/* Adds `next` to a path, unless the result is too long. */
static const char *
with_next(struct arena *arena, const char *path, const char *next)
{
	struct buffer out = {.arena = arena};

	if (next == NULL)
		return path;
	html_put(&out, path);
	html_put(&out, strchr(path, '?') == NULL ? "?next=" : "&next=");
	html_put_query(&out, next);
	buffer_append(&out, "", 1);
	return out.size <= (size_t)BOUND_TARGET_BYTES ? (const char *)out.data : path;
}

const char *
return_url_next(const struct visit *visit)
{
	const struct view *view = &visit->view;
	const struct form *form = visit->match.form;
	struct arena *arena = visit->request->arena;
	const char *path;

	if (view->location != NULL)
		return view->location;
	if (form->returns && view->next != NULL)
		return view->next;
	path = page_path(arena, form->done, view->captures, view->capture_count);
	if (form->said != NULL)
		path = arena_printf(arena, "%s%sdone=%s", path,
			strchr(path, '?') == NULL ? "?" : "&",
			page_form_name(arena, form));
	if (!form->carries)
		return path;
	return with_next(arena, path, view->next != NULL ? view->next : view->kept);
}

const char *
return_url_cookie(const struct visit *visit)
{
	const struct view *view = &visit->view;
	const struct form *form = visit->match.form;
	struct arena *arena = visit->request->arena;
	const struct text name = bound(arena);
	struct text path;

	if (form->returns && view->kept != NULL)
		return cookie_set(arena, RETURN_URL_COOKIE, NULL, 0);
	if (!form->carries || !is_kept(arena, view->next) ||
		strlen(view->next) > RETURN_URL_MAX)
		return NULL;
	path = arena_text(arena, view->next);
	return cookie_set(arena, RETURN_URL_COOKIE,
		encrypted_make(arena, &name, &path, (int64_t)RETURN_URL_LIFE_S * 1000000),
		RETURN_URL_LIFE_S);
}
