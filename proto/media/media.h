/*
 * media.h - images, and what else is fetched from the web: the operations of media.
 *
 * The operations that make an image are asked for by the gateway, before it calls the one
 * that sets the image (proto/op.h, enum image_source).
 */
#ifndef KITH_PROTO_MEDIA_MEDIA_H
#define KITH_PROTO_MEDIA_MEDIA_H

#include "proto/op.h"
#include "proto/records.h"

/* What an image may be before it is made smaller: 8 MiB, 40 megapixels. */
#define IMAGE_BYTES_MAX 8388608
#define IMAGE_SIDE_MIN 32
#define IMAGE_SIDE_MAX 10000
#define IMAGE_PIXELS_MAX 40000000

/* What is stored: the side of a square one, the sides of another, and the bytes of any:
 * 2 MiB. */
#define IMAGE_SQUARE_SIDE 512
#define IMAGE_WIDE_SIDE 1600
#define IMAGE_STORED_BYTES_MAX 2097152

/* What a program says of itself at an address of its own: 64 KiB. */
#define DOCUMENT_BYTES_MAX 65536
#define DOCUMENT_URL_MAX 400

/* An address that an image is fetched from. */
#define IMAGE_URL_MAX 2000

#define MEDIA_OPS(OP) \
	OP(image_store) \
	OP(image_fetch) \
	OP(image_get) \
	OP(image_read) \
	OP(document_fetch)

#define MEDIA_OP(name) extern const struct op op_##name;
MEDIA_OPS(MEDIA_OP)
#undef MEDIA_OP

/* What making an image answers. */
extern const struct record image_made_record;

/* Beside those of the database, what `use` of an image is: "square", "wide". */
extern const char *const image_use_values[];

struct image_store_in {
	struct bytes data;
	struct text type; /* what its sender says that it is */
	struct text use;
};

struct image_fetch_in {
	struct text url;
	struct text use;
};

struct image_get_in {
	struct identifier id;
	struct boolean known; /* whether the asker has its bytes */
};

struct image_read_in {
	struct identifier id;
};

struct document_fetch_in {
	struct text url;
};

/* The fields by which a client names an image. */
#define IMAGE_URL_FIELD(holder, ...) \
	IN(holder, url, "url", TEXT, .format = FORMAT_URI, .min = 1, \
		.max = IMAGE_URL_MAX, .example = "\"https://example.org/ada.jpg\"", \
		.doc = "The address of an image, which is copied.", __VA_ARGS__)
#define IMAGE_REMOVE_FIELD(holder) \
	IN(holder, remove, "remove", BOOLEAN, .fallback = "false", \
		.doc = "Whether to remove the image instead.")

/* Media has removed the image again, before the record had it: that takes longer than a
 * request. */
#define IMAGE_GONE(constraint_name) \
	{ \
		constraint_name, PROBLEM_SERVICE_UNAVAILABLE, NULL, FAULT_REQUIRED, \
			"the image is no longer there; send it again" \
	}

#endif
