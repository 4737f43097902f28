#include "services/identity/oauth/redirect.h"

#include <string.h>
#include <strings.h>

#include "common/text/text.h"
#include "proto/op.h"

#define SCHEME_SIZE_MAX 60

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* Schemes that browsers and operating systems handle themselves, so no program can own
 * them. */
static const char *const taken_schemes[] = {"about", "blob", "chrome", "chrome-extension",
	"content", "data", "file", "filesystem", "ftp", "ftps", "intent", "jar",
	"javascript", "mailto", "ms-its", "resource", "sms", "tel", "urn", "vbscript",
	"view-source", "ws", "wss", "x-apple.systempreferences"};

/* Private schemes of known apps. A scheme without a dot can be one that the operating
 * system handles, such as ms-appinstaller, so only these are accepted (RFC 8252, section
 * 7.1). */
static const char *const known_schemes[] = {"antigravity", "cherrystudio", "chatgpt",
	"claude", "code-oss", "codebuddy", "cursor", "goose", "kiro", "lmstudio",
	"mcpjam", "positron", "raycast", "trae", "vscode", "vscode-insiders", "vscodium",
	"warp", "windsurf", "windsurf-next", "workbuddy", "zed"};

/* The beginnings of the addresses at which known apps take an answer, beside
 * "SCHEME://oauth". Other addresses of these programs are commands: they open files, run
 * an installation or fill in a prompt. */
static const char *const known_callbacks[] = {
	"antigravity://oauth-success",
	"code-oss://vscode.github-authentication/",
	"cursor://anysphere.cursor-mcp/oauth/",
	"kiro://kiro.kiroagent/authenticate-success",
	"vscode://dynamicauthprovider/",
	"vscode://saoudrizwan.claude-dev/mcp-auth/callback/",
	"vscode://vscode.github-authentication/",
	"vscode-insiders://dynamicauthprovider/",
	"vscode-insiders://saoudrizwan.claude-dev/mcp-auth/callback/",
	"vscode-insiders://vscode.github-authentication/",
	"vscodium://vscode.github-authentication/",
	"warp://mcp/oauth2callback",
	"windsurf://codeium.windsurf/callback",
	"windsurf://codeium.windsurf/oauth/callback",
	"windsurf-next://codeium.windsurf/callback",
	"windsurf-next://codeium.windsurf/oauth/callback",
};

/* The length of the scheme, such as "https" or "cursor"; 0 when there is none (RFC 3986,
 * section 3.1). */
static size_t
scheme_size(const char *uri)
{
	static const char others[] = "0123456789+-.";
	size_t size = strspn(uri, letters);

	if (size == 0)
		return 0;
	while (uri[size] != '\0' &&
		(strchr(letters, uri[size]) != NULL || strchr(others, uri[size]) != NULL))
		size++;
	return uri[size] == ':' && size <= SCHEME_SIZE_MAX ? size : 0;
}

static bool
scheme_is(const char *uri, const char *scheme)
{
	size_t size = scheme_size(uri);

	return size == strlen(scheme) && strncasecmp(uri, scheme, size) == 0;
}

static bool
is_one_of(const char *uri, const char *const *schemes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (scheme_is(uri, schemes[i]))
			return true;
	}
	return false;
}

/* What schemes of operating systems begin with, such as "microsoft.windows.camera". */
static const char *const systems[] = {"microsoft.", "ms.", "windows."};

/* Whether the scheme is a reversed domain name of an app: a top-level domain, which has
 * letters only, and further labels. "ms-appinstaller." is none. */
static bool
is_reversed_domain(const char *uri)
{
	const size_t size = scheme_size(uri);
	const size_t top = strspn(uri, letters);

	for (size_t i = 0; i < COUNT_OF(systems); i++) {
		if (strncasecmp(uri, systems[i], strlen(systems[i])) == 0)
			return false;
	}
	return top >= 2 && top < size && uri[top] == '.' && uri[size - 1] != '.' &&
		memmem(uri, size, "..", 2) == NULL;
}

/* Whether a URI with the scheme of a known app is one at which it takes an answer. */
static bool
is_known_callback(const char *uri)
{
	static const char usual[] = "://oauth";
	const char *rest = uri + scheme_size(uri);

	if (strstr(uri, "..") != NULL || strcasestr(uri, "%2e") != NULL)
		return false;
	if (strncasecmp(rest, usual, strlen(usual)) == 0 &&
		strchr("/?", rest[strlen(usual)]) != NULL)
		return true;
	for (size_t i = 0; i < COUNT_OF(known_callbacks); i++) {
		const size_t size = strlen(known_callbacks[i]);

		if (strncasecmp(uri, known_callbacks[i], size) == 0)
			return true;
	}
	return false;
}

/* The fault of a scheme that more than one program, or another address of it, can own;
 * NULL when it is a reversed domain name or the callback of a known app. */
static const char *
owner_fault(const char *uri)
{
	if (is_reversed_domain(uri))
		return NULL;
	if (!is_one_of(uri, known_schemes, COUNT_OF(known_schemes)))
		return "its scheme must be a reversed domain name, such as "
		       "com.example.app";
	return is_known_callback(uri)
		? NULL
		: "its scheme is that of a known app, but the app takes no answer at "
		  "this address; use the address in the app's documentation";
}

/* Finds the host of an http or https URL, without its port. Returns its size. */
static size_t
host_of(const char *uri, const char **host)
{
	const char *bracket;

	*host = uri + scheme_size(uri) + 3;
	bracket = **host == '[' ? strchr(*host, ']') : NULL;
	return bracket != NULL ? (size_t)(bracket - *host) + 1 : strcspn(*host, ":/?");
}

bool
redirect_is_loopback(const char *uri)
{
	static const char *const hosts[] = {"localhost", "127.0.0.1", "[::1]"};
	const char *host;
	size_t size;

	if (!scheme_is(uri, "http"))
		return false;
	size = host_of(uri, &host);
	for (size_t i = 0; i < COUNT_OF(hosts); i++) {
		if (strlen(hosts[i]) == size && strncasecmp(host, hosts[i], size) == 0)
			return true;
	}
	return false;
}

bool
redirect_is_private(const char *uri)
{
	return !scheme_is(uri, "https") && !scheme_is(uri, "http");
}

/* Checks a URL with a program's own scheme. The rest is up to the program, but must not
 * contain credentials. */
static const char *
private_fault(const char *uri, bool checked)
{
	const char *rest = uri + scheme_size(uri) + 1;

	if (is_one_of(uri, taken_schemes, COUNT_OF(taken_schemes)))
		return "its scheme is reserved and cannot belong to a program";
	if (!checked && owner_fault(uri) != NULL)
		return owner_fault(uri);
	if (rest[0] != '/')
		return "a slash must follow its scheme";
	if (rest[1] == '/' && memchr(rest + 2, '@', strcspn(rest + 2, "/?")) != NULL)
		return "it contains credentials";
	return NULL;
}

const char *
redirect_fault(const char *uri, bool checked)
{
	for (const char *next = uri; *next != '\0'; next++) {
		if (*next <= ' ' || *next > '~' || strchr("\"<>\\^`{|}", *next) != NULL)
			return "it contains a character that must be percent-encoded";
	}
	if (scheme_size(uri) == 0)
		return "it is not an absolute URL";
	if (strchr(uri, '#') != NULL)
		return "it has a fragment";
	if (redirect_is_private(uri))
		return private_fault(uri, checked);
	if (text_format_check(FORMAT_URI, uri, strlen(uri)) != NULL)
		return "it is not a well-formed URL without credentials";
	if (scheme_is(uri, "http") && !redirect_is_loopback(uri))
		return "http is allowed for the member's own machine only "
		       "(localhost, 127.0.0.1, [::1])";
	return NULL;
}

bool
redirect_matches(const char *registered, const char *asked)
{
	const char *host, *asked_host;
	size_t size, asked_size;

	if (strcmp(registered, asked) == 0)
		return true;
	if (!redirect_is_loopback(registered) || !redirect_is_loopback(asked) ||
		redirect_fault(asked, true) != NULL)
		return false;
	size = host_of(registered, &host) + (size_t)(host - registered);
	asked_size = host_of(asked, &asked_host) + (size_t)(asked_host - asked);
	if (size != asked_size || strncmp(registered, asked, size) != 0)
		return false;
	registered += size;
	asked += size;
	registered += *registered == ':' ? strcspn(registered, "/?") : 0;
	asked += *asked == ':' ? strcspn(asked, "/?") : 0;
	return strcmp(registered, asked) == 0;
}

const char *
redirect_host(struct arena *arena, const char *uri)
{
	const char *host;
	size_t size;

	if (redirect_is_private(uri))
		return arena_copy(arena, uri, scheme_size(uri) + 1);
	size = host_of(uri, &host);
	return arena_copy(arena, host, size);
}

void
redirect_begin(struct buffer *out, const char *uri)
{
	buffer_append(out, uri, strlen(uri));
}

void
redirect_add(struct buffer *out, const char *name, const struct text *value)
{
	static const char plain[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
	static const char digits[] = "0123456789ABCDEF";
	bool queried = memchr(out->data, '?', out->size) != NULL;

	if (value->presence != GIVEN)
		return;
	buffer_append(out, queried ? "&" : "?", 1);
	buffer_append(out, name, strlen(name));
	buffer_append(out, "=", 1);
	for (uint32_t i = 0; i < value->size; i++) {
		const unsigned char byte = (unsigned char)value->data[i];
		const char escaped[] = {'%', digits[byte >> 4], digits[byte & 15]};

		if (strchr(plain, byte) != NULL && byte != '\0')
			buffer_append(out, &byte, 1);
		else
			buffer_append(out, escaped, sizeof(escaped));
	}
}

void
redirect_add_string(struct buffer *out, const char *name, const char *value)
{
	const struct text text = {value != NULL ? GIVEN : ABSENT,
		value != NULL ? (uint32_t)strlen(value) : 0, value};

	redirect_add(out, name, &text);
}

const char *
redirect_end(struct buffer *out)
{
	buffer_append(out, "", 1);
	return (const char *)out->data;
}
