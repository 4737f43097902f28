/*
 * authorization_begin.c - a client asks (RFC 6749, section 4.1.1, as OAuth 2.1 has it).
 *
 * Unless it is sure that the address to return to is the client's own, nobody is sent there: the
 * member is shown what is wrong. From then on the client is told. What it asks for is kept here
 * until a member has answered, so that nobody can change it on the way.
 */
#include <string.h>

#include "common/config/config.h"
#include "common/db/db.h"
#include "services/identity/handlers.h"
#include "services/identity/oauth/document.h"
#include "services/identity/oauth/redirect.h"
#include "services/identity/oauth/scope.h"
#include "services/identity/oauth/transaction.h"

/* Whether the member has allowed this client the very same before, and has not taken it back. */
STATEMENT(IS_REMEMBERED,
	"SELECT FROM oauth_grants WHERE member_id = $1 AND client_id = $2 AND redirect_host = $3"
	" AND scopes = $4 AND audience = $5 AND redeemed_at IS NOT NULL AND revoked_at IS NULL"
	" AND expires_at > now() LIMIT 1");

#define CHALLENGE_SIZE 43

static bool
is_given(const struct text *text)
{
	return text->presence == GIVEN && text->size > 0;
}

/* The address to return to, which the client registered; NULL when there is none. */
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

/* Whether a list of words, separated by spaces, holds one. */
static bool
holds(const struct text *words, const char *word)
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

/* PKCE, by the one method that hides the verifier. */
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

/* The request without its address, as the client is told of it. */
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
	if (holds(&in->prompt, "none") && strcmp(in->prompt.data, "none") != 0) {
		return (struct oauth_refusal){
			OAUTH_INVALID_REQUEST, "prompt none stands alone"};
	}
	if (audience == NULL) {
		return (struct oauth_refusal){
			OAUTH_INVALID_TARGET, "resource names nothing of this server"};
	}
	return judge_challenge(in);
}

/* What the client asks for. A client that can use refresh tokens is taken to want one. */
static unsigned
asked_scopes(const struct authorization_begin_in *in, const struct client *client)
{
	unsigned scopes = is_given(&in->scope) ? scope_read(&in->scope)
					       : SCOPE_ALL & ~(unsigned)SCOPE_ADMIN;

	if (client->refreshes)
		scopes |= SCOPE_OFFLINE_ACCESS;
	return scopes | SCOPE_OPENID;
}

/* Whether the member need not be asked. It is whenever another site led the browser here: that site
 * could have an app allowed something again behind the member's back. And it is whenever the answer
 * goes to a program on its own machine, because any other program there can say the same of itself
 * and wait at the same address (RFC 8252, section 8.6). */
static bool
is_remembered(struct call *call, const struct authorization_begin_in *in,
	const struct transaction *asked)
{
	const char *uri = asked->to.redirect_uri;
	const char *host = redirect_host(call->arena, uri);

	if (redirect_is_loopback(uri) || redirect_is_private(uri) || !in->unled.value ||
		holds(&in->prompt, "consent") || holds(&in->prompt, "select_account") ||
		holds(&in->prompt, "login"))
		return false;
	return db_query(call, IS_REMEMBERED, DB_CALLER(call), DB_UUID(&asked->client.id),
		       DB_STRING(host),
		       DB_NUMBER(transaction_offered(call, asked) & asked->scopes),
		       DB_TEXT(asked->audience))
		       ->count == 1;
}

/* The request is in order: the browser goes back with a code, or where the member is asked. */
static enum problem
go_on(struct call *call, const struct authorization_begin_in *in,
	const struct transaction *asked)
{
	struct oauth_refusal refusal = {.error = OAUTH_NONE};

	if (call->principal.membership == MEMBERSHIP_NONE)
		refusal = (struct oauth_refusal){
			OAUTH_LOGIN_REQUIRED, "Nobody is signed in"};
	else if (is_remembered(call, in, asked))
		return answer_go(call,
			transaction_grant(call, asked,
				transaction_offered(call, asked) & asked->scopes));
	else
		refusal = (struct oauth_refusal){
			OAUTH_CONSENT_REQUIRED, "The member must be asked"};
	if (holds(&in->prompt, "none"))
		return answer_go(call, answer_refused(call->arena, &asked->to, refusal));
	return answer_go(call,
		arena_printf(call->arena, "%s/oauth/consent?transaction=%s",
			config()->base_url.data, transaction_keep(call, asked)));
}

/* The client that asks. `*document` is the address of its document where that must be fetched first;
 * otherwise NULL, and a sentence when there is no such client. */
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
			: "The app is not known here. It may have been forgotten because nobody "
			  "used it; it must register again";
	if (!document_are_admitted())
		return "The app says who it is by an address, which this server does not look at; "
		       "it must register instead";
	fault = document_address_fault(id->data);
	if (fault != NULL)
		return arena_printf(call->arena,
			"The app says who it is by an address at which no document may stand: %s",
			fault);
	document_keep_known(call, id);
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
			"The app did not say which app it is: client_id is missing");
	fault = find_client(call, &in->client_id, &asked.client, &document);
	if (fault != NULL)
		return answer_stay(call, OAUTH_INVALID_CLIENT, fault);
	if (document != NULL)
		return answer_fetch(call, document);
	asked.to.redirect_uri = find_redirect(&asked.client, &in->redirect_uri);
	if (asked.to.redirect_uri == NULL)
		return answer_stay(call, OAUTH_INVALID_REQUEST,
			is_given(&in->redirect_uri)
				? "The app asked to send you to an address that it did not "
				  "register: redirect_uri does not match"
				: "The app did not say where to send you: redirect_uri is "
				  "missing");
	refusal = judge(call, in, audience);
	if (refusal.error != OAUTH_NONE)
		return answer_go(call, answer_refused(call->arena, &asked.to, refusal));
	asked.audience = arena_text(call->arena, audience);
	asked.scopes = asked_scopes(in, &asked.client);
	return go_on(call, in, &asked);
}
