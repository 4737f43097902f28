#include "gateway/web/html.h"
#include "gateway/web/page_writers.h"

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
		[FORMAT_CURSOR] = "cursor",
	};
	return kinds[format];
}

/* A list's or map's elements, or a nested record's fields. */
static void
put_contained(struct buffer *out, const struct field *field)
{
	if (field->record != NULL) {
		html_put(out, "{");
		for (size_t i = 0; i < field->record->count; i++)
			html_putf(out, i > 0 ? ", <code>%s</code>" : "<code>%s</code>",
				field->record->fields[i].name);
		html_put(out, "}");
	} else if (field->element != NULL) {
		docs_type(out, field->element);
	}
}

void
docs_type(struct buffer *out, const struct field *field)
{
	switch (field->type) {
	case FIELD_TEXT:
		html_put(out, text_kind(field->format));
		if (field->format != FORMAT_CURSOR && (field->min > 0 || field->max > 0))
			put_bounds(out, field, "characters");
		break;
	case FIELD_ENUM:
		put_values(out, field);
		break;
	case FIELD_INTEGER:
		html_put(out, "integer");
		if (field->max != 0)
			html_put(out,
				arena_printf(out->arena, ", %lld to %lld",
					(long long)field->min, (long long)field->max));
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
		html_put(out, "list of ");
		put_contained(out, field);
		if (field->max > 0)
			put_bounds(out, field, "items");
		break;
	case FIELD_MAP:
		html_put(out, "names and their ");
		put_contained(out, field);
		if (field->max > 0)
			put_bounds(out, field, "entries");
		break;
	case FIELD_OBJECT:
		html_put(out, "object ");
		put_contained(out, field);
		break;
	case FIELD_MEDIA:
		html_put(out, "address of an image");
		break;
	}
	if (field->nullable)
		html_put(out, ", or null");
}
