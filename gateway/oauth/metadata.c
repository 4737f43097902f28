/*
 * metadata.c - the metadata of the authorization server (RFC 8414, OpenID Connect
 * Discovery) and of protected resources (RFC 9728).
 *
 * All addresses are exactly the configured base URL, because clients compare them.
 */
#include <string.h>

#include "gateway/oauth/inside.h"

static void
add_path(struct buffer *json, const struct oauth *oauth, const char *name,
	const char *path)
{
	json_add_text(json, name,
		arena_printf(oauth->arena, "%s%s", oauth->gateway->config->base_url.data,
			path));
}

/* The names of scopes as an array. */
static void
add_scopes(struct buffer *json, const char *name, unsigned scopes)
{
	json_add_key(json, name);
	json_add_open(json, NULL, '[');
	for (size_t i = 0; i < SCOPE_KINDS; i++) {
		if ((scopes & scope_infos[i].bit) != 0)
			json_add_text(json, NULL, scope_infos[i].name);
	}
	json_add_close(json, ']');
}

void
oauth_server_metadata(struct oauth *oauth)
{
	struct buffer json = {.arena = oauth->arena};

	json_add_open(&json, NULL, '{');
	add_path(&json, oauth, "issuer", "");
	add_path(&json, oauth, "authorization_endpoint", "/oauth/authorize");
	add_path(&json, oauth, "token_endpoint", "/oauth/token");
	add_path(&json, oauth, "registration_endpoint", "/oauth/register");
	add_path(&json, oauth, "revocation_endpoint", "/oauth/revoke");
	add_path(&json, oauth, "userinfo_endpoint", "/oauth/userinfo");
	add_path(&json, oauth, "jwks_uri", "/oauth/jwks");
	add_path(&json, oauth, "service_documentation", "/docs");
	add_scopes(&json, "scopes_supported", SCOPE_ALL);
	json_add_raw(&json, "response_types_supported", "[\"code\"]");
	json_add_raw(&json, "response_modes_supported", "[\"query\"]");
	json_add_raw(&json, "grant_types_supported",
		"[\"authorization_code\",\"refresh_token\"]");
	json_add_raw(&json, "token_endpoint_auth_methods_supported",
		"[\"none\",\"client_secret_basic\",\"client_secret_post\"]");
	json_add_raw(&json, "revocation_endpoint_auth_methods_supported",
		"[\"none\",\"client_secret_basic\",\"client_secret_post\"]");
	json_add_raw(&json, "code_challenge_methods_supported", "[\"S256\"]");
	json_add_boolean(&json, "authorization_response_iss_parameter_supported", true);
	if (strcmp(oauth->gateway->config->client_documents.data, "on") == 0)
		json_add_boolean(&json, "client_id_metadata_document_supported", true);
	json_add_raw(&json, "subject_types_supported", "[\"public\"]");
	json_add_raw(&json, "id_token_signing_alg_values_supported", "[\"RS256\"]");
	json_add_raw(&json, "claims_supported",
		"[\"iss\",\"sub\",\"aud\",\"exp\",\"iat\",\"auth_time\",\"nonce\","
		"\"at_hash\",\"name\",\"preferred_username\",\"picture\"]");
	json_add_boolean(&json, "request_parameter_supported", false);
	json_add_boolean(&json, "request_uri_parameter_supported", false);
	json_add_close(&json, '}');
	oauth_answer_json(oauth, 200, &json);
}

static void
answer_resource(struct oauth *oauth, const char *path, const char *name, unsigned scopes)
{
	struct buffer json = {.arena = oauth->arena};

	json_add_open(&json, NULL, '{');
	add_path(&json, oauth, "resource", path);
	json_add_key(&json, "authorization_servers");
	json_add_open(&json, NULL, '[');
	add_path(&json, oauth, NULL, "");
	json_add_close(&json, ']');
	add_scopes(&json, "scopes_supported", scopes);
	json_add_raw(&json, "bearer_methods_supported", "[\"header\"]");
	json_add_text(&json, "resource_name", name);
	add_path(&json, oauth, "resource_documentation", "/docs");
	json_add_close(&json, '}');
	oauth_answer_json(oauth, 200, &json);
}

/* openid and offline_access do not concern a resource, and the scopes of administrators
 * are not advertised. The resource has the query of the request, because clients compare
 * it with the address that they connect to (RFC 9728, section 3.3). */
void
oauth_tools_metadata(struct oauth *oauth)
{
	enum tool_set tools = TOOLS_ALL;
	struct text name;

	oauth->parameters = oauth->request->query;
	oauth->parameter_count = oauth->request->query_count;
	name = oauth_parameter(oauth, "tools");
	tool_set_named(name.data, name.size, &tools);
	answer_resource(oauth,
		arena_printf(oauth->arena, AUDIENCE_TOOLS "%s", tool_set_query(tools)),
		oauth->gateway->config->instance_name.data,
		tools == TOOLS_READ ? SCOPE_NETWORK_READ
				    : SCOPE_NETWORK_READ | SCOPE_NETWORK_WRITE);
}

void
oauth_rest_metadata(struct oauth *oauth)
{
	answer_resource(oauth, AUDIENCE_REST,
		arena_printf(oauth->arena, "%s (REST API)",
			oauth->gateway->config->instance_name.data),
		SCOPE_PROFILE | SCOPE_NETWORK_READ | SCOPE_NETWORK_WRITE | SCOPE_ADMIN);
}
