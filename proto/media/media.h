/*
 * media.h - operations that store images and fetch documents.
 *
 * To set an image, the gateway first calls an operation of media that stores it, and then
 * the operation that sets it (proto/op.h, enum image_source).
 */
#ifndef KITH_PROTO_MEDIA_MEDIA_H
#define KITH_PROTO_MEDIA_MEDIA_H

#include "proto/op.h"
#include "proto/records.h"

/* The limits of an uploaded image: 8 MiB, 40 megapixels. */
#define IMAGE_BYTES_MAX 8388608
#define IMAGE_SIDE_MIN 32
#define IMAGE_SIDE_MAX 10000
#define IMAGE_PIXELS_MAX 40000000

/* The limits of a stored image: the side of a square image, the longer side of other
 * images, and 2 MiB. */
#define IMAGE_SQUARE_SIDE 512
#define IMAGE_WIDE_SIDE 1600
#define IMAGE_STORED_BYTES_MAX 2097152

/* A square image also has a small one, for lists. A page shows up to 25 of them: 150
 * KB. */
#define IMAGE_SMALL_SIDE 96
#define IMAGE_SMALL_BYTES_MAX 6000

/* The limits of a client's metadata document: 64 KiB, and the length of its URL. */
#define DOCUMENT_BYTES_MAX 65536
#define DOCUMENT_URL_MAX 400

/* The maximum length of the URL of an image. */
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

extern const struct record image_made_record;

/* The values of `use`: "square", "wide". */
extern const char *const image_use_values[];

struct image_store_in {
	struct bytes data;
	struct text type; /* the declared media type */
	struct text use;
};

struct image_fetch_in {
	struct text url;
	struct text use;
};

struct image_get_in {
	struct identifier id;
	struct boolean known; /* whether the caller has its bytes */
	struct boolean small; /* whether the caller wants the small one */
};

struct image_read_in {
	struct identifier id;
};

struct document_fetch_in {
	struct text url;
};

/* Input fields of operations that set an image. */
#define IMAGE_URL_FIELD(holder, ...) \
	IN(holder, url, "url", TEXT, .format = FORMAT_URI, .min = 1, \
		.max = IMAGE_URL_MAX, .example = "\"https://example.org/ada.jpg\"", \
		.doc = "The image's URL.", __VA_ARGS__)
#define IMAGE_REMOVE_FIELD(holder) \
	IN(holder, remove, "remove", BOOLEAN, .fallback = "false", \
		.doc = "Removes the image instead.")

/* The foreign key fails if media removed the unused image before the record got it. This
 * takes longer than a request. */
#define IMAGE_GONE(constraint_name) \
	{ \
		constraint_name, PROBLEM_SERVICE_UNAVAILABLE, NULL, FAULT_REQUIRED, \
			"the uploaded image is no longer stored; send it again" \
	}

#endif
