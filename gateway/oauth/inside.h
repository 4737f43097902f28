/*
 * inside.h - shared by the files of the authorization server.
 *
 *     oauth.c       the table of paths; methods
 *     limit.c       rate limits
 *     answer.c      JSON answers, OAuth errors, redirects
 *     page.c        the page for a member when the browser cannot be redirected
 *     parameter.c   parameters of queries and forms
 *     call.c        calls of identity's operations
 *     metadata.c    the metadata documents
 *     authorize.c   the authorization endpoint
 *     described.c   clients that a metadata document describes
 *     stranger.c    requests of browsers without a session
 *     token.c, register.c, revoke.c, userinfo.c, keys.c   endpoints for clients
 */
#ifndef KITH_GATEWAY_OAUTH_INSIDE_H
#define KITH_GATEWAY_OAUTH_INSIDE_H

#include "common/bus/message.h"
#include "common/json/json.h"
#include "gateway/core/gateway.h"
#include "gateway/core/observe/access.h"
#include "gateway/oauth/oauth.h"
#include "gateway/ratelimit/limit.h"
#include "proto/bounds/bounds.h"
#include "proto/identity/oauth.h"

#define OAUTH_BODY_BYTES_MAX ((size_t)BOUND_STRANGER_BODY_BYTES)

struct oauth;

struct oauth_route {
	const char *path;
	bool get, post;
	bool page; /* for browsers: pages of other origins may not read it */
	/* not limited by address; identity limits it for the whole instance */
	bool unlimited;
	void (*run)(struct oauth *oauth);
};

/* One request. */
struct oauth {
	struct http_request *request;
	struct gateway *gateway;
	struct arena *arena;
	const struct oauth_route *route;
	struct principal principal;
	struct limit_state limit;          /* the rate limit, once a token was taken */
	struct http_parameter *parameters; /* the parameters of the query or the form */
	size_t parameter_count;
	uint64_t invocation;
	bool resolving;
	bool waits; /* the signed-in account is not active */
	const char
		/* the address of the client's document, once it was requested */
		*document;
	const char *scope; /* the resource in a registration, as sent; or NULL */
	/* the URL and the host to which an error page links; NULL = none */
	const char *back, *back_host;
	void (*answered)(struct oauth *oauth, const json_t *output);
	void (*described)(struct oauth *oauth);
	struct access access;
};

/* ---- limit.c ---- */

/* Takes a token from the bucket of the principal. False, after a 429, when it is
 * empty. */
bool oauth_within_limit(struct oauth *oauth, enum limit_class class);

/* ---- answer.c ---- */

/* Answers with JSON. */
void oauth_answer_json(struct oauth *oauth, int status, const struct buffer *json);

/* Answers {"error", "error_description"} with the status of the error. */
void oauth_refuse(struct oauth *oauth, enum oauth_error error, const char *description);

/* Answers a refusal by the gateway or a service. */
void oauth_refuse_reply(struct oauth *oauth, const struct message_reply *reply);

/* Redirects the browser. */
void oauth_answer_location(struct oauth *oauth, const char *location);

/* oauth_refuse() with the challenge of RFC 6750. */
void oauth_challenge(struct oauth *oauth, bool sent_token);

/* Answers 204 to OPTIONS, and 405. */
void oauth_answer_options(struct oauth *oauth);
void oauth_refuse_method(struct oauth *oauth);

/* ---- page.c ---- */

/* Writes a page that says why the browser is not redirected: a sentence without a full
 * stop, or NULL. */
void oauth_write_page(const struct oauth *oauth, struct buffer *out,
	enum oauth_error error, const char *sentence);

/* ---- parameter.c ---- */

/* The error of malformed parameters. OAUTH_NONE: none. */
struct oauth_fault {
	enum oauth_error error;
	const char *description;
};

/* Reads the body of a POST; false when it is not a form, which is answered. */
bool oauth_read_body(struct oauth *oauth);

/* The same, and refuses repeated parameters. */
bool oauth_read_form(struct oauth *oauth);

/* Whether a parameter (NULL = any) is repeated with another value. `resource` may be
 * repeated with the same value. */
bool oauth_is_repeated(const struct oauth *oauth, const char *name);

/* The error of a repeated parameter. */
struct oauth_fault oauth_repeated(const struct oauth *oauth);

/* A parameter's value; absent when it is missing or empty. */
struct text oauth_parameter(const struct oauth *oauth, const char *name);

/* The operation's field of a parameter. */
struct oauth_name {
	const char *parameter, *field;
};

/* Writes the present parameters into a map; answers their number. */
size_t oauth_put(struct buffer *map, const struct oauth *oauth,
	const struct oauth_name *names, size_t count);

/* The same for the members of a JSON object; null counts as missing. */
size_t oauth_put_members(struct buffer *map, const json_t *object,
	const struct oauth_name *names, size_t count);

/* Writes the client's id and secret from the Authorization header or the form. Answers
 * the number of pairs, or -1 when they are malformed, which is answered. */
int oauth_put_client(struct buffer *map, struct oauth *oauth);

/* ---- call.c ---- */

/* Calls an operation of identity with the pairs of a map. `answered` gets its output as
 * JSON; refusals are answered here. */
void oauth_call(struct oauth *oauth, const struct op *op, const struct buffer *input,
	void (*answered)(struct oauth *oauth, const json_t *output));

/* Whether the output contains an error, which is answered. */
bool oauth_refused(struct oauth *oauth, const json_t *output);

/* Invalidates the cached credentials that a call has ended. */
void oauth_note_ended(struct oauth *oauth, const json_t *output);

/* A text of an output; NULL for null. */
const char *oauth_text(const json_t *output, const char *name);

/* ---- described.c ---- */

/* Fetches the client's document, has identity store it, and continues. Answers
 * problems, and sends an anonymous browser to sign in first. */
void oauth_describe_client(
	struct oauth *oauth, const char *document, void (*go_on)(struct oauth *oauth));

/* ---- stranger.c ---- */

/* Sends a browser without the session of an active member to sign in and repeat the
 * request, or says why that does not help. */
void oauth_sign_in(struct oauth *oauth);

/* ---- the endpoints ---- */

void oauth_authorize(struct oauth *oauth);
void oauth_token(struct oauth *oauth);
void oauth_register(struct oauth *oauth);
void oauth_revoke(struct oauth *oauth);
void oauth_userinfo(struct oauth *oauth);
void oauth_keys(struct oauth *oauth);
void oauth_server_metadata(struct oauth *oauth);
void oauth_tools_metadata(struct oauth *oauth);
void oauth_rest_metadata(struct oauth *oauth);

#endif
