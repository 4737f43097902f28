/* head.c - from what libmicrohttpd read to what the handler sees. */
#include <string.h>
#include <strings.h>

#include "gateway/http/path.h"
#include "gateway/http/server.h"

/* Takes one header; counts also those that are too many to be kept. */
static enum MHD_Result
collect(void *data, enum MHD_ValueKind kind, const char *name, size_t name_size,
	const char *value, size_t value_size)
{
	struct http_task *task = data;

	(void)kind;
	if (task->head.field_count < HTTP_FIELDS_MAX)
		task->fields[task->head.field_count] = (struct http_field){.name = name,
			.name_size = name_size,
			.value = value != NULL ? value : "",
			.value_size = value_size};
	task->head.field_count++;
	return MHD_YES;
}

void
http_head_collect(struct http_task *task, const char *method, const char *version)
{
	struct MHD_Connection *mhd = task->connection->mhd;
	const union MHD_ConnectionInfo *info;

	task->head.method = method;
	task->head.version = version;
	MHD_get_connection_values_n(mhd, MHD_HEADER_KIND, collect, task);
	if (!task->connection->server->layout_known)
		return;
	info = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
	task->head.received = info->header_size;
}

/* The address of the client, through the proxies that are trusted. */
static struct text
client_address(struct http_task *task)
{
	const struct http_connection *connection = task->connection;
	const struct http_proxies *proxies = &connection->server->proxies;
	const char *lines[HTTP_FIELDS_MAX];
	size_t line_count = 0;
	struct in6_addr client;

	if (proxies->count == 0)
		return http_address_text(task->request.arena, &connection->address);
	for (size_t i = 0; i < task->head.field_count; i++) {
		if (strcasecmp(task->fields[i].name, "X-Forwarded-For") == 0)
			lines[line_count++] = task->fields[i].value;
	}
	client = http_address_forwarded(proxies, &connection->address, lines, line_count);
	return http_address_text(task->request.arena, &client);
}

/* The method by its name; HEAD and OPTIONS are none of an operation. */
static enum method
method_of(const char *verb)
{
	for (int method = METHOD_NONE + 1; method < METHOD_COUNT; method++) {
		if (strcmp(verb, method_names[method]) == 0)
			return (enum method)method;
	}
	return METHOD_NONE;
}

/* A copy of a text in the request's memory, which grows by that. */
static const char *
keep(struct http_task *task, const char *text, size_t size)
{
	char *copy = arena_alloc(task->request.arena, size + 1);

	memcpy(copy, text, size);
	task->head_bytes += size + 1;
	return copy;
}

/* Has the request own its head: it may outlive the connection (left.c), and libmicrohttpd's memory
 * with that. */
static void
keep_head(struct http_task *task)
{
	task->head.method = keep(task, task->head.method, strlen(task->head.method));
	for (size_t i = 0; i < task->head.field_count; i++) {
		struct http_field *field = &task->fields[i];

		field->name = keep(task, field->name, field->name_size);
		field->value = keep(task, field->value, field->value_size);
	}
}

void
http_head_describe(struct http_task *task)
{
	struct http_request *request = &task->request;

	keep_head(task);
	request->verb = task->head.method;
	request->method = method_of(task->head.method);
	request->address = client_address(task);
	request->body_announced = task->framing.length > 0;
	request->body_length = task->framing.length;
	http_path_take_apart(request, task->head.target);
}

void
http_head_describe_refused(struct http_task *task)
{
	struct http_request *request = &task->request;

	request->verb = http_vet_method(task->head.method) ? task->head.method : "";
	request->path = "/";
	request->path_malformed = true;
	request->address = http_address_text(request->arena, &task->connection->address);
}

const char *
http_header(const struct http_request *request, const char *name)
{
	const struct http_task *task = (const struct http_task *)request;
	const struct http_field *field = http_vet_find(&task->head, name);

	return field != NULL ? field->value : NULL;
}
