#include "gateway/reference/schema.h"
#include "gateway/web/html.h"
#include "gateway/web/page_writers.h"

static void put_type(struct buffer *out, const struct field *field);

/* "3 to 140 characters", "at most 10 items". */
static void
put_bounds(struct buffer *out, const struct field *field, const char *unit)
{
	long long min = field->min, max = field->max > 0 ? field->max : FIELD_MAX;

	if (min == max)
		html_put(out, arena_printf(out->arena, ", %lld %s", max, unit));
	else if (min > 0)
		html_put(out,
			arena_printf(out->arena, ", %lld to %lld %s", min, max, unit));
	else
		html_put(out, arena_printf(out->arena, ", at most %lld %s", max, unit));
}

static void
put_values(struct buffer *out, const struct field *field)
{
	html_put(out, "one of ");
	for (size_t i = 0; field->values[i] != NULL; i++)
		html_putf(out, i > 0 ? ", <code>%s</code>" : "<code>%s</code>",
			field->values[i]);
}

static const char *
text_kind(enum text_format format)
{
	static const char *const kinds[FORMAT_COUNT] = {
		[FORMAT_PLAIN] = "text",
		[FORMAT_SLUG] = "slug",
		[FORMAT_HANDLE] = "handle",
		[FORMAT_COLOR] = "color",
		[FORMAT_EMAIL] = "e-mail address",
		[FORMAT_URI] = "http or https address",
		[FORMAT_TIMEZONE] = "time zone",
		[FORMAT_LINE] = "text in one line",
		[FORMAT_NAME] = "text in one line",
		[FORMAT_CURSOR] = "cursor",
	};

	return kinds[format];
}

static void
put_text(struct buffer *out, const struct field *field)
{
	html_put(out, text_kind(field->format));
	if (field->format != FORMAT_CURSOR && (field->min > 0 || field->max > 0))
		put_bounds(out, field, "characters");
	if (field->empty_allowed)
		html_put(out, ", or empty");
}

static void
put_integer(struct buffer *out, const struct field *field)
{
	html_put(out, "whole number");
	if (field->max != 0) {
		html_put(out,
			arena_printf(out->arena, ", %lld to %lld", (long long)field->min,
				(long long)field->max));
	}
}

/* The contents of a list, a map or an object; a record has its own section. */
static void
put_contained(struct buffer *out, const struct field *field)
{
	if (field->record != NULL)
		html_putf(out, "<a href=\"#%s\">%s</a>",
			schema_name(out->arena, field->record),
			schema_name(out->arena, field->record));
	else if (field->element != NULL)
		put_type(out, field->element);
}

/* Writes a type that contains others. */
static void
put_container(struct buffer *out, const struct field *field)
{
	bool list = field->type == FIELD_LIST;

	html_put(out, list ? "list of " : "map of names to ");
	put_contained(out, field);
	if (field->max > 0)
		put_bounds(out, field, list ? "items" : "entries");
}

static void
put_type(struct buffer *out, const struct field *field)
{
	switch (field->type) {
	case FIELD_TEXT:
		put_text(out, field);
		break;
	case FIELD_ENUM:
		put_values(out, field);
		break;
	case FIELD_INTEGER:
		put_integer(out, field);
		break;
	case FIELD_BOOLEAN:
		html_put(out, "true or false");
		break;
	case FIELD_INSTANT:
		html_put(out, "time (RFC 3339)");
		break;
	case FIELD_IDENTIFIER:
		html_putf(out, "id, <code>%s_…</code>", field->prefix);
		break;
	case FIELD_LIST:
	case FIELD_MAP:
		put_container(out, field);
		break;
	case FIELD_OBJECT:
		put_contained(out, field);
		break;
	case FIELD_MEDIA:
		html_put(out, "address of an image");
		break;
	case FIELD_BYTES:
		html_put(out, "bytes");
		break;
	}
	if (field->nullable)
		html_put(out, ", or null");
}

/* Where a field is sent, and whether it is required. */
static void
put_place(struct buffer *out, const struct op *op, const struct field *field)
{
	const char *place = op_takes_body(op) ? "body" : "query";

	html_putf(out, " <span class=\"quiet\">in the %s</span>",
		op_in_path(op, field) ? "path" : place);
	if (field->required)
		html_put(out, " <strong>required</strong>");
}

void
docs_fields(struct buffer *out, const struct record *record, const struct op *input_of)
{
	html_put(out, "<dl class=\"fields\">\n");
	for (size_t i = 0; i < record->count; i++) {
		const struct field *field = &record->fields[i];

		html_putf(out, "<div><dt><code>%s</code>",
			field->body_name != NULL ? field->body_name : field->name);
		if (input_of != NULL)
			put_place(out, input_of, field);
		html_put(out, "</dt>\n<dd>");
		html_inline(out, field->doc);
		html_put(out, " <span class=\"quiet\">");
		put_type(out, field);
		if (field->fallback != NULL)
			html_putf(out, "; default <code>%s</code>", field->fallback);
		html_put(out, "</span></dd></div>\n");
	}
	html_put(out, "</dl>\n");
}
