/*
 * field.h - one description of every input, output and configuration struct.
 *
 * Inputs of operations, their outputs and the configuration of a process are C structs or
 * database rows. One array of `struct field` describes each of them. Validation,
 * decoding, OpenAPI, tool schemas and the reference pages read that array, so names and
 * bounds are declared once.
 *
 * Handlers receive the value structs below. Each begins with its presence, because a
 * merge patch (RFC 7396) has three states: absent, null, and a value.
 */
#ifndef KITH_PROTO_FIELD_H
#define KITH_PROTO_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/problems.h"

/* Whether a value was given. Zeroed memory is ABSENT. */
enum presence {
	ABSENT = 0,
	GIVEN_NULL,
	GIVEN
};

/* A UUIDv7 (RFC 9562, section 5.7), in network byte order. */
struct uuid {
	uint8_t bytes[16];
};

/* UTF-8 without NUL, of `size` bytes and followed by a NUL. `data` is "" if no value was
 * given. */
struct text {
	enum presence presence;
	uint32_t size;
	const char *data;
};

struct integer {
	enum presence presence;
	int64_t value;
};

struct boolean {
	enum presence presence;
	bool value;
};

/* Microseconds since 1970-01-01T00:00:00Z. */
struct instant {
	enum presence presence;
	int64_t unix_us;
};

/* A record's identifier; on the wire `prefix_` and 26 characters of Crockford base32. */
struct identifier {
	enum presence presence;
	struct uuid uuid;
};

/* Binary data. `data` points into the message. */
struct bytes {
	enum presence presence;
	uint32_t size;
	const uint8_t *data;
};

struct text_list {
	enum presence presence;
	uint32_t count;
	const struct text *items;
};

/* Unique string keys with string values, in the order of the input. */
struct text_map {
	enum presence presence;
	uint32_t count;
	const struct text *keys;
	const struct text *values;
};

enum field_type {
	FIELD_TEXT, /* struct text, constrained by .format, .min and .max code points */
	FIELD_ENUM, /* struct text, one of .values */
	FIELD_INTEGER,    /* struct integer, .min to .max */
	FIELD_BOOLEAN,    /* struct boolean */
	FIELD_INSTANT,    /* struct instant, RFC 3339 on the wire */
	FIELD_IDENTIFIER, /* struct identifier, with .prefix */
	/* struct text_list of .element, .min to .max items; records in output */
	FIELD_LIST,
	FIELD_MAP,    /* struct text_map of .element, at most .max entries */
	FIELD_OBJECT, /* a struct described by .record */
	FIELD_MEDIA,  /* output only: a media id in the database, its URL on the wire */
	FIELD_BYTES, /* struct bytes, .min to .max of them; of internal operations only */
};

/* The C type of a member for each field type. IN() checks it at compile time. */
#define FIELD_C_TEXT struct text
#define FIELD_C_ENUM struct text
#define FIELD_C_INTEGER struct integer
#define FIELD_C_BOOLEAN struct boolean
#define FIELD_C_INSTANT struct instant
#define FIELD_C_IDENTIFIER struct identifier
#define FIELD_C_LIST struct text_list
#define FIELD_C_MAP struct text_map
#define FIELD_C_BYTES struct bytes

/* The syntax of a text, in addition to its length. */
enum text_format {
	FORMAT_PLAIN,
	FORMAT_SLUG,     /* pattern S: an organization's address */
	FORMAT_HANDLE,   /* pattern H: a member's address */
	FORMAT_COLOR,    /* # and six hex digits */
	FORMAT_EMAIL,    /* RFC 5321 dot-string mailbox, at most 200 characters */
	FORMAT_URI,      /* an absolute http or https URI (RFC 3986) */
	FORMAT_TIMEZONE, /* a name of the IANA time zone database */
	/* one line: no line breaks, no control characters, no characters that reorder
	 * text, none of private use */
	FORMAT_LINE,
	FORMAT_NAME,   /* FORMAT_LINE without invisible characters or mixed alphabets */
	FORMAT_CURSOR, /* an opaque page cursor */
	FORMAT_COUNT,
};

/* Whether a person chooses the text freely. */
static inline bool
text_format_is_free(enum text_format format)
{
	return format == FORMAT_PLAIN || format == FORMAT_LINE || format == FORMAT_NAME;
}

/* The JSON Schema of a format. `pattern` and `format` may be NULL. */
struct text_format_info {
	const char *pattern;  /* ECMA-262, anchored */
	const char *format;   /* a JSON Schema format name */
	const char *sentence; /* completes "<field> must be …" in a validation error */
};

extern const struct text_format_info text_formats[FORMAT_COUNT];

struct record;

struct field {
	const char *name; /* camelCase, as on the wire and as a column's alias */
	const char *doc;  /* one sentence for a person or an assistant */
	const char *
		/* the name in the body, if the path has a field of the same name; else
		 * NULL */
		body_name;
	enum field_type type;
	enum text_format format;
	uint16_t offset; /* of the member in the input struct; unused in output records */
	bool required;   /* must be given; only without .fallback */
	bool nullable;   /* null is a value: in a patch it clears */
	bool optional;   /* output only: left out if the handler sets no value */
	bool empty_allowed;   /* "" is valid although .format would refuse it */
	bool trimmed;         /* white space around it is removed before validation */
	bool secret;          /* never logged, never stored for idempotent replay */
	const char *fallback; /* the default as JSON, used when absent */
	const char *example;  /* as JSON, if proto/example.h has none that fits */
	int64_t min, max; /* code points, items or value by type; max 0 = see FIELD_MAX */
	const char *prefix;          /* FIELD_IDENTIFIER: "post" */
	const char *const *values;   /* FIELD_ENUM: NULL-terminated */
	const struct field *element; /* FIELD_LIST and FIELD_MAP of scalars */
	const struct record
		*record; /* FIELD_OBJECT, and FIELD_LIST of objects in output */
	enum problem
		/* the problem for a malformed value, which identifies no record */
		missing;
};

/* The upper bound of a text or list without .max. */
#define FIELD_MAX 400

/* A described struct or row. `size` is sizeof the input struct, and 0 for outputs. */
struct record {
	const char *name; /* as in the OpenAPI components: "Post" */
	const char *doc;
	const struct field *fields;
	size_t count;
	size_t size;
};

/* The field of this name, or NULL. A missing record has none. */
const struct field *
record_field(const struct record *record, const char *name, size_t size);

/* The member of an input struct that holds the field of this name, or NULL. */
const void *
record_member(const struct record *record, const void *input, const char *name);

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* offsetof with a compile-time check that the member has the type of the field. */
#define CHECKED_OFFSET(holder, member, member_type) \
	(offsetof(holder, member) + 0 * sizeof(struct { \
		_Static_assert( \
			_Generic(((holder *)0)->member, member_type : 1, default : 0), \
			#member " is not a " #member_type); \
		int unused; \
	}))

/* A field of an input struct: IN(struct post_create_in, title, "title", TEXT, .max =
 * 140). */
#define IN(holder, member, wire_name, kind, ...) \
	{ \
		.name = (wire_name), .type = FIELD_##kind, \
		.offset = CHECKED_OFFSET(holder, member, FIELD_C_##kind), __VA_ARGS__ \
	}

/* A nested struct of an input struct, described by `&nested_record`. */
#define IN_OBJECT(holder, member, wire_name, member_type, nested_record, ...) \
	{ \
		.name = (wire_name), .type = FIELD_OBJECT, \
		.offset = CHECKED_OFFSET(holder, member, member_type), \
		.record = (nested_record), __VA_ARGS__ \
	}

/* A field of an output record: OUT("createdAt", INSTANT, .doc = "…"). */
#define OUT(wire_name, kind, ...) \
	{ \
		.name = (wire_name), .type = FIELD_##kind, __VA_ARGS__ \
	}

/* The record of an input struct, from its array `<holder>_fields`. */
#define INPUT_RECORD(holder, sentence) \
	{ \
		.name = #holder, .doc = (sentence), .fields = holder##_fields, \
		.count = COUNT_OF(holder##_fields), .size = sizeof(struct holder) \
	}

#endif
