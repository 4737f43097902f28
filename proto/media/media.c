#include "proto/media/media.h"

const char *const image_use_values[] = {"square", "wide", NULL};

/* Fetching takes at most 10 s. The rest is for queueing and decoding. */
#define STORE_TIMEOUT_MS 15000
#define FETCH_TIMEOUT_MS 18000
#define DOCUMENT_TIMEOUT_MS 8000

/* Longer than the timeout of the object store. */
#define READ_TIMEOUT_MS 8000

#define USE_FIELD(holder) \
	IN(holder, use, "use", ENUM, .required = true, .values = image_use_values, \
		.doc = "The use of the image, which decides its size.")

static const struct field image_made_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "img", .doc = "The image's id."),
};

const struct record image_made_record = {
	.name = "ImageMade",
	.doc = "A stored image.",
	.fields = image_made_fields,
	.count = COUNT_OF(image_made_fields),
};

static const struct field image_store_in_fields[] = {
	IN(struct image_store_in, data, "data", BYTES, .required = true,
		.max = IMAGE_BYTES_MAX, .doc = "The uploaded image."),
	IN(struct image_store_in, type, "type", TEXT, .max = 100,
		.doc = "The media type that the sender declared."),
	USE_FIELD(struct image_store_in),
};

static const struct record image_store_input =
	INPUT_RECORD(image_store_in, "The image and its use.");

static const enum problem store_problems[] = {
	PROBLEM_UNSUPPORTED_MEDIA_TYPE, PROBLEM_PAYLOAD_TOO_LARGE, PROBLEM_NONE};

/* Repeatable, because stored images are named by their contents. */
const struct op op_image_store = {
	.name = "image_store",
	.service = SERVICE_MEDIA,
	.summary = "Store an image",
	.doc = "Converts an uploaded image to the served format and stores it.",
	.input = &image_store_input,
	.output = &image_made_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_NONE,
	.run = {.pool = POOL_OUTSIDE, .timeout_ms = STORE_TIMEOUT_MS, .repeatable = true},
	.problems = store_problems,
};

static const struct field image_fetch_in_fields[] = {
	IMAGE_URL_FIELD(struct image_fetch_in, .required = true),
	USE_FIELD(struct image_fetch_in),
};

static const struct record image_fetch_input =
	INPUT_RECORD(image_fetch_in, "The URL of the image and its use.");

const struct op op_image_fetch = {
	.name = "image_fetch",
	.service = SERVICE_MEDIA,
	.summary = "Fetch an image",
	.doc = "Fetches an image from a public URL, converts it to the served format and "
	       "stores it.",
	.input = &image_fetch_input,
	.output = &image_made_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_NONE,
	.run = {.pool = POOL_WEB, .timeout_ms = FETCH_TIMEOUT_MS},
	.problems = store_problems,
};

static const struct field image_fields[] = {
	OUT("bytes", INTEGER, .doc = "The size of the image in bytes."),
	OUT("data", BYTES, .nullable = true,
		.doc = "The image as WebP; null if `known` is true or the image is in "
		       "the object store."),
};

static const struct record image_record = {
	.name = "Image",
	.doc = "A stored image.",
	.fields = image_fields,
	.count = COUNT_OF(image_fields),
};

static const struct field image_get_in_fields[] = {
	ID_FIELD(struct image_get_in, "img", PROBLEM_MEDIA_NOT_FOUND, "The image's id."),
	IN(struct image_get_in, known, "known", BOOLEAN, .fallback = "false",
		.doc = "Whether the caller has the image and only checks that it still "
		       "exists."),
	IN(struct image_get_in, small, "small", BOOLEAN, .fallback = "false",
		.doc = "Returns the small image, if there is one."),
};

static const struct record image_get_input = INPUT_RECORD(image_get_in, "The image.");

static const enum problem get_problems[] = {PROBLEM_MEDIA_NOT_FOUND, PROBLEM_NONE};

const struct op op_image_get = {
	.name = "image_get",
	.service = SERVICE_MEDIA,
	.summary = "Read an image",
	.doc = "Returns a stored image.",
	.input = &image_get_input,
	.output = &image_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_NONE,
	.run = {.repeatable = true, .large = true},
	.problems = get_problems,
};

static const struct field image_read_in_fields[] = {
	ID_FIELD(struct image_read_in, "img", PROBLEM_MEDIA_NOT_FOUND, "The image's id."),
};

static const struct record image_read_input = INPUT_RECORD(image_read_in, "The image.");

/* Apart from image_get, because it waits for the object store. */
const struct op op_image_read = {
	.name = "image_read",
	.service = SERVICE_MEDIA,
	.summary = "Read an image from any store",
	.doc = "Returns a stored image, from the object store if it is there.",
	.input = &image_read_input,
	.output = &image_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_NONE,
	.run = {.pool = POOL_STORE, .timeout_ms = READ_TIMEOUT_MS, .repeatable = true},
	.problems = get_problems,
};

static const struct field document_fields[] = {
	OUT("text", TEXT, .doc = "The contents of the document, in UTF-8."),
	OUT("keepS", INTEGER, .doc = "How many seconds the document may be cached."),
};

static const struct record document_record = {
	.name = "Document",
	.doc = "A fetched document.",
	.fields = document_fields,
	.count = COUNT_OF(document_fields),
};

static const struct field document_fetch_in_fields[] = {
	IN(struct document_fetch_in, url, "url", TEXT, .required = true,
		.format = FORMAT_URI, .min = 1, .max = DOCUMENT_URL_MAX,
		.doc = "The URL of a JSON document."),
};

static const struct record document_fetch_input =
	INPUT_RECORD(document_fetch_in, "The document.");

static const enum problem document_problems[] = {
	PROBLEM_UNAUTHENTICATED, PROBLEM_SERVICE_UNAVAILABLE, PROBLEM_NONE};

const struct op op_document_fetch = {
	.name = "document_fetch",
	.service = SERVICE_MEDIA,
	.summary = "Fetch a document",
	.doc = "Fetches a JSON document from a public URL for a member, without storing "
	       "it.",
	.input = &document_fetch_input,
	.output = &document_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_READ,
	.run = {.pool = POOL_WEB, .timeout_ms = DOCUMENT_TIMEOUT_MS},
	.problems = document_problems,
};
