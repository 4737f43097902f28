/*
 * decoder.h - the program that turns a stranger's image into one that is served.
 *
 * kith-media starts kith-decoder before it confines itself, and is the only one that it talks to.
 * Over the socket CONTROL it gets one end of a pair of stream sockets for each image. It forks, and
 * its child reads a `decoder_task` and the image from that socket, writes a `decoder_result` and
 * the WebP to it, and ends. Decoders have had holes, and a few bytes can ask them for gigabytes:
 * so each image has a process of its own, which can do nothing but read and write that socket,
 * with little memory and time. The program that forks reads nothing of a stranger's.
 */
#ifndef KITH_SERVICES_DECODER_DECODER_H
#define KITH_SERVICES_DECODER_DECODER_H

#include <stddef.h>
#include <stdint.h>

/* The descriptor of the socket over which sockets come. */
#define DECODER_CONTROL 3

/* Children at once; a socket that comes when there are as many is closed. */
#define DECODER_CHILDREN_MAX 8

/* What one image may take: processor time, time, and memory of its own. A progressive JPEG of the
 * most pixels needs six bytes for each. */
#define DECODER_CPU_S 6
#define DECODER_TIME_MS 8000
#define DECODER_MEMORY_BYTES ((size_t)448 * 1024 * 1024)

enum decoder_format {
	DECODER_JPEG,
	DECODER_PNG,
	DECODER_WEBP,
	DECODER_GIF,
	DECODER_FORMATS
};

struct decoder_task {
	uint32_t bytes;  /* of the image that follows */
	uint32_t format; /* enum decoder_format, by its first bytes */
	uint32_t square; /* 1: cut to a square */
};

enum decoder_status {
	DECODER_DONE = 1,
	DECODER_BROKEN,     /* it cannot be decoded */
	DECODER_SIDE_SMALL, /* a side is shorter than IMAGE_SIDE_MIN */
	DECODER_SIDE_LARGE, /* a side is longer than IMAGE_SIDE_MAX */
	DECODER_PIXELS,     /* it has more than IMAGE_PIXELS_MAX */
	DECODER_LATE, /* its time was up before it had had half of its processor time */
};

struct decoder_result {
	uint32_t status;
	uint32_t bytes; /* of the WebP that follows */
};

/* ---- confine.c ---- */

/* Leaves the process, and all that it forks, no files and no network; and then, in a child,
 * nothing but memory, threads, and the descriptors that it has. They end the process when the
 * kernel refuses, unless the build or KITH_SANDBOX says otherwise. */
void confine_parent(void);
void confine_child(void);

/* ---- webp.c ---- */

/* Takes out of a WebP, in its place, all that is no pixels; its size then, 0 when it is none. */
size_t webp_strip(void *webp, size_t size);

/* ---- decode.c ---- */

/* Prepares the library, once. */
void decode_open(void);

/* Makes WebP, to be freed with the process; `*webp` is NULL unless the answer is DECODER_DONE. */
enum decoder_status decode_image(
	const void *image, const struct decoder_task *task, void **webp, size_t *size);

#endif
