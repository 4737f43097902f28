/*
 * era.c - the era of a request.
 *
 * The body decides: a request that names its revision in `_meta` is modern. The headers
 * must agree, because intermediaries route by them. Mcp-Method and Mcp-Name prove
 * nothing, because some clients send them in both eras.
 */
#include "gateway/mcp/era.h"

#include <string.h>

#include "gateway/mcp/header.h"
#include "gateway/mcp/message.h"
#include "gateway/mcp/protocol.h"
#include "gateway/mcp/text.h"

const char *const mcp_era_legacy_revisions[] = {
	"2025-11-25", "2025-06-18", MCP_BATCH_REVISION, NULL};

const char mcp_era_revisions_json[] =
	"[\"" MCP_MODERN_REVISION "\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\"]";

static bool
is_modern(const char *version)
{
	return version != NULL && strcmp(version, MCP_MODERN_REVISION) >= 0;
}

static bool
is_legacy(const char *version)
{
	for (const char *const *revision = mcp_era_legacy_revisions; *revision != NULL;
		revision++) {
		if (strcmp(*revision, version) == 0)
			return true;
	}
	return false;
}

bool
mcp_era_has_batches(const char *version)
{
	return version == NULL || strcmp(version, MCP_BATCH_REVISION) == 0;
}

static void
refuse(struct mcp_error *error, enum mcp_code code, const char *message)
{
	*error = (struct mcp_error){.status = 400, .code = code, .message = message};
}

static void
refuse_version(struct arena *arena, struct mcp_error *error, const char *requested)
{
	struct buffer data = {.arena = arena};

	requested = mcp_text_excerpt(arena, requested);
	json_put_raw(&data, "{\"supported\":");
	json_put_raw(&data, mcp_era_revisions_json);
	json_put_raw(&data, ",\"requested\":");
	json_put_string(&data, requested, strlen(requested));
	json_put_raw(&data, "}");
	refuse(error, MCP_UNSUPPORTED_VERSION, "This protocol version is not served");
	error->data = arena_copy(arena, data.data, data.size);
}

/* The fault of a modern request's `_meta`, or NULL. */
static const char *
claim_fault(const struct mcp_message *message)
{
	const json_t *capabilities, *client;

	if (!json_is_string(mcp_message_meta(message, MCP_META_VERSION)))
		return MCP_META_VERSION " must be a string";
	capabilities = mcp_message_meta(message, MCP_META_CAPABILITIES);
	if (capabilities == NULL)
		return MCP_META_CAPABILITIES " is missing";
	if (!json_is_object(capabilities))
		return MCP_META_CAPABILITIES " must be an object";
	client = mcp_message_meta(message, MCP_META_CLIENT);
	if (client != NULL && !json_is_object(client))
		return MCP_META_CLIENT " must be an object";
	return NULL;
}

/* The value of the body that Mcp-Name repeats; NULL when the method has none. */
static const char *
mirrored_name(const struct mcp_message *message)
{
	if (strcmp(message->method, "tools/call") == 0 ||
		strcmp(message->method, "prompts/get") == 0)
		return mcp_message_param(message, "name");
	if (strcmp(message->method, "resources/read") == 0)
		return mcp_message_param(message, "uri");
	return NULL;
}

/* Checks the headers that every modern request must carry. */
static void
require_headers(struct arena *arena, const struct mcp_message *message,
	const struct mcp_headers *headers, struct mcp_error *error)
{
	const char *name = mirrored_name(message);
	const char *said =
		headers->name != NULL ? mcp_header_name(arena, headers->name) : NULL;

	if (headers->version == NULL) {
		refuse(error, MCP_HEADER_MISMATCH,
			"The MCP-Protocol-Version header is missing");
	} else if (headers->method == NULL) {
		refuse(error, MCP_HEADER_MISMATCH, "The Mcp-Method header is missing");
	} else if (name != NULL && headers->name == NULL) {
		refuse(error, MCP_HEADER_MISMATCH, "The Mcp-Name header is missing");
	} else if (name != NULL && said == NULL) {
		refuse(error, MCP_HEADER_MISMATCH,
			"The Mcp-Name header is not valid base64");
	} else if (name != NULL && strcmp(name, said) != 0) {
		refuse(error, MCP_HEADER_MISMATCH,
			"The Mcp-Name header differs from the name in the body");
	}
}

/* Checks a request that names a revision from 2026 on. */
static enum mcp_era
check_modern(struct arena *arena, const struct mcp_message *message,
	const struct mcp_headers *headers, struct mcp_error *error)
{
	const char *fault = claim_fault(message);
	const char *version =
		json_string_value(mcp_message_meta(message, MCP_META_VERSION));

	if (fault != NULL) {
		refuse(error, MCP_INVALID_PARAMS,
			arena_printf(arena, "The _meta of the request is not valid: %s",
				fault));
	} else if (headers->version != NULL && strcmp(headers->version, version) != 0) {
		refuse(error, MCP_HEADER_MISMATCH,
			"The MCP-Protocol-Version header differs from the version in "
			"the body");
	} else if (headers->method != NULL &&
		strcmp(headers->method, message->method) != 0) {
		refuse(error, MCP_HEADER_MISMATCH,
			"The Mcp-Method header differs from the method in the body");
	} else if (strcmp(version, MCP_MODERN_REVISION) != 0) {
		refuse_version(arena, error, version);
	} else {
		require_headers(arena, message, headers, error);
	}
	return MCP_MODERN;
}

/* Checks the keys of `_meta` under a modern header. */
static const char *
missing_keys(const struct mcp_message *message)
{
	if (!json_is_object(json_object_get(message->params, "_meta")))
		return "_meta";
	if (mcp_message_meta(message, MCP_META_CAPABILITIES) == NULL)
		return MCP_META_VERSION ", " MCP_META_CAPABILITIES;
	return MCP_META_VERSION;
}

/* `initialize` belongs to the legacy era, unless `_meta` is complete and modern. */
static bool
is_handshake(const struct mcp_message *message)
{
	const char *claimed =
		json_string_value(mcp_message_meta(message, MCP_META_VERSION));

	return strcmp(message->method, "initialize") == 0 &&
		(!is_modern(claimed) || claim_fault(message) != NULL);
}

enum mcp_era
mcp_era_of(struct arena *arena, const struct mcp_message *message,
	const struct mcp_headers *headers, struct mcp_error *error)
{
	const json_t *claim;
	const char *claimed;

	*error = (struct mcp_error){0};
	if (is_handshake(message)) {
		if (is_modern(headers->version)) {
			refuse(error, MCP_HEADER_MISMATCH,
				"initialize belongs to revisions before the one that the "
				"MCP-Protocol-Version header names");
		}
		return MCP_LEGACY;
	}
	claim = mcp_message_meta(message, MCP_META_VERSION);
	claimed = json_string_value(claim);
	if (claim != NULL && !(claimed != NULL && is_legacy(claimed)))
		return check_modern(arena, message, headers, error);
	if (is_modern(headers->version)) {
		refuse(error, MCP_INVALID_PARAMS,
			arena_printf(arena,
				"Under this MCP-Protocol-Version header the request "
				"must carry %s",
				missing_keys(message)));
	} else if (headers->version != NULL && !is_legacy(headers->version)) {
		refuse_version(arena, error, headers->version);
	}
	return MCP_LEGACY;
}
