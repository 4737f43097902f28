/*
 * decoder.h - the interface of kith-decoder, which decodes untrusted images.
 *
 * kith-media starts kith-decoder before it confines itself, and is its only client. Over
 * the control socket, it sends one end of a stream socket pair for each image.
 * kith-decoder forks a child, which reads a `decoder_task` and the image from that
 * socket, writes a `decoder_result` and the WebPs to it, and exits.
 *
 * Image decoders have had vulnerabilities, and a few bytes can demand gigabytes. So each
 * image has its own process, which can only read and write that socket, with little
 * memory and time. The parent process reads no untrusted data.
 */
#ifndef KITH_SERVICES_DECODER_DECODER_H
#define KITH_SERVICES_DECODER_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The descriptor of the control socket. */
#define DECODER_CONTROL 3

/* The maximum number of children. Further sockets are closed. */
#define DECODER_CHILDREN_MAX 8

/* The limits of one image: processor time, elapsed time, and private memory, of which
 * libraries use only a part. */
#define DECODER_CPU_S 6
#define DECODER_TIME_MS 8000
#define DECODER_MEMORY_BYTES ((size_t)448 * 1024 * 1024)

/* The resident memory of one image. Libraries decode most images from top to bottom, in
 * little memory. They hold others as a whole. */
#define DECODER_LITTLE_KIB (136 * 1024)
#define DECODER_MUCH_KIB (352 * 1024)

/* Each scan of a progressive JPEG costs a pass over the whole image, in few bytes. Common
 * encoders write ten. */
#define DECODER_SCANS_MAX 100

/* A scan costs a pass for each of its components. This many passes are the most for an
 * image of IMAGE_PIXELS_MAX, and more for a smaller one. Common encoders need 14. */
#define DECODER_PASSES_MAX 15

/* For each segment of metadata, libjpeg passes over all earlier ones. Common files have
 * ten, and one for each 64 KB of a color profile. */
#define DECODER_METADATA_MAX 1000

/* Kinds of images whose pixels cost more time or memory than others, and the most
 * million pixels of each. Of the kinds of an image, the first counts. */
#define DECODER_KINDS(KIND) \
	KIND(DEEP_ALPHA, 10, "with transparency and 16 bits per sample") \
	KIND(ALPHA, 16, "with transparency") \
	KIND(INTERLACED, 16, "that is interlaced") \
	KIND(DEEP, 20, "with 16 bits per sample") \
	KIND(WEBP, 16, "in WebP") \
	KIND(GIF, 12, "in GIF") \
	KIND(PNG, 32, "in PNG")

enum decoder_format {
	DECODER_JPEG,
	DECODER_PNG,
	DECODER_WEBP,
	DECODER_GIF,
	DECODER_FORMATS
};

struct decoder_task {
	uint32_t bytes;  /* of the image that follows */
	uint32_t format; /* enum decoder_format, detected by the first bytes */
	uint32_t square; /* 1: cut to a square */
	uint32_t much;   /* 1: it may take DECODER_MUCH_KIB */
	/* The decoder sets it: 1 = an end marker was added; no data may be missing. */
	uint32_t completed;
};

enum decoder_status {
	DECODER_DONE = 1,
	DECODER_BROKEN,     /* the image cannot be decoded */
	DECODER_SIDE_SMALL, /* a side is shorter than IMAGE_SIDE_MIN */
	DECODER_SIDE_LARGE, /* a side is longer than IMAGE_SIDE_MAX */
	DECODER_PIXELS,     /* it has more than IMAGE_PIXELS_MAX */
#define DECODER_STATUS(name, millions, what) DECODER_PIXELS_##name,
	DECODER_KINDS(DECODER_STATUS) /* it has too many for its kind */
#undef DECODER_STATUS
	DECODER_SCANS,      /* a JPEG with too many scans, or too many for its pixels */
	DECODER_ARITHMETIC, /* a JPEG with arithmetic coding */
	DECODER_MEMORY,     /* it takes more memory than the task permits */
	/* timed out with less than half of its processor time used */
	DECODER_LATE,
};

struct decoder_result {
	uint32_t status;
	uint32_t bytes;       /* of the WebP that follows */
	uint32_t small_bytes; /* of the small one that follows it; 0 = none */
};

/* ---- confine.c ---- */

/* confine_parent() takes away files and network from the process and its children.
 * confine_child() leaves a child only memory, threads and open descriptors. Both do
 * nothing if the build or KITH_SANDBOX disables the sandbox. Without seccomp in the
 * kernel, they abort only with KITH_SANDBOX=require. */
void confine_parent(void);
void confine_child(void);

/* ---- webp.c ---- */

/* Removes all chunks without pixels from a WebP in place. Returns its new size; 0 if
 * it is not a WebP. */
size_t webp_strip(void *webp, size_t size);

/* Removes all chunks that do not concern the pixels of the first frame: libwebp looks at
 * all earlier frames for each one. A chunk that is cut off stays as it is. Sets
 * `orientation` if it has one. */
size_t webp_strip_metadata(void *webp, size_t size, int *orientation);

/* ---- png.c ---- */

/* Whether the header says so; false if it cannot be read. */
bool png_is_interlaced(const void *png, size_t size);

/* Removes all chunks that do not concern pixels from a PNG in place. Returns its new
 * size. A chunk that is cut off stays as it is. Sets `orientation` if it has one. */
size_t png_strip(void *png, size_t size, int *orientation);

/* ---- jpeg.c ---- */

struct jpeg_facts {
	size_t scans;
	size_t passes;   /* the components of all scans */
	size_t metadata; /* segments of applications, and comments */
	uint64_t pixels;
	bool arithmetic;
	bool complete; /* it has an end marker */
	size_t end;    /* where that marker would have to stand */
};

/* Reads the markers of a JPEG, without decoding it. */
struct jpeg_facts jpeg_read(const void *jpeg, size_t size);

/* Makes Exif and XMP segments that decoders pass over. No byte moves, because the bytes
 * around a removed segment could form a marker that jpeg_read() has not seen. Sets
 * `orientation` if the image has one. */
void jpeg_strip(void *jpeg, size_t size, int *orientation);

/* The bytes of an end marker that decode_image() may add to an image. */
#define DECODER_END_SIZE 2

/* ---- exif.c ---- */

/* The orientation, 1 to 8; 1, which is upright, if the Exif has none. */
int exif_orientation(const void *exif, size_t size);

/* ---- decode.c ---- */

/* Initializes libvips. Call once. */
void decode_open(void);

/* What is made of an image; it lives as long as the process. */
struct decoder_made {
	void *webp; /* NULL unless the status is DECODER_DONE */
	size_t size;
	void *small; /* a small WebP of a square; NULL = none */
	size_t small_size;
};

/* Makes the WebPs. The image has room for DECODER_END_SIZE more bytes. */
enum decoder_status
decode_image(void *image, struct decoder_task *task, struct decoder_made *made);

#endif
