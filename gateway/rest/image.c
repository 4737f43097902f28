/*
 * image.c - an image as the body of a request: its bytes, or a form with one file (RFC
 * 7578).
 *
 * The form is parsed strictly: it has exactly one part, named `file`, and ends with the
 * body. The image itself is not inspected here.
 */
#include "gateway/rest/image.h"

#include <string.h>
#include <strings.h>

#include "common/base/clock.h"
#include "gateway/core/request/media.h"
#include "gateway/rest/answer.h"
#include "gateway/rest/exchange.h"
#include "gateway/rest/input.h"
#include "proto/media/media.h"

#define FORM "multipart/form-data"

/* The most bytes that a form adds to its file. */
#define FORM_BYTES_MAX ((size_t)8 * 1024)

/* RFC 2046, section 5.1.1. */
#define BOUNDARY_MAX 70

/* How long an image waits for memory, and how often it checks. */
#define WAIT_FOR_ROOM_MS 15000
#define LOOK_FOR_ROOM_MS 20

#define DASHES "--"
#define LINE_END "\r\n"

static const char *const image_types[] = {
	"image/jpeg", "image/jpg", "image/png", "image/webp", "image/gif"};

/* A part of the body. */
struct span {
	const char *data;
	size_t size;
};

size_t
rest_image_bytes_max(const struct http_request *request)
{
	bool form = media_type_is(http_header(request, "Content-Type"), FORM);

	return (size_t)IMAGE_BYTES_MAX + (form ? FORM_BYTES_MAX : 0);
}

/* ---- memory ---- */

/* Reads the body once there is memory for all of it. */
static void
look_for_room(void *data)
{
	struct rest *rest = data;
	struct http_request *request = rest->request;
	const uint64_t announced = request->body_length;

	rest->waits = NULL;
	/* The reader refuses bodies that are too large; chunked ones have no announced
	 * size. */
	if (announced > request->body_bytes_max ||
		http_reserve_body(request, (size_t)announced)) {
		http_proceed(request);
	} else if (clock_monotonic_ms() < rest->waits_until_ms) {
		rest->waits =
			loop_after(request->loop, LOOK_FOR_ROOM_MS, look_for_room, rest);
	} else {
		rest_fail(rest, PROBLEM_SERVICE_UNAVAILABLE,
			"too many images are arriving at this moment");
	}
}

void
rest_image_wait(struct rest *rest)
{
	rest->waits_until_ms = clock_monotonic_ms() + WAIT_FOR_ROOM_MS;
	look_for_room(rest);
}

/* ---- the form ---- */

static void
break_off(struct rest_input *input, const char *detail)
{
	input->problem = PROBLEM_MALFORMED_REQUEST;
	input->detail = detail;
}

/* The size of a parameter's value with its quotes; 0 when it is invalid. */
static size_t
value_size(const char *value, const char *end)
{
	const char *at = value;

	if (at < end && *at == '"') {
		for (at++; at < end && *at != '"'; at++)
			at += *at == '\\' && at + 1 < end;
		return at < end && *at == '"' ? (size_t)(at - value) + 1 : 0;
	}
	while (at < end && strchr("; \t\"", *at) == NULL)
		at++;
	return (size_t)(at - value);
}

static const char *
skip(const char *at, const char *end, const char *characters)
{
	while (at < end && *at != '\0' && strchr(characters, *at) != NULL)
		at++;
	return at;
}

/* The value of a header's parameter, without quotes. False when it is absent,
 * duplicated, or any parameter is malformed: two readers must not disagree on what is a
 * value. */
static bool
parameter_of(const char *header, size_t size, const char *name, struct span *value)
{
	const size_t name_size = strlen(name);
	const char *end = header + size, *at = memchr(header, ';', size);
	bool found = false;

	while (at != NULL && (at = skip(at, end, "; \t")) < end) {
		const char *equals = memchr(at, '=', (size_t)(end - at));
		const size_t taken = equals == NULL ? 0 : value_size(equals + 1, end);

		if (taken == 0)
			return false;
		if ((size_t)(equals - at) == name_size &&
			strncasecmp(at, name, name_size) == 0) {
			const bool quoted = equals[1] == '"';

			/* Our values need no escapes. */
			if (found || memchr(equals + 1, '\\', taken) != NULL)
				return false;
			found = true;
			*value = (struct span){
				equals + 1 + quoted, taken - (quoted ? 2 : 0)};
		}
		at = skip(equals + 1 + taken, end, " \t");
		if (at < end && *at != ';')
			return false;
	}
	return found && value->size > 0;
}

/* The line that separates parts: CRLF, two dashes, and the boundary. */
static struct span
delimiter_of(struct arena *arena, const char *content_type)
{
	struct span boundary = {NULL, 0};
	char *line;

	if (!parameter_of(content_type, strlen(content_type), "boundary", &boundary) ||
		boundary.size > BOUNDARY_MAX)
		return (struct span){NULL, 0};
	line = arena_printf(
		arena, LINE_END DASHES "%.*s", (int)boundary.size, boundary.data);
	return (struct span){line, strlen(line)};
}

/* Moves behind a text; false when another text is there. */
static bool
take(struct span *rest, const char *text, size_t size)
{
	if (rest->size < size || memcmp(rest->data, text, size) != 0)
		return false;
	rest->data += size;
	rest->size -= size;
	return true;
}

/* Moves behind the first delimiter; a text before it is ignored (RFC 2046, section
 * 5.1.1). */
static bool
skip_preamble(struct span *rest, struct span delimiter)
{
	const char *found;

	if (take(rest, delimiter.data + 2, delimiter.size - 2))
		return true;
	found = memmem(rest->data, rest->size, delimiter.data, delimiter.size);
	return found != NULL && take(rest, rest->data, (size_t)(found - rest->data)) &&
		take(rest, delimiter.data, delimiter.size);
}

/* Whether a line is the header of that name; sets its value. */
static bool
is_header(const struct span *line, const char *name, struct span *value)
{
	const size_t size = strlen(name);

	if (line->size <= size || line->data[size] != ':' ||
		strncasecmp(line->data, name, size) != 0)
		return false;
	value->data = line->data + size + 1;
	value->size = line->size - size - 1;
	while (value->size > 0 && (*value->data == ' ' || *value->data == '\t')) {
		value->data++;
		value->size--;
	}
	return true;
}

/* Reads the headers of the part and the empty line. */
static bool
take_headers(struct arena *arena, struct span *rest, const char **type, bool *is_file)
{
	bool named = false;

	*is_file = false;
	*type = NULL;
	while (!take(rest, LINE_END, 2)) {
		const char *end = memmem(rest->data, rest->size, LINE_END, 2);
		struct span line = {rest->data, 0}, value, name;

		if (end == NULL ||
			memchr(rest->data, '\0', (size_t)(end - rest->data)) != NULL)
			return false;
		line.size = (size_t)(end - rest->data);
		if (is_header(&line, "Content-Disposition", &value)) {
			if (named)
				return false;
			named = true;
			*is_file = value.size > 9 &&
				strncasecmp(value.data, "form-data", 9) == 0 &&
				parameter_of(value.data, value.size, "name", &name) &&
				name.size == 4 && memcmp(name.data, "file", 4) == 0;
		} else if (is_header(&line, "Content-Type", &value)) {
			*type = arena_copy(arena, value.data, value.size);
		}
		take(rest, line.data, line.size);
		take(rest, LINE_END, 2);
	}
	return true;
}

/* Parses the form. */
static void
read_form(struct rest_input *input, const struct http_request *request)
{
	const struct span delimiter =
		delimiter_of(request->arena, http_header(request, "Content-Type"));
	struct span rest = {(const char *)request->body, request->body_size};
	const char *end;
	bool is_file;

	if (delimiter.size == 0) {
		break_off(input, "the form's Content-Type has no usable boundary");
		return;
	}
	if (!skip_preamble(&rest, delimiter) || !take(&rest, LINE_END, 2) ||
		!take_headers(request->arena, &rest, &input->image.type, &is_file)) {
		break_off(input, "the form is not well-formed");
		return;
	}
	end = memmem(rest.data, rest.size, delimiter.data, delimiter.size);
	if (end == NULL) {
		break_off(input, "the form ends before its last boundary");
		return;
	}
	input->image.data = rest.data;
	input->image.size = (size_t)(end - rest.data);
	rest.size -= input->image.size + delimiter.size;
	rest.data = end + delimiter.size;
	if (!take(&rest, DASHES, 2) || (rest.size > 0 && !take(&rest, LINE_END, 2)) ||
		rest.size > 0)
		break_off(input, "the form must have one part and nothing behind it");
	else if (!is_file)
		break_off(input, "the form's one part must have the name \"file\"");
}

/* ---- either body ---- */

void
rest_image_read(struct rest_input *input, const struct http_request *request)
{
	const char *type = http_header(request, "Content-Type");
	bool is_image = false;

	if (request->body_size == 0)
		return; /* a missing image is a fault of the input */
	if (media_type_is(type, FORM)) {
		read_form(input, request);
	} else {
		for (size_t i = 0; i < COUNT_OF(image_types); i++)
			is_image = is_image || media_type_is(type, image_types[i]);
		if (!is_image)
			input->problem = PROBLEM_UNSUPPORTED_MEDIA_TYPE;
		input->image = (struct image_body){
			.data = request->body, .size = request->body_size, .type = type};
	}
	if (input->problem == PROBLEM_NONE && input->image.size > IMAGE_BYTES_MAX)
		input->problem = PROBLEM_PAYLOAD_TOO_LARGE;
}
