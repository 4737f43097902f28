/*
 * approval_words.c - a request in words, for the member who approves it.
 */
#include <stdio.h>
#include <string.h>

#include "common/base/id.h"
#include "common/run/inside.h"
#include "common/text/iri.h"
#include "common/wire/wire.h"
#include "proto/acts/acts.h"

/* A text of a record in quotes is at most this long. */
#define QUOTED_BYTES_MAX 300

/* Appends a text, cut at the beginning of a character. */
static void
put_quoted(struct buffer *out, const char *data, size_t size)
{
	static const char more[] = "\u2026";
	size_t shown = size;

	if (size > QUOTED_BYTES_MAX) {
		shown = QUOTED_BYTES_MAX;
		while (shown > 0 && ((unsigned char)data[shown] & 0xc0) == 0x80)
			shown--;
	}
	buffer_append(out, data, shown);
	if (shown < size)
		buffer_append(out, more, strlen(more));
}

/* Appends the name of a member as words: "startsAt" becomes "starts at". */
static void
put_name(struct buffer *out, const struct wire_value *name)
{
	const char *data = (const char *)name->data;

	for (size_t i = 0; name->type == WIRE_STRING && i < name->size; i++) {
		const bool begins = data[i] >= 'A' && data[i] <= 'Z';
		const char letter = (char)(begins ? data[i] - 'A' + 'a' : data[i]);

		buffer_append(out, " ", begins);
		buffer_append(out, &letter, 1);
	}
}

/* Appends a text. An address has the form that is stored, because other letters look like
 * those of ASCII. */
static void
put_text(struct buffer *out, const struct field *field, const struct wire_value *text)
{
	const char *data = (const char *)text->data;
	char *ascii;
	size_t size;

	if (field == NULL || !iri_is_wide(field->format, data, text->size)) {
		buffer_append(out, data, text->size);
		return;
	}
	ascii = arena_alloc(out->arena, IRI_ASCII_MAX(text->size));
	size = iri_to_ascii(field->format, data, text->size, ascii);
	buffer_append(out, ascii, size);
}

/* Appends one value as text; empty members of a map are left out. `field` describes it;
 * NULL = it is not of the input. */
static void
put_value(struct buffer *out, struct wire_reader *reader, const struct field *field)
{
	const struct field *element = field != NULL ? field->element : NULL;
	const size_t before = out->size;
	struct wire_value value = wire_next(reader);
	char number[32];

	switch (value.type) {
	case WIRE_STRING:
		put_text(out, field, &value);
		break;
	case WIRE_BOOLEAN:
		buffer_append(out, value.boolean ? "yes" : "no", value.boolean ? 3 : 2);
		break;
	case WIRE_INTEGER:
		buffer_append(out, number,
			(size_t)snprintf(number, sizeof(number), "%lld",
				(long long)value.integer));
		break;
	case WIRE_ARRAY:
		for (uint32_t i = 0; i < value.count; i++) {
			buffer_append(out, ", ", i > 0 ? 2 : 0);
			put_value(out, reader, element);
		}
		break;
	case WIRE_MAP:
		for (uint32_t i = 0; i < value.count; i++) {
			const struct wire_value name = wire_next(reader);
			struct buffer member = {.arena = out->arena};

			put_value(&member, reader, element);
			if (member.size == 0)
				continue;
			buffer_append(out, "; ", out->size > before ? 2 : 0);
			put_name(out, &name);
			buffer_append(out, ": ", 2);
			buffer_append(out, member.data, member.size);
		}
		break;
	case WIRE_NIL:
	case WIRE_DOUBLE:
	case WIRE_BINARY:
	case WIRE_END:
	case WIRE_BROKEN:
		break;
	}
}

/* The list of a name in the input as text: "a@x, b@y". */
static struct text
find_list(const struct run *run, const char *name, size_t size)
{
	struct buffer out = {.arena = run->call->arena};
	struct wire_reader reader = wire_find(run->bytes, run->size, name, size);

	put_value(&out, &reader, record_field(run->call->op->input, name, size));
	buffer_append(&out, "", 1);
	return arena_text(out.arena, (const char *)out.data);
}

/* A text of a record in the answer: {to.handle}. */
static bool
put_inner(const struct run *run, struct buffer *out, const char *name, size_t size)
{
	const struct buffer *reply = &run->call->reply;
	const char *dot = memchr(name, '.', size);
	const size_t outer = (size_t)(dot - name);
	struct wire_reader reader = wire_find(reply->data, reply->size, name, outer);
	size_t record_size = 0;
	const uint8_t *record = wire_skip(&reader, &record_size);
	struct wire_value value;

	reader = wire_find(record, record_size, dot + 1, size - outer - 1);
	value = wire_next(&reader);
	if (value.type == WIRE_STRING)
		put_quoted(out, (const char *)value.data, value.size);
	return true;
}

static bool
put_named(const struct run *run, struct buffer *out, const char *name, size_t size)
{
	struct text value;

	if (memchr(name, '.', size) != NULL)
		return put_inner(run, out, name, size);
	value = run_value_of(run, name, size);
	if (value.presence != GIVEN)
		value = find_list(run, name, size);
	put_quoted(out, value.data, value.size);
	return true;
}

const char *
run_words_of(const struct run *run)
{
	const struct reach_of *found = act_of(run->call->op);
	struct buffer out = {.arena = run->call->arena};

	if (found == NULL || found->sentence == NULL)
		return run->call->op->summary;
	run_fill(run, &out, found->sentence, put_named);
	return (const char *)out.data;
}

/* The size of the line break at the start of a text; 0 if there is none. Browsers and
 * screens break lines at more than a line feed (Unicode 15, section 5.8). */
static size_t
break_size(const uint8_t *at, size_t left)
{
	static const char *const breaks[] = {
		"\r\n", "\r", "\n", "\v", "\f", "\xc2\x85", "\u2028", "\u2029"};

	for (size_t i = 0; i < COUNT_OF(breaks); i++) {
		const size_t size = strlen(breaks[i]);

		if (size <= left && memcmp(at, breaks[i], size) == 0)
			return size;
	}
	return 0;
}

static void
put_line(struct buffer *out, const struct wire_value *name, const struct buffer *value)
{
	const size_t at = out->size;

	put_name(out, name);
	if (out->size > at && out->data[at] >= 'a' && out->data[at] <= 'z')
		out->data[at] = (uint8_t)(out->data[at] - 'a' + 'A');
	buffer_append(out, ": ", 2);
	/* Lines of a text are indented, so that none looks like a line of the request. */
	for (size_t i = 0; i < value->size;) {
		const size_t broken = break_size(&value->data[i], value->size - i);

		if (broken > 0)
			buffer_append(out, "\n    ", 5);
		else
			buffer_append(out, &value->data[i], 1);
		i += broken > 0 ? broken : 1;
	}
	buffer_append(out, "\n", 1);
}

/* Whether the input has a member with the same text. */
static bool
is_given(const struct run *run, const char *name, const struct buffer *value)
{
	struct wire_reader reader = wire_find(run->bytes, run->size, name, strlen(name));
	struct buffer given = {.arena = value->arena};

	put_value(
		&given, &reader, record_field(run->call->op->input, name, strlen(name)));
	return given.size == value->size &&
		memcmp(given.data, value->data, given.size) == 0;
}

static void
put_line_named(struct buffer *out, const char *name, const struct buffer *value)
{
	put_line(out,
		&(const struct wire_value){.type = WIRE_STRING,
			.data = (const uint8_t *)name,
			.size = strlen(name)},
		value);
}

/* The members of the answer that others will see, are not empty, and are not in the
 * input. */
static void
put_record(const struct run *run, struct buffer *out)
{
	const struct reach_of *found = act_of(run->call->op);
	const struct buffer *reply = &run->call->reply;

	for (const char *const *name = found != NULL ? found->record : NULL;
		name != NULL && *name != NULL; name++) {
		struct wire_reader answered =
			wire_find(reply->data, reply->size, *name, strlen(*name));
		struct buffer value = {.arena = out->arena};

		put_value(&value, &answered, NULL);
		if (value.size > 0 && !is_given(run, *name, &value))
			put_line_named(out, *name, &value);
	}
}

/* The id of the member whom the input names by a handle. */
static void
put_meant(const struct run *run, struct buffer *out)
{
	const struct identifier *meant = &run->call->outcome.meant;
	struct buffer value = {.arena = out->arena};
	char id[ID_TEXT_MAX];

	if (meant->presence != GIVEN)
		return;
	id_format(id, "usr", &meant->uuid);
	buffer_append(&value, id, strlen(id));
	put_line_named(out, "memberId", &value);
}

static void
put_invited(const struct run *run, struct buffer *out)
{
	const struct text_list *invited = &run->call->outcome.invited;
	struct buffer value = {.arena = out->arena};

	for (uint32_t i = 0; i < invited->count; i++) {
		if (i > 0)
			buffer_append(&value, ", ", 2);
		buffer_append(&value, invited->items[i].data, invited->items[i].size);
	}
	if (invited->count > 0)
		put_line_named(out, "invited", &value);
}

const char *
run_content_of(const struct run *run)
{
	struct buffer out = {.arena = run->call->arena};
	struct wire_reader reader = wire_read(run->bytes, run->size);
	struct wire_value map = wire_next(&reader);

	for (uint32_t left = map.type == WIRE_MAP ? map.count : 0; left > 0; left--) {
		const struct wire_value name = wire_next(&reader);
		const struct field *field = record_field(
			run->call->op->input, (const char *)name.data, name.size);
		struct buffer value = {.arena = out.arena};

		put_value(&value, &reader, field);
		/* Such as the token of an invitation. */
		if (field == NULL || !field->secret)
			put_line(&out, &name, &value);
	}
	put_record(run, &out);
	put_meant(run, &out);
	put_invited(run, &out);
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}
