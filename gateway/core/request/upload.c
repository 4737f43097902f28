#include "gateway/core/request/upload.h"

#include <string.h>
#include <strings.h>

#include "common/base/clock.h"
#include "common/base/loop.h"

/* RFC 2046, section 5.1.1. */
#define BOUNDARY_MAX 70

/* How long an image waits for memory, and how often it checks. */
#define WAIT_FOR_ROOM_MS 15000
#define LOOK_FOR_ROOM_MS 20

/* After this time an upload may take the place of one of the member whose uploads hold
 * most memory: idle ones must not keep others out. */
#define PATIENCE_MS 2000

#define DASHES "--"
#define LINE_END "\r\n"

/* A part of the body. */
struct span {
	const char *data;
	size_t size;
};

/* ---- memory ---- */

static void
look_for_room(void *data)
{
	struct upload_wait *wait = data;
	struct http_request *request = wait->request;
	/* A body in chunks announces no size, and may be as large as any. */
	const uint64_t bytes = request->body_length == UINT64_MAX
		? request->body_bytes_max
		: request->body_length;
	const int64_t now_ms = clock_monotonic_ms();

	wait->timer = NULL;
	/* The reader refuses bodies that are too large. */
	if (bytes > request->body_bytes_max ||
		http_reserve_body(request, wait->member, (size_t)bytes,
			now_ms >= wait->until_ms - WAIT_FOR_ROOM_MS + PATIENCE_MS))
		http_proceed(request);
	else if (now_ms < wait->until_ms)
		wait->timer =
			loop_after(request->loop, LOOK_FOR_ROOM_MS, look_for_room, wait);
	else
		wait->refuse(wait->data);
}

void
upload_wait_begin(struct upload_wait *wait, struct http_request *request,
	const struct uuid *member, void (*refuse)(void *data), void *data)
{
	*wait = (struct upload_wait){
		.request = request,
		.until_ms = clock_monotonic_ms() + WAIT_FOR_ROOM_MS,
		.refuse = refuse,
		.data = data,
	};
	memcpy(wait->member, member->bytes, sizeof(wait->member));
	look_for_room(wait);
}

void
upload_wait_cancel(struct upload_wait *wait)
{
	if (wait->timer != NULL)
		loop_cancel(wait->request->loop, wait->timer);
	wait->timer = NULL;
}

/* ---- the form ---- */

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

/* Reads the headers of a part and the empty line. */
static bool
take_headers(struct arena *arena, struct span *rest, struct upload_part *part)
{
	bool named = false;

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
			if (value.size > 9 &&
				strncasecmp(value.data, "form-data", 9) == 0 &&
				parameter_of(value.data, value.size, "name", &name))
				part->name = arena_text(
					arena, arena_copy(arena, name.data, name.size));
		} else if (is_header(&line, "Content-Type", &value)) {
			part->type = arena_copy(arena, value.data, value.size);
		}
		take(rest, line.data, line.size);
		take(rest, LINE_END, 2);
	}
	return true;
}

/* Reads one part up to its delimiter. */
static const char *
take_part(struct arena *arena, struct span *rest, const struct span *delimiter,
	struct upload_part *part)
{
	const char *end;

	*part = (struct upload_part){.name = {.data = ""}};
	if (!take_headers(arena, rest, part))
		return "the form is not well-formed";
	end = memmem(rest->data, rest->size, delimiter->data, delimiter->size);
	if (end == NULL)
		return "the form ends before its last boundary";
	part->data = rest->data;
	part->size = (size_t)(end - rest->data);
	rest->size -= part->size + delimiter->size;
	rest->data = end + delimiter->size;
	return NULL;
}

/* Moves behind the first boundary. Text before it is ignored (RFC 2046, section
 * 5.1.1). */
static bool
take_first(struct span *rest, const struct span *delimiter)
{
	const char *first;

	if (take(rest, delimiter->data + 2, delimiter->size - 2))
		return true;
	first = memmem(rest->data, rest->size, delimiter->data, delimiter->size);
	if (first == NULL)
		return false;
	rest->size -= (size_t)(first - rest->data) + delimiter->size;
	rest->data = first + delimiter->size;
	return true;
}

const char *
upload_read(const struct http_request *request, struct upload_form *form)
{
	const struct span delimiter =
		delimiter_of(request->arena, http_header(request, "Content-Type"));
	struct span rest = {(const char *)request->body, request->body_size};

	form->count = 0;
	if (delimiter.size == 0)
		return "the form's Content-Type has no usable boundary";
	if (!take_first(&rest, &delimiter))
		return "the form is not well-formed";
	while (!take(&rest, DASHES, 2)) {
		const char *fault;

		if (form->count == UPLOAD_PARTS_MAX)
			return "the form has too many parts";
		if (!take(&rest, LINE_END, 2))
			return "the form is not well-formed";
		fault = take_part(
			request->arena, &rest, &delimiter, &form->parts[form->count++]);
		if (fault != NULL)
			return fault;
	}
	if (rest.size > 0 && (!take(&rest, LINE_END, 2) || rest.size > 0))
		return "the form has text behind its last boundary";
	return NULL;
}
