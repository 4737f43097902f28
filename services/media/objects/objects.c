#include "services/media/objects/objects.h"

#include <stdio.h>
#include <string.h>

#include "common/base/log.h"
#include "common/config/config.h"

/* The maximum size of an error answer, which contains the error code. */
#define ERROR_BYTES_MAX ((size_t)16 * 1024)

#define KEY_SIZE_MAX (2 * ID_TEXT_MAX + 8)

static struct store store;

const char *
objects_open(struct arena *arena, struct sandbox_server *reach)
{
	const struct config *settings = config_load();

	return store_open(arena, &store,
		&(const struct store_settings){settings->s3_url, settings->s3_region,
			settings->s3_access_key, settings->s3_secret_key,
			settings->s3_ca},
		reach);
}

bool
objects_configured(void)
{
	return store.url != NULL;
}

bool
objects_in_use(void)
{
	return store.url != NULL && strcmp(config()->s3_drain.data, "off") == 0;
}

/* Sends a request for an object, and waits for the answer. Fails at once when no time is
 * left. Failures are logged here, because clients learn no details. */
static enum objects_outcome
ask(struct store_request *request, const struct objects_name *name, int64_t within_ms)
{
	char key[KEY_SIZE_MAX], image[ID_TEXT_MAX], object[ID_TEXT_MAX];
	enum objects_outcome outcome;

	if (store.url == NULL) {
		log_error("object_store",
			LOG_TEXT("error",
				"an image is in an object store, but KITH_S3_URL "
				"is not set"));
		return OBJECTS_FAILED;
	}
	if (within_ms <= 0)
		return OBJECTS_FAILED;
	id_format(image, "img", &name->image);
	id_format(object, "obj", &name->object);
	snprintf(key, sizeof(key), "%s-%s.webp", image, object + 4);
	request->key = key;
	request->type = "image/webp";
	request->connect_ms = OBJECTS_CONNECT_MS;
	request->within_ms =
		(long)(within_ms < OBJECTS_REQUEST_MS ? within_ms : OBJECTS_REQUEST_MS);
	outcome = store_ask(&store, request);
	if (outcome == OBJECTS_FAILED)
		log_warn("object_store", LOG_TEXT("method", request->method),
			LOG_INT("status", request->status),
			LOG_TEXT("code", request->code[0] != '\0' ? request->code : NULL),
			LOG_TEXT("error", request->fault));
	return outcome;
}

enum objects_outcome
objects_put(
	const struct objects_name *name, const void *data, size_t size, int64_t within_ms)
{
	struct arena *arena = arena_new(1024);
	struct store_request request = {.method = "PUT",
		.data = data,
		.size = size,
		.answer = {.body = {.arena = arena}, .bytes_max = ERROR_BYTES_MAX}};
	enum objects_outcome outcome = ask(&request, name, within_ms);

	arena_free(arena);
	return outcome == OBJECTS_DONE ? OBJECTS_DONE : OBJECTS_FAILED;
}

enum objects_outcome
objects_get(struct arena *arena, const struct objects_name *name, size_t size,
	int64_t within_ms, const uint8_t **data)
{
	struct store_request request = {.method = "GET",
		.answer = {.body = {.arena = arena},
			.bytes_max = size < ERROR_BYTES_MAX ? ERROR_BYTES_MAX : size}};
	enum objects_outcome outcome = ask(&request, name, within_ms);

	*data = request.answer.body.data;
	if (outcome != OBJECTS_DONE || request.answer.body.size == size)
		return outcome;
	log_warn("object_store", LOG_TEXT("method", "GET"),
		LOG_TEXT("error", "the object does not have the size that was put"));
	return OBJECTS_FAILED;
}

enum objects_outcome
objects_remove(const struct objects_name *name)
{
	struct arena *arena = arena_new(1024);
	struct store_request request = {.method = "DELETE",
		.answer = {.body = {.arena = arena}, .bytes_max = ERROR_BYTES_MAX}};
	enum objects_outcome outcome = ask(&request, name, OBJECTS_REQUEST_MS);

	arena_free(arena);
	return outcome == OBJECTS_MISSING ? OBJECTS_DONE : outcome;
}
