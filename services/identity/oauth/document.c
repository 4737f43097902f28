#include "services/identity/oauth/document.h"

#include <string.h>
#include <strings.h>

#include "common/base/id.h"
#include "common/config/config.h"
#include "common/db/db.h"
#include "common/text/text.h"
#include "services/identity/address_sql.h"
#include "services/identity/oauth/client_new.h"

/* Updates the existing client when its document has changed. */
STATEMENT(STORE,
	"INSERT INTO oauth_clients AS c (id, kind, name, redirect_uris, auth_method,"
	" refreshes,"
	" document_url, fresh_until, network) VALUES ($1, 'document', $2, $3, 'none', $4,"
	" $5, now() + $6 * interval '1 second', " STRANGER_OF("$7::text") ")"
	" ON CONFLICT ON CONSTRAINT oauth_clients_document_url_key"
	" DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris,"
	" refreshes = excluded.refreshes, fresh_until = excluded.fresh_until,"
	" registered_at = now() RETURNING " CLIENT_ANSWER);

STATEMENT(IS_FRESH,
	"SELECT FROM oauth_clients WHERE document_url = $1 AND fresh_until > now()");

#define KNOWN_URIS_MAX 2

/* Built-in metadata of frequently used assistants. Their hosts refuse requests from data
 * centres, so the documents cannot be fetched. */
static const struct {
	const char *url, *name;
	const char *redirect_uris[KNOWN_URIS_MAX];
} known[] = {
	{"https://claude.ai/oauth/mcp-oauth-client-metadata", "Claude",
		{"https://claude.ai/api/mcp/auth_callback", NULL}},
	{"https://claude.ai/oauth/claude-code-client-metadata", "Claude Code",
		{"http://localhost/callback", "http://127.0.0.1/callback"}},
	{"https://chatgpt.com/oauth/client.json", "ChatGPT",
		{"https://chatgpt.com/connector_platform_oauth_redirect", NULL}},
};

bool
document_is_address(const struct text *id)
{
	return id->presence == GIVEN &&
		(strncasecmp(id->data, "https://", 8) == 0 ||
			strncasecmp(id->data, "http://", 7) == 0);
}

/* Whether the metadata of a document is built in. */
static bool
is_known(const struct text *url)
{
	for (size_t i = 0; i < COUNT_OF(known); i++) {
		if (strcmp(known[i].url, url->data) == 0)
			return true;
	}
	return false;
}

bool
document_allowed(const struct text *url)
{
	const char *setting = config()->client_documents.data;

	return strcmp(setting, "on") == 0 ||
		(strcmp(setting, "known") == 0 && is_known(url));
}

/* Whether a path contains a dot segment, which other software would resolve to another
 * path. */
static bool
has_dots(const char *path)
{
	while (*path == '/') {
		const size_t size = strcspn(++path, "/?");

		if ((size == 1 && path[0] == '.') ||
			(size == 2 && strncmp(path, "..", 2) == 0))
			return true;
		path += size;
	}
	return false;
}

const char *
document_address_fault(const char *url)
{
	const char *path;

	if (text_format_check(FORMAT_URI, url, strlen(url)) != NULL)
		return "it is not a well-formed URL without credentials";
	if (strchr(url, '#') != NULL)
		return "it has a fragment";
	path = strchr(url, ':') + 3;
	path += strcspn(path, "/?");
	if (path[0] != '/' || path[1] == '\0' || path[1] == '?')
		return "it has no path";
	return has_dots(path) ? "its path contains a dot segment" : NULL;
}

struct rows *
document_store(struct call *call, const struct document *document)
{
	const struct uuid id = id_new();
	int64_t keep_s = document->keep_s;

	if (keep_s < DOCUMENT_KEEP_MIN_S)
		keep_s = DOCUMENT_KEEP_MIN_S;
	if (keep_s > DOCUMENT_KEEP_MAX_S)
		keep_s = DOCUMENT_KEEP_MAX_S;
	return db_query(call, STORE, DB_UUID(&id), DB_TEXT(document->name),
		DB_TEXTS(document->redirect_uris), DB_FLAG(document->refreshes),
		DB_TEXT(document->url), DB_NUMBER(keep_s), client_new_network(call));
}

void
document_store_known(struct call *call, const struct text *url)
{
	struct text uris[KNOWN_URIS_MAX];
	struct document document = {.url = *url,
		.redirect_uris = {.presence = GIVEN, .items = uris},
		.refreshes = true,
		.keep_s = DOCUMENT_KEEP_MAX_S};

	for (size_t i = 0; i < COUNT_OF(known); i++) {
		if (strcmp(known[i].url, url->data) != 0)
			continue;
		if (db_query(call, IS_FRESH, DB_TEXT(*url))->count == 1)
			return;
		document.name = arena_text(call->arena, known[i].name);
		for (size_t j = 0; j < KNOWN_URIS_MAX; j++) {
			if (known[i].redirect_uris[j] != NULL)
				uris[document.redirect_uris.count++] = arena_text(
					call->arena, known[i].redirect_uris[j]);
		}
		document_store(call, &document);
	}
}
