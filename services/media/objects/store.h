/*
 * store.h - requests to an S3-compatible store.
 *
 * libcurl signs them (AWS Signature Version 4) including the hash of their body. Each
 * call blocks its thread until it ends. A thread keeps its connection for the next call.
 */
#ifndef KITH_SERVICES_MEDIA_OBJECTS_STORE_H
#define KITH_SERVICES_MEDIA_OBJECTS_STORE_H

#include <stdint.h>

#include "common/sandbox/sandbox.h"
#include "proto/field.h"
#include "services/media/web/web.h"

enum objects_outcome {
	OBJECTS_DONE,
	OBJECTS_MISSING, /* the store has no such object */
	OBJECTS_FAILED,  /* unknown whether it was done; the reason is known */
};

/* A store. All texts live as long as it is used. */
struct store {
	const char *url; /* without a trailing slash; NULL = no store */
	const char *signature;
	const char *certificates; /* NULL = those of the system */
	const char *access_key, *secret_key;
};

/* The settings of a store, as in the configuration. */
struct store_settings {
	struct text url, region, access_key, secret_key, certificates;
};

/* Reads the settings; .url stays NULL if they name no store. Call once per store, before
 * threads start. Returns NULL, or a sentence that explains why they are invalid. `*reach`
 * is the server to connect to; its host is NULL without a store. */
const char *store_open(struct arena *arena, struct store *store,
	const struct store_settings *settings, struct sandbox_server *reach);

#define STORE_CODE_SIZE 64

/* A request and its answer. */
struct store_request {
	const char *method;
	const char
		*key; /* letters, digits, dashes, dots and slashes: it is not escaped */
	const char *type;
	const uint8_t *data; /* request body; NULL = none */
	size_t size, sent;
	long within_ms, connect_ms;
	struct web_answer answer; /* needs an arena and a bound */
	long status;
	char code[STORE_CODE_SIZE]; /* of the store's error; "" = none */
	const char *fault;          /* of the transport; NULL = none */
};

enum objects_outcome store_ask(const struct store *store, struct store_request *request);

#endif
