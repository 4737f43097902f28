/*
 * authorization_begin.c - authorization requests of clients (RFC 6749, section 4.1.1,
 * with the rules of OAuth 2.1).
 *
 * Until the client and its redirect URI are verified, errors are shown to the member and
 * nobody is redirected. After that, errors are sent to a client that the operator has
 * checked. The errors of other clients are shown with a link to the redirect URI, because
 * anybody can register a client, and would choose where this server redirects browsers.
 *
 * The request of a member is stored here until the member has decided, so that nobody can
 * change it meanwhile. The request of a stranger is not stored: the browser signs in and
 * repeats it.
 */
#include <string.h>

#include "common/config/config.h"
#include "common/db/db.h"
#include "services/identity/address_sql.h"
#include "services/identity/handlers.h"
#include "services/identity/oauth/document.h"
#include "services/identity/oauth/redirect.h"
#include "services/identity/oauth/scope.h"
#include "services/identity/oauth/transaction.h"

/* Finds an unrevoked, redeemed grant of the member to this client with the same host,
 * scopes and audience. */
STATEMENT(IS_REMEMBERED,
	"SELECT FROM oauth_grants WHERE member_id = $1 AND client_id = $2"
	" AND redirect_host = $3 AND scopes = $4 AND audience = $5"
	" AND redeemed_at IS NOT NULL AND revoked_at IS NULL"
	" AND expires_at > now()"
	" AND " KNOWN_ORIGIN("$1", "NULLIF($6, '')") " IS NOT NULL LIMIT 1");

#define CHALLENGE_SIZE 43

static bool
is_given(const struct text *text)
{
	return text->presence == GIVEN && text->size > 0;
}

/* The registered redirect URI that the request asks for; NULL when there is none. */
static const char *
find_redirect(const struct client *client, const struct text *asked)
{
	const struct text_list *registered = &client->redirect_uris;

	if (!is_given(asked))
		return registered->count == 1 ? registered->items[0].data : NULL;
	for (uint32_t i = 0; i < registered->count; i++) {
		if (redirect_matches(registered->items[i].data, asked->data))
			return asked->data;
	}
	return NULL;
}

/* Whether a space-separated list contains a word. */
static bool
contains(const struct text *words, const char *word)
{
	size_t size = strlen(word);

	for (const char *next = words->data; *next != '\0';) {
		size_t length = strcspn(next, " ");

		if (length == size && strncmp(next, word, size) == 0)
			return true;
		next += length + (next[length] == ' ');
	}
	return false;
}

static bool
is_challenge(const struct text *challenge)
{
	static const char alphabet[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

	return challenge->size == CHALLENGE_SIZE &&
		strspn(challenge->data, alphabet) == CHALLENGE_SIZE;
}

/* Checks PKCE (RFC 7636). Only S256 is accepted, because "plain" reveals the verifier. */
static struct oauth_refusal
judge_challenge(const struct authorization_begin_in *in)
{
	struct oauth_refusal refusal = {.error = OAUTH_INVALID_REQUEST};

	if (!is_given(&in->code_challenge))
		refusal.description = "code_challenge is missing: PKCE is required";
	else if (strcmp(in->code_challenge_method.data, "S256") != 0)
		refusal.description = "code_challenge_method must be S256";
	else if (!is_challenge(&in->code_challenge))
		refusal.description =
			"code_challenge must be a SHA-256 in base64url, 43 characters";
	else
		refusal.error = OAUTH_NONE;
	return refusal;
}

/* Checks everything but the redirect URI. The error is for the client. */
static struct oauth_refusal
judge(struct call *call, const struct authorization_begin_in *in, const char *audience)
{
	if (in->fault.presence == GIVEN) {
		return (struct oauth_refusal){
			oauth_error_named(in->fault.data, in->fault.size),
			arena_printf(call->arena, "%s", in->fault_description.data)};
	}
	if (!is_given(&in->response_type)) {
		return (struct oauth_refusal){
			OAUTH_INVALID_REQUEST, "response_type is missing"};
	}
	if (strcmp(in->response_type.data, "code") != 0) {
		return (struct oauth_refusal){
			OAUTH_UNSUPPORTED_RESPONSE_TYPE, "response_type must be code"};
	}
	if (is_given(&in->response_mode) &&
		strcmp(in->response_mode.data, "query") != 0) {
		return (struct oauth_refusal){
			OAUTH_INVALID_REQUEST, "response_mode must be query"};
	}
	if (contains(&in->prompt, "none") && strcmp(in->prompt.data, "none") != 0) {
		return (struct oauth_refusal){OAUTH_INVALID_REQUEST,
			"prompt none cannot be combined with other values"};
	}
	if (audience == NULL) {
		return (struct oauth_refusal){OAUTH_INVALID_TARGET,
			"resource is not a resource of this server"};
	}
	return judge_challenge(in);
}

/* The requested scopes; all but admin by default. An address for tools that read asks for
 * no scope to write. A client that registered refresh tokens gets offline_access. */
static unsigned
asked_scopes(const struct authorization_begin_in *in, const struct client *client)
{
	unsigned scopes = is_given(&in->scope) ? scope_read(&in->scope)
					       : SCOPE_ALL & ~(unsigned)SCOPE_ADMIN;

	if (scope_tools(&in->resource) == TOOLS_READ)
		scopes &= ~(unsigned)(SCOPE_NETWORK_WRITE | SCOPE_ADMIN);
	if (client->refreshes)
		scopes |= SCOPE_OFFLINE_ACCESS;
	return scopes | SCOPE_OPENID;
}

/*
 * Whether the member's earlier consent suffices.
 *
 * The member is always asked from a network that the member has not signed in from:
 * whoever has stolen a session would get access that outlives it, and no mail would tell.
 * The member is always asked when another site led the browser here: that site could
 * renew an app's access without the member noticing. The member is also always asked when
 * the answer goes to a program on the member's machine. Any other program there can claim
 * the same client id and listen at the same address (RFC 8252, section 8.6).
 */
static bool
is_remembered(struct call *call, const struct authorization_begin_in *in,
	const struct transaction *asked)
{
	const char *uri = asked->to.redirect_uri;
	const char *host = redirect_host(call->arena, uri);
	const struct text *address = &call->principal.address;

	if (redirect_is_loopback(uri) || redirect_is_private(uri) || !in->unled.value ||
		contains(&in->prompt, "consent") ||
		contains(&in->prompt, "select_account") || contains(&in->prompt, "login"))
		return false;
	return db_query(call, IS_REMEMBERED, DB_CALLER(call), DB_UUID(&asked->client.id),
		       DB_STRING(host), DB_NUMBER(transaction_offered(call, asked)),
		       DB_TEXT(asked->audience),
		       DB_STRING(address->size > 0 ? address->data : ""))
		       ->count == 1;
}

/* Answers an error that is for the client. */
static enum problem
refuse(struct call *call, const struct transaction *asked, struct oauth_refusal refusal)
{
	return asked->client.verified
		? answer_go(call, answer_refused(call->arena, &asked->to, refusal))
		: answer_back(call, &asked->to, refusal);
}

/* Answers a valid request: redirects to the client with a code, or to the consent
 * page. */
static enum problem
proceed(struct call *call, const struct authorization_begin_in *in,
	const struct transaction *asked)
{
	static const struct oauth_refusal no_session = {OAUTH_LOGIN_REQUIRED,
						  "Nobody is signed in"},
					  no_consent = {OAUTH_CONSENT_REQUIRED,
						  "The member must give consent"};
	const bool silent = contains(&in->prompt, "none");

	if (call->principal.membership != MEMBERSHIP_ACTIVE)
		return silent ? refuse(call, asked, no_session) : answer_sign_in(call);
	if (is_remembered(call, in, asked))
		return answer_go(call,
			transaction_grant(call, asked, transaction_offered(call, asked),
				&(const struct app_choice){{.data = ""}, {.data = ""}}));
	if (silent)
		return refuse(call, asked, no_consent);
	return answer_go(call,
		arena_printf(call->arena, "%s/oauth/consent?transaction=%s",
			config()->base_url.data, transaction_store(call, asked)));
}

/* Finds the requesting client. Returns an error sentence, or NULL. If the client's
 * metadata document must be fetched first, *document is its URL and *client must not be
 * used; otherwise *document is NULL. */
static const char *
find_client(struct call *call, const struct text *id, struct client *client,
	const char **document)
{
	const char *fault;
	bool found;

	*document = NULL;
	if (!document_is_address(id))
		return client_find(call, id, client)
			? NULL
			: "This server does not know the app. It deletes apps that "
			  "nobody uses; the app must register again";
	if (!document_allowed(id))
		return "The app identifies itself by the URL of a metadata document, "
		       "which this server does not accept; it must register instead";
	fault = document_address_fault(id->data);
	if (fault != NULL)
		return arena_printf(call->arena,
			"The app identifies itself by a URL that is not allowed for a "
			"metadata document: %s",
			fault);
	document_store_known(call, id);
	found = client_find(call, id, client);
	if (!found || !client->fresh)
		*document = id->data;
	return NULL;
}

enum problem
authorization_begin(struct call *call, const void *input)
{
	const struct authorization_begin_in *in = input;
	const char *audience = scope_audience(call->arena, &in->resource);
	struct transaction asked = {
		.to = {.state = in->state},
		.code_challenge = in->code_challenge,
		.nonce = in->nonce,
	};
	struct oauth_refusal refusal;
	const char *fault, *document;

	if (!is_given(&in->client_id))
		return answer_stay(call, OAUTH_INVALID_REQUEST,
			"The app did not identify itself: client_id is missing");
	fault = find_client(call, &in->client_id, &asked.client, &document);
	if (fault != NULL)
		return answer_stay(call, OAUTH_INVALID_CLIENT, fault);
	if (document != NULL)
		return answer_fetch(call, document);
	asked.to.redirect_uri = find_redirect(&asked.client, &in->redirect_uri);
	if (asked.to.redirect_uri == NULL)
		return answer_stay(call, OAUTH_INVALID_REQUEST,
			is_given(&in->redirect_uri)
				? "The app asked to send you to an address that it did "
				  "not register: redirect_uri does not match"
				: "The app did not say where to send you: redirect_uri "
				  "is missing");
	/* An earlier release let it register the URI. */
	fault = redirect_fault(asked.to.redirect_uri, asked.client.verified);
	if (fault != NULL)
		return answer_stay(call, OAUTH_INVALID_REQUEST,
			arena_printf(call->arena,
				"The app asked to send you to an address that is not "
				"allowed: %s",
				fault));
	refusal = judge(call, in, audience);
	if (refusal.error != OAUTH_NONE)
		return refuse(call, &asked, refusal);
	asked.audience = arena_text(call->arena, audience);
	asked.scopes = asked_scopes(in, &asked.client);
	asked.tools = scope_tools(&in->resource);
	return proceed(call, in, &asked);
}
