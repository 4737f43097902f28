#include "common/config/rules.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "common/text/network.h"
#include "common/text/text.h"

#define TOKEN_BYTES_MIN 20

/* The setting that a default refers to. */
static const struct field *
field_named(const char *name, size_t size)
{
	const struct field *field = record_field(&config_record, name, size);

	if (field == NULL)
		abort();
	return field;
}

/* The text of a default: a JSON string without its quotes, or a number. */
static const char *
plain_default(struct arena *arena, const struct field *field)
{
	size_t size = strlen(field->fallback);

	if (field->fallback[0] != '"')
		return field->fallback;
	return arena_copy(arena, field->fallback + 1, size - 2);
}

/* Makes a path absolute, because processes may start in different folders. */
static const char *
absolute(struct arena *arena, const char *path)
{
	char *here;
	const char *whole;

	if (path[0] == '/')
		return path;
	here = getcwd(NULL, 0);
	if (here == NULL)
		abort();
	whole = arena_printf(arena, "%s%s%s", here, here[1] ? "/" : "", path);
	free(here);
	return whole;
}

/* Appends a value, with percent-encoding inside the query of a URL. */
static void
append_value(struct buffer *out, const char *value, bool in_query)
{
	for (; *value; value++) {
		unsigned char byte = (unsigned char)*value;

		if (in_query && !isalnum(byte) && strchr("/._~-", byte) == NULL) {
			const char *escaped = arena_printf(out->arena, "%%%02X", byte);

			buffer_append(out, escaped, 3);
		} else {
			buffer_append(out, &byte, 1);
		}
	}
}

/* Expands the variables in a default. The references form no cycle. */
static const char *
expand(struct arena *arena, const char *pattern, const char **fault)
{
	struct buffer out = {.arena = arena};
	bool in_query = false;

	while (*pattern) {
		size_t length = 0;
		const struct field *field;
		const char *value;

		if (*pattern != '$') {
			in_query |= *pattern == '?';
			buffer_append(&out, pattern++, 1);
			continue;
		}
		pattern++;
		while (isupper((unsigned char)pattern[length]) || pattern[length] == '_')
			length++;
		field = field_named(pattern, length);
		value = config_text_of(arena, field, fault);
		if (value == NULL)
			value = plain_default(arena, field);
		if (strcmp(field->name, "KITH_RUN_DIR") == 0)
			value = absolute(arena, value);
		append_value(&out, value, in_query);
		pattern += length;
	}
	return arena_copy(arena, out.data, out.size);
}

const char *
config_text_of(struct arena *arena, const struct field *field, const char **fault)
{
	const char *set = getenv(field->name);

	if (set == NULL || *set == '\0')
		set = config_text_of_file(arena, field, fault);
	if (set != NULL && *set != '\0')
		return set;
	if (field->fallback != NULL && strchr(field->fallback, '$'))
		return expand(arena, plain_default(arena, field), fault);
	return NULL;
}

/* The setting that contains a control character, or NULL. A line break would split
 * headers and mails that contain the value. */
static const char *
with_control(const struct config *config)
{
	for (size_t i = 0; i < config_record.count; i++) {
		const struct field *field = &config_record.fields[i];
		const struct text *text =
			(const void *)((const char *)config + field->offset);

		if (field->type != FIELD_TEXT)
			continue;
		for (uint32_t j = 0; j < text->size; j++) {
			if (iscntrl((unsigned char)text->data[j]))
				return field->name;
		}
	}
	return NULL;
}

/* The part after http:// or https:// (lower case), or NULL. */
static const char *
after_scheme(const char *url)
{
	if (strncmp(url, "https://", 8) == 0)
		return url + 8;
	return strncmp(url, "http://", 7) == 0 ? url + 7 : NULL;
}

/* Whether a URL is only scheme, host and port. */
static bool
is_origin(const char *url)
{
	const char *host = after_scheme(url);

	return host != NULL && strpbrk(host, "/?#") == NULL;
}

/* Whether the host of an origin is this machine: a loopback address, or localhost, which
 * always resolves to one (RFC 6761, section 6.3). */
static bool
is_loopback(struct arena *arena, const char *origin)
{
	static const char name[] = "localhost";
	const char *host = after_scheme(origin);
	size_t size = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
	size_t at = size < strlen(name) ? 0 : size - strlen(name);
	struct in_addr four;

	host = arena_copy(arena, host, size);
	if (inet_pton(AF_INET, host, &four) == 1)
		return ntohl(four.s_addr) >> 24 == IN_LOOPBACKNET;
	return strcmp(host, "[::1]") == 0 ||
		(strcasecmp(host + at, name) == 0 && (at == 0 || host[at - 1] == '.'));
}

/* Whether sessions would travel unencrypted without the operator's consent. */
static bool
is_exposed(struct arena *arena, const struct config *config)
{
	return strncmp(config->base_url.data, "https:", 6) != 0 &&
		strcmp(config->plain_http.data, "on") != 0 &&
		!is_loopback(arena, config->base_url.data);
}

/* What is wrong with the social provider's URL, or NULL. */
static const char *
social_url_broken(struct arena *arena, const char *url)
{
	if (*url == '\0')
		return NULL;
	if (!is_origin(url) || strchr(url, '@') != NULL)
		return "KITH_SOCIAL_URL must be an origin: https://, a host, an optional "
		       "port, and no slash at the end";
	if (strncmp(url, "https:", 6) != 0 && !is_loopback(arena, url))
		return "KITH_SOCIAL_URL must begin with https://, unless the server is "
		       "on this machine";
	return NULL;
}

/* Whether PostgreSQL accepts a name without quotes. */
static bool
is_role_prefix(const char *text)
{
	if (!islower((unsigned char)*text) && *text != '_')
		return false;
	return text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

static bool
is_address(const char *text)
{
	unsigned char address[sizeof(struct in6_addr)];

	return inet_pton(AF_INET, text, address) == 1 ||
		inet_pton(AF_INET6, text, address) == 1;
}

/* What is wrong with the address of the gateway and those of its proxies, or NULL. */
static const char *
listen_fault(struct arena *arena, const struct config *config)
{
	const char *list = config->trusted_proxies.data, *data;
	struct network network;
	size_t size;

	if (!is_address(config->listen.data))
		return "KITH_LISTEN must be an IPv4 or IPv6 address";
	while (*config->trusted_proxies.data != '\0' &&
		network_next(&list, &data, &size)) {
		if (!network_parse(data, size, &network))
			return arena_printf(arena,
				"KITH_TRUSTED_PROXIES must be addresses or networks, "
				"such as 10.0.0.0/8, separated by commas; \"%.*s\" is "
				"neither",
				(int)size, data);
	}
	return NULL;
}

/* What is wrong with the settings of the metrics, or NULL. Metrics are readable only on
 * the loopback address or with a token. */
static const char *
operations_fault(const struct config *config)
{
	const char *listen = config->operations_listen.data;

	if (!is_address(listen))
		return "KITH_OPERATIONS_LISTEN must be an IPv4 or IPv6 address";
	if (config->metrics_token.size > 0 &&
		config->metrics_token.size < TOKEN_BYTES_MIN)
		return "KITH_METRICS_TOKEN must have at least 20 characters";
	if (config->operations_port.value != 0 && config->metrics_token.size == 0 &&
		strncmp(listen, "127.", 4) != 0 && strcmp(listen, "::1") != 0)
		return "KITH_OPERATIONS_LISTEN is not a loopback address, so anyone "
		       "could read the metrics: set KITH_METRICS_TOKEN";
	return NULL;
}

/* Whether a text is a mailbox; the host needs no dot, as in kith@localhost. */
static bool
is_mailbox(const char *text)
{
	const char *at = strchr(text, '@');

	return at != NULL && at != text && at[1] && strpbrk(text, " <>\",;:\\") == NULL &&
		strchr(at + 1, '@') == NULL;
}

/* Whether a text is a URI that RFC 9116 accepts as a contact. */
static bool
is_contact(const char *text)
{
	static const char *const schemes[] = {"mailto:", "https://", "tel:"};

	for (size_t i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
		if (strncmp(text, schemes[i], strlen(schemes[i])) == 0)
			return text[strlen(schemes[i])] != '\0' &&
				strpbrk(text, " <>\"") == NULL;
	}
	return false;
}

static const char *
store_broken(const struct config *config)
{
	if (config->s3_url.size > 0 &&
		(config->s3_access_key.size == 0 || config->s3_secret_key.size == 0))
		return "KITH_S3_URL needs KITH_S3_ACCESS_KEY and KITH_S3_SECRET_KEY";
	if (config->backup_url.size > 0 &&
		(config->backup_access_key.size == 0 ||
			config->backup_secret_key.size == 0))
		return "KITH_BACKUP_S3_URL needs KITH_BACKUP_S3_ACCESS_KEY and "
		       "KITH_BACKUP_S3_SECRET_KEY";
	return NULL;
}

const char *
config_rule_broken(struct arena *arena, const struct config *config)
{
	const char *smtp = config->smtp_url.data, *contact = config->contact.data;
	const char *control = with_control(config);
	const char *exposed;

	if (control != NULL)
		return arena_printf(
			arena, "%s must not contain control characters", control);
	if (listen_fault(arena, config) != NULL)
		return listen_fault(arena, config);
	if (!is_origin(config->base_url.data))
		return "KITH_BASE_URL must be an origin: http:// or https://, a host, an "
		       "optional port, and no slash at the end";
	if (is_exposed(arena, config))
		return "KITH_BASE_URL begins with http:// and is not on this machine, so "
		       "passwords and sessions would travel unencrypted: use https://, "
		       "or accept this with KITH_PLAIN_HTTP=on";
	if (strstr(config->bus.data, "://") == NULL)
		return "KITH_BUS must contain addresses such as "
		       "ipc:///run/kith/{service}.ipc";
	if (strstr(config->bus_listen.data, "://") == NULL)
		return "KITH_BUS_LISTEN must be an address such as "
		       "ipc:///run/kith/{service}.ipc";
	if (strcmp(config->bus_transport.data, "nng") == 0 &&
		(strstr(config->bus.data, "tls+tcp://") != NULL ||
			strstr(config->bus_listen.data, "tls+tcp://") != NULL))
		return "KITH_BUS_TRANSPORT=nng does not support tls+tcp:// addresses: "
		       "use the default, KITH_BUS_TRANSPORT=sp";
	exposed = config_bus_exposed(arena, config);
	if (exposed != NULL)
		return arena_printf(arena,
			"%s has an address that is neither on this machine nor "
			"encrypted: use tls+tcp://, or set KITH_BUS_PLAIN=on if the "
			"network encrypts",
			exposed);
	if (*smtp && strncmp(smtp, "smtp://", 7) != 0 &&
		strncmp(smtp, "smtps://", 8) != 0)
		return "KITH_SMTP_URL must begin with smtp:// or smtps://";
	if (store_broken(config) != NULL)
		return store_broken(config);
	if (strcmp(config->database_pooler.data, "on") == 0 &&
		config->database_direct_url.size == 0)
		return "KITH_DATABASE_POOLER=on needs KITH_DATABASE_DIRECT_URL, because "
		       "a pooler does not forward notifications";
	if (social_url_broken(arena, config->social_url.data) != NULL)
		return social_url_broken(arena, config->social_url.data);
	if (config->accent.size > 0 &&
		text_format_check(
			FORMAT_COLOR, config->accent.data, config->accent.size) != NULL)
		return "KITH_ACCENT must be a color as # and six hex digits";
	if (*contact && !is_mailbox(contact) && strncmp(contact, "https://", 8) != 0)
		return "KITH_CONTACT must be an e-mail address, or begin with https://";
	if (!is_mailbox(config->mail_from.data))
		return "KITH_MAIL_FROM must be an e-mail address";
	if (config->security_contact.size > 0 &&
		!is_contact(config->security_contact.data))
		return "KITH_SECURITY_CONTACT must be a URI that begins with mailto:, "
		       "https:// or tel:";
	if (operations_fault(config))
		return operations_fault(config);
	if (!is_role_prefix(config->role_prefix.data))
		return "KITH_DATABASE_ROLE_PREFIX must consist of lower-case letters, "
		       "digits and underscores, and must not begin with a digit";
	return NULL;
}
