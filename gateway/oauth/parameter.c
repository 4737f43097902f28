/*
 * parameter.c - parameters of clients (RFC 6749, section 3.1): an empty one counts as
 * missing, and none may be repeated.
 */
#include <string.h>
#include <strings.h>

#include "common/secret/secret.h"
#include "common/wire/wire.h"
#include "gateway/core/request/media.h"
#include "gateway/http/path.h"
#include "gateway/oauth/inside.h"

/* Reads the pairs of the body; false when it is not a form. */
static bool
read_pairs(struct oauth *oauth)
{
	const struct http_request *request = oauth->request;

	oauth->parameters = NULL;
	oauth->parameter_count = 0;
	if (request->body_size == 0)
		return true;
	return memchr(request->body, '\0', request->body_size) == NULL &&
		http_path_read_pairs(oauth->arena,
			arena_copy(oauth->arena, request->body, request->body_size),
			&oauth->parameters, &oauth->parameter_count);
}

bool
oauth_read_body(struct oauth *oauth)
{
	const char *type = http_header(oauth->request, "Content-Type");

	if (!media_type_is(type, "application/x-www-form-urlencoded")) {
		oauth_refuse(oauth, OAUTH_INVALID_REQUEST,
			"The body must be application/x-www-form-urlencoded");
		return false;
	}
	if (read_pairs(oauth))
		return true;
	oauth_refuse(oauth, OAUTH_INVALID_REQUEST, "The body is not a valid form");
	return false;
}

bool
oauth_read_form(struct oauth *oauth)
{
	struct oauth_fault fault;

	if (!oauth_read_body(oauth))
		return false;
	fault = oauth_repeated(oauth);
	if (fault.error == OAUTH_NONE)
		return true;
	oauth_refuse(oauth, fault.error, fault.description);
	return false;
}

/* Whether two pairs give one parameter two values. Empty values do not count, and
 * `resource` may be repeated. */
static bool
clash(const struct http_parameter *one, const struct http_parameter *other)
{
	return one->value.size > 0 && other->value.size > 0 &&
		strcmp(one->name.data, other->name.data) == 0 &&
		(strcmp(one->name.data, "resource") != 0 ||
			strcmp(one->value.data, other->value.data) != 0);
}

bool
oauth_is_repeated(const struct oauth *oauth, const char *name)
{
	const struct http_parameter *list = oauth->parameters;

	for (size_t i = 0; i < oauth->parameter_count; i++) {
		if (name != NULL && strcmp(list[i].name.data, name) != 0)
			continue;
		for (size_t j = 0; j < i; j++) {
			if (clash(&list[i], &list[j]))
				return true;
		}
	}
	return false;
}

struct oauth_fault
oauth_repeated(const struct oauth *oauth)
{
	if (oauth_is_repeated(oauth, "resource"))
		return (struct oauth_fault){
			OAUTH_INVALID_REQUEST, "A token can be for one resource only"};
	if (oauth_is_repeated(oauth, NULL))
		return (struct oauth_fault){
			OAUTH_INVALID_REQUEST, "A parameter is repeated"};
	return (struct oauth_fault){.error = OAUTH_NONE};
}

struct text
oauth_parameter(const struct oauth *oauth, const char *name)
{
	for (size_t i = 0; i < oauth->parameter_count; i++) {
		const struct http_parameter *parameter = &oauth->parameters[i];

		if (strcmp(parameter->name.data, name) == 0 && parameter->value.size > 0)
			return parameter->value;
	}
	return (struct text){ABSENT, 0, ""};
}

size_t
oauth_put(struct buffer *map, const struct oauth *oauth, const struct oauth_name *names,
	size_t count)
{
	size_t pairs = 0;

	for (size_t i = 0; i < count; i++) {
		struct text value = oauth_parameter(oauth, names[i].parameter);

		if (value.presence != GIVEN)
			continue;
		wire_cstring(map, names[i].field);
		wire_string(map, value.data, value.size);
		pairs++;
	}
	return pairs;
}

size_t
oauth_put_members(struct buffer *map, const json_t *object,
	const struct oauth_name *names, size_t count)
{
	size_t pairs = 0;

	for (size_t i = 0; i < count; i++) {
		const json_t *value = json_object_get(object, names[i].parameter);

		if (value == NULL || json_is_null(value))
			continue;
		wire_cstring(map, names[i].field);
		json_to_wire(map, value);
		pairs++;
	}
	return pairs;
}

/* "id:secret" in base64, both encoded as in a form (RFC 6749, section 2.3.1). */
static bool
read_basic(struct arena *arena, const char *encoded, struct http_parameter *both)
{
	char *safe = arena_copy(arena, encoded, strlen(encoded));
	size_t size = strlen(safe), count = 0;
	struct http_parameter *pairs = NULL;
	char *plain, *colon;

	while (size > 0 && safe[size - 1] == '=')
		size--;
	for (size_t i = 0; i < size; i++) {
		if (safe[i] == '+')
			safe[i] = '-';
		else if (safe[i] == '/')
			safe[i] = '_';
	}
	plain = (char *)base64url_decode(arena, safe, size, &size);
	if (plain == NULL || memchr(plain, '\0', size) != NULL)
		return false;
	plain = arena_copy(arena, plain, size);
	colon = strchr(plain, ':');
	if (colon == NULL || strpbrk(plain, "&=") != NULL)
		return false;
	*colon = '=';
	if (!http_path_read_pairs(arena, plain, &pairs, &count) || count != 1)
		return false;
	*both = pairs[0];
	return true;
}

int
oauth_put_client(struct buffer *map, struct oauth *oauth)
{
	static const struct oauth_name names[] = {
		{"client_id", "clientId"}, {"client_secret", "clientSecret"}};
	const char *header = http_header(oauth->request, "Authorization");
	struct text id = oauth_parameter(oauth, "client_id");
	struct http_parameter both;

	if (header == NULL)
		return (int)oauth_put(map, oauth, names, COUNT_OF(names));
	if (strncasecmp(header, "Basic ", 6) != 0 ||
		!read_basic(oauth->arena, header + 6 + strspn(header + 6, " "), &both)) {
		oauth_refuse(oauth, OAUTH_INVALID_CLIENT,
			"The Authorization header is malformed");
		return -1;
	}
	if (oauth_parameter(oauth, "client_secret").presence == GIVEN ||
		(id.presence == GIVEN && strcmp(id.data, both.name.data) != 0)) {
		oauth_refuse(oauth, OAUTH_INVALID_REQUEST,
			"The client is identified in two different ways");
		return -1;
	}
	wire_cstring(map, "clientId");
	wire_string(map, both.name.data, both.name.size);
	wire_cstring(map, "clientSecret");
	wire_string(map, both.value.data, both.value.size);
	return 2;
}
