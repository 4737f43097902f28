/* head.c - from what libmicrohttpd read to what the handler sees. */
#include "gateway/http/request.h"

#include <string.h>
#include <strings.h>

#include "gateway/http/library.h"
#include "gateway/http/path.h"

/* Takes one header. Those beyond the limit are only counted. */
static enum MHD_Result
collect(void *data, enum MHD_ValueKind kind, const char *name, size_t name_size,
	const char *value, size_t value_size)
{
	struct http_active *active = data;

	(void)kind;
	if (active->head.field_count < HTTP_FIELDS_MAX)
		active->fields[active->head.field_count] =
			(struct http_field){.name = name,
				.name_size = name_size,
				.value = value != NULL ? value : "",
				.value_size = value_size};
	active->head.field_count++;
	return MHD_YES;
}

void
http_head_collect(struct http_active *active, const char *method, const char *version)
{
	struct MHD_Connection *mhd = active->connection->mhd;
	const union MHD_ConnectionInfo *info;

	active->head.method = method;
	active->head.version = version;
	active->head.trims = http_library_trims();
	MHD_get_connection_values_n(mhd, MHD_HEADER_KIND, collect, active);
	if (!active->all->layout_known)
		return;
	info = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
	active->head.received = info->header_size;
}

/* Collects the lines of a header. */
static size_t
lines_of(const struct http_active *active, const char *name, const char **lines)
{
	size_t count = 0;

	for (size_t i = 0; i < active->head.field_count; i++) {
		if (strcasecmp(active->fields[i].name, name) == 0)
			lines[count++] = active->fields[i].value;
	}
	return count;
}

/* The address of the client, behind the trusted proxies. Forwarded counts only without
 * X-Forwarded-For: a proxy that writes one of them may pass on the other as the client
 * sent it. */
static struct text
client_address(struct http_active *active)
{
	const struct http_connection *connection = active->connection;
	const struct http_proxies *proxies = &connection->all->proxies;
	const char *lines[HTTP_FIELDS_MAX];
	struct http_forwarded forwarded = {.lines = lines};
	struct in6_addr client;

	if (proxies->count == 0)
		return http_address_text(active->request.arena, &connection->address);
	forwarded.count = lines_of(active, "X-Forwarded-For", lines);
	forwarded.pairs = forwarded.count == 0;
	if (forwarded.pairs)
		forwarded.count = lines_of(active, "Forwarded", lines);
	client = http_address_forwarded(proxies, &connection->address, &forwarded);
	return http_address_text(active->request.arena, &client);
}

/* The method of that name; METHOD_NONE for HEAD and OPTIONS. */
static enum method
method_of(const char *verb)
{
	for (int method = METHOD_NONE + 1; method < METHOD_COUNT; method++) {
		if (strcmp(verb, method_names[method]) == 0)
			return (enum method)method;
	}
	return METHOD_NONE;
}

/* Copies the values that have blanks after them; the blanks are not part of them (RFC
 * 9110, section 5.5). */
static void
trim_values(struct http_active *active)
{
	for (size_t i = 0; i < active->head.field_count; i++) {
		struct http_field *field = &active->fields[i];
		const size_t size = http_vet_value_size(field);

		if (size == field->value_size)
			continue;
		field->value = arena_copy(active->request.arena, field->value, size);
		field->value_size = size;
	}
}

void
http_head_describe(struct http_active *active)
{
	struct http_request *request = &active->request;

	trim_values(active);
	request->verb = active->head.method;
	request->method = method_of(active->head.method);
	request->address = client_address(active);
	request->body_announced = active->framing.length > 0;
	request->body_length = active->framing.length;
	http_path_take_apart(request, http_vet_path(active->head.target));
}

void
http_head_describe_refused(struct http_active *active)
{
	struct http_request *request = &active->request;

	const char *method = active->head.method;

	request->verb = method != NULL && http_vet_method(method) ? method : "";
	request->path = "/";
	request->path_malformed = true;
	request->address =
		http_address_text(request->arena, &active->connection->address);
}

const char *
http_header(const struct http_request *request, const char *name)
{
	const struct http_active *active = (const struct http_active *)request;
	const struct http_field *field = http_vet_find(&active->head, name);

	return field != NULL ? field->value : NULL;
}
