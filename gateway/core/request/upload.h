/*
 * upload.h - a body with a file: waits for memory, and reads the form (RFC 7578).
 */
#ifndef KITH_GATEWAY_CORE_REQUEST_UPLOAD_H
#define KITH_GATEWAY_CORE_REQUEST_UPLOAD_H

#include "gateway/http/http.h"

/* The most bytes that a form adds to its file. */
#define UPLOAD_FORM_BYTES ((size_t)8 * 1024)

/* The most parts of a form. */
#define UPLOAD_PARTS_MAX 8

struct upload_part {
	struct text name;
	const char *type; /* the media type that the client declared, or NULL */
	const char *data; /* in the body */
	size_t size;
};

struct upload_form {
	struct upload_part parts[UPLOAD_PARTS_MAX];
	size_t count;
};

/* Reads a multipart form strictly: nothing may follow its last boundary. Answers NULL, or
 * what is wrong. */
const char *upload_read(const struct http_request *request, struct upload_form *form);

/* The state of a request that waits for memory. */
struct upload_wait {
	struct http_request *request;
	struct loop_timer *timer; /* NULL = it does not wait */
	int64_t until_ms;
	uint8_t member[16];         /* who uploads */
	void (*refuse)(void *data); /* there is no memory after 15 seconds */
	void *data;
};

#define UPLOAD_NO_ROOM "too many images are arriving at this moment"

/* At HTTP_HEADERS, after http_wait(): reads the body once there is memory for all of
 * it. */
void upload_wait_begin(struct upload_wait *wait, struct http_request *request,
	const struct uuid *member, void (*refuse)(void *data), void *data);
void upload_wait_cancel(struct upload_wait *wait);

#endif
