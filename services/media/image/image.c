/*
 * image.c - makes a served image from untrusted bytes.
 */
#include "services/media/image/image.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "common/base/clock.h"
#include "proto/media/media.h"
#include "services/media/image/decoder.h"
#include "services/media/objects/objects.h"

/* The time that is kept for the database, and for the database and the object store. */
#define STORE_MS 2000
#define STORE_OBJECT_MS 4000

#define OCTETS "application/octet-stream"
#define EXPENSIVE "the image takes too much time or memory to decode"

static const struct {
	const char *type;
	const char *magic;
	size_t size, offset;
} formats[DECODER_FORMATS] = {
	[DECODER_JPEG] = {"image/jpeg", "\xff\xd8\xff", 3, 0},
	[DECODER_PNG] = {"image/png", "\x89PNG\r\n\x1a\n", 8, 0},
	[DECODER_WEBP] = {"image/webp", "WEBP", 4, 8},
	[DECODER_GIF] = {"image/gif", "GIF8", 4, 0},
};

/* Detects the format by the first bytes; DECODER_FORMATS if unknown. */
static enum decoder_format
format_of(const struct image_source_bytes *source)
{
	const uint8_t *bytes = source->data;
	int format = 0;

	while (format < DECODER_FORMATS &&
		(source->size < formats[format].offset + formats[format].size ||
			memcmp(bytes + formats[format].offset, formats[format].magic,
				formats[format].size) != 0))
		format++;
	return (enum decoder_format)format;
}

/* Compares media types, ignoring parameters. */
static bool
is_type(const char *given, const char *found)
{
	size_t size = strcspn(given, "; \t");

	if (size == 9 && strncasecmp(given, "image/jpg", size) == 0)
		return strcmp(found, "image/jpeg") == 0; /* many clients write it so */
	return size == strlen(found) && strncasecmp(given, found, size) == 0;
}

static enum problem
refuse(struct call *call, const struct image_source_bytes *source, enum fault_code code,
	const char *why)
{
	if (source->fetched) {
		return call_fault(call, "#/url", FAULT_FETCH_FAILED,
			"the image at this address cannot be used: %s", why);
	}
	return call_fault(call, "#/file", code, "%s", why);
}

/* Fails for bytes of no supported format, or of another format than declared. */
static enum problem
refuse_type(struct call *call, const struct image_source_bytes *source, const char *found)
{
	static const char wanted[] = "send a JPEG, PNG, WebP or GIF image";

	if (source->fetched)
		return refuse(call, source, FAULT_FETCH_FAILED,
			"it is not a JPEG, PNG, WebP or GIF image");
	if (found == NULL)
		return call_fail(call, PROBLEM_UNSUPPORTED_MEDIA_TYPE, "%s", wanted);
	return call_fail(call, PROBLEM_UNSUPPORTED_MEDIA_TYPE,
		"the bytes are %s, which is not the declared type", found);
}

static enum problem
unavailable(struct call *call)
{
	call->outcome.retry_after_s = 2;
	return call_fail(call, PROBLEM_SERVICE_UNAVAILABLE,
		"too many images are being processed; try again later");
}

/* Maps the decoder's status to a problem. */
static enum problem
refuse_decoded(struct call *call, const struct image_source_bytes *source,
	enum decoder_status status)
{
	enum problem problem = PROBLEM_INTERNAL_ERROR;
	struct fault *fault;

	switch (status) {
	case DECODER_DONE:
		return problem;
	case DECODER_LATE:
		return unavailable(call);
	case DECODER_BROKEN:
		return refuse(call, source, FAULT_FORMAT, "the image cannot be decoded");
	case DECODER_SIDE_SMALL:
		problem = refuse(call, source, FAULT_TOO_SMALL,
			"each side of the image must have 32 to 10,000 pixels");
		break;
	case DECODER_SIDE_LARGE:
		problem = refuse(call, source, FAULT_TOO_LARGE,
			"each side of the image must have 32 to 10,000 pixels");
		break;
	case DECODER_SCANS:
		return refuse(call, source, FAULT_TOO_LARGE,
			"a progressive JPEG may have at most 100 scans, and fewer if it "
			"has many pixels; send a baseline JPEG");
	case DECODER_ARITHMETIC:
		return refuse(call, source, FAULT_FORMAT,
			"the JPEG has arithmetic coding, which browsers do not show; "
			"send one with Huffman coding");
#define REFUSE(name, millions, what) \
	case DECODER_PIXELS_##name: \
		return refuse(call, source, FAULT_TOO_LARGE, \
			"an image " what " may have at most " #millions \
			" million pixels; send a smaller one, or a JPEG");
		DECODER_KINDS(REFUSE)
#undef REFUSE
	case DECODER_MEMORY:
		return refuse(call, source, FAULT_FORMAT, EXPENSIVE);
	case DECODER_PIXELS:
		return refuse(call, source, FAULT_TOO_LARGE,
			"the image may have at most 40 million pixels");
	}
	fault = call->outcome.faults;
	fault->has_min = fault->has_max = true;
	fault->min = IMAGE_SIDE_MIN;
	fault->max = IMAGE_SIDE_MAX;
	return problem;
}

enum problem
image_make(struct call *call, const struct image_source_bytes *source,
	const struct text *use)
{
	const enum decoder_format format = format_of(source);
	const int64_t left_ms = call->deadline_unix_ms - clock_unix_us() / 1000;
	const struct decoder_task task = {.bytes = (uint32_t)source->size,
		.format = (uint32_t)format,
		.square = strcmp(use->data, image_use_values[IMAGE_SQUARE]) == 0};
	bool typed = source->type != NULL && source->type[0] != '\0' &&
		!is_type(source->type, OCTETS);
	const int64_t store_ms = objects_in_use() ? STORE_OBJECT_MS : STORE_MS;
	struct decoder_image image;

	if (format == DECODER_FORMATS)
		return refuse_type(call, source, NULL);
	if (typed && !source->fetched && !is_type(source->type, formats[format].type))
		return refuse_type(call, source, formats[format].type);
	switch (decoder_decode(call->arena, &call->principal.member, source->data, &task,
		clock_monotonic_ms() + left_ms - store_ms, &image)) {
	case DECODER_BUSY:
		return unavailable(call);
	case DECODER_FAILED:
		return refuse(call, source, FAULT_FORMAT, EXPENSIVE);
	case DECODER_ANSWERED:
		break;
	}
	if (image.status != DECODER_DONE)
		return refuse_decoded(call, source, image.status);
	return image_keep(call, &image);
}
