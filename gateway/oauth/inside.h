/*
 * inside.h - what the files of the authorization server share.
 *
 *     oauth.c       the table of paths; limits, methods, and what is read before an endpoint runs
 *     answer.c      JSON, refusals in OAuth's words, ways to elsewhere
 *     page.c        what a member is shown where the browser is sent nowhere
 *     parameter.c   queries and forms, each parameter at most once
 *     call.c        calls of identity's operations
 *     metadata.c    the documents
 *     authorize.c   the browser of a member
 *     described.c   the document of a client that did not register
 *     token.c, register.c, revoke.c, userinfo.c, keys.c   clients
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
	bool page;      /* for browsers: no page of another origin may read it */
	bool unlimited; /* by address; identity counts over the whole instance */
	void (*run)(struct oauth *oauth);
};

/* One request. */
struct oauth {
	struct http_request *request;
	struct gateway *gateway;
	struct arena *arena;
	const struct oauth_route *route;
	struct principal principal;
	struct limit_state limit; /* what is left of it, once something was taken */
	struct http_parameter *parameters; /* of the query or the form */
	size_t parameter_count;
	uint64_t invocation;
	bool resolving;
	bool waits; /* somebody is signed in whose account is not active */
	const char
		*document; /* the address of the client's, once it has been asked for */
	const char *scope; /* that a registration names, as it was sent; NULL */
	void (*answered)(struct oauth *oauth, const json_t *output);
	void (*described)(struct oauth *oauth);
	struct access access;
};

/* ---- answer.c ---- */

/* Answers with JSON. */
void oauth_answer_json(struct oauth *oauth, int status, const struct buffer *json);

/* Answers {"error", "error_description"} with the status of the error. */
void oauth_refuse(struct oauth *oauth, enum oauth_error error, const char *description);

/* Answers a refusal of the gateway's own, or of a service. */
void oauth_refuse_reply(struct oauth *oauth, const struct message_reply *reply);

/* Sends the browser on. */
void oauth_answer_location(struct oauth *oauth, const char *location);

/* The same as oauth_refuse() with the challenge of RFC 6750. */
void oauth_challenge(struct oauth *oauth, bool sent_token);

/* 204 to OPTIONS, and 405. */
void oauth_answer_options(struct oauth *oauth);
void oauth_refuse_method(struct oauth *oauth);

/* ---- page.c ---- */

/* A page that says why the browser goes nowhere: a sentence without a full stop, or
 * NULL. */
void oauth_write_page(struct buffer *out, enum oauth_error error, const char *sentence);

/* ---- parameter.c ---- */

/* What is wrong with the form of the parameters. OAUTH_NONE: nothing. */
struct oauth_fault {
	enum oauth_error error;
	const char *description;
};

/* Reads the body of a POST. False when it is no form, and that is answered. */
bool oauth_read_body(struct oauth *oauth);

/* The same where no parameter may stand twice. */
bool oauth_read_form(struct oauth *oauth);

/* Whether a parameter, or with NULL any of them, stands there twice with a value.
 * `resource` may, if it says the same. */
bool oauth_stands_twice(const struct oauth *oauth, const char *name);

/* What is wrong when one does. */
struct oauth_fault oauth_repeated(const struct oauth *oauth);

/* A parameter's value; absent when it is not there or empty. */
struct text oauth_parameter(const struct oauth *oauth, const char *name);

/* How a parameter is called as a field of an operation. */
struct oauth_name {
	const char *parameter, *field;
};

/* Writes those that are there into a map; how many. */
size_t oauth_put(struct buffer *map, const struct oauth *oauth,
	const struct oauth_name *names, size_t count);

/* The same of the members of a JSON object; null is not there. */
size_t oauth_put_members(struct buffer *map, const json_t *object,
	const struct oauth_name *names, size_t count);

/* Writes who the client says it is, by the Authorization header or the form; how many
 * pairs, or -1 when it cannot be read, and that is answered. */
int oauth_put_client(struct buffer *map, struct oauth *oauth);

/* ---- call.c ---- */

/* Calls an operation of identity with the pairs of a map. `answered` gets its output as
 * JSON; refusals are answered here. */
void oauth_call(struct oauth *oauth, const struct op *op, const struct buffer *input,
	void (*answered)(struct oauth *oauth, const json_t *output));

/* Whether the output says that something is wrong, and that is answered. */
bool oauth_refused(struct oauth *oauth, const json_t *output);

/* Forgets what is remembered of the credentials that a call has ended. */
void oauth_note_ended(struct oauth *oauth, const json_t *output);

/* A text of an output; NULL for null. */
const char *oauth_text(const json_t *output, const char *name);

/* ---- described.c ---- */

/* Has the client's document fetched and noted, and then goes on; what is wrong is
 * answered. Whoever is not signed in is sent to do that first. */
void oauth_describe_client(
	struct oauth *oauth, const char *document, void (*go_on)(struct oauth *oauth));

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
