#include "gateway/http/library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <strings.h>

#include "gateway/http/vet.h"

/* The linker exports them, so that they precede the library's. */
#define PUBLIC __attribute__((visibility("default")))

typedef enum MHD_Result lookup_function(struct MHD_Connection *, enum MHD_ValueKind,
	const char *, size_t, const char **, size_t *);
typedef enum MHD_Result
queue_function(struct MHD_Connection *, unsigned, struct MHD_Response *);

static lookup_function *lookup;
static queue_function *queue;
static http_library_refuser *refuse;
static atomic_bool looked_up;

/* POSIX lets a pointer to a function be copied from one to an object. */
static void
find(const char *name, void *function)
{
	void *found = dlsym(RTLD_NEXT, name);

	memcpy(function, &found, sizeof(found));
}

bool
http_library_begin(http_library_refuser *refuser)
{
	static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	bool complete;

	pthread_mutex_lock(&mutex);
	if (queue == NULL) {
		find("MHD_lookup_connection_value_n", &lookup);
		find("MHD_queue_response", &queue);
	}
	refuse = refuser;
	complete = lookup != NULL && queue != NULL;
	pthread_mutex_unlock(&mutex);
	return complete;
}

enum MHD_Result
http_library_queue(
	struct MHD_Connection *mhd, unsigned status, struct MHD_Response *response)
{
	return queue(mhd, status, response);
}

/* The library's own refusals come here. */
PUBLIC enum MHD_Result
MHD_queue_response(
	struct MHD_Connection *mhd, unsigned status, struct MHD_Response *response)
{
	struct MHD_Response *ours = refuse(mhd, &status);

	return queue(mhd, status, ours != NULL ? ours : response);
}

static bool
is_named(const char *key, size_t size, const char *name)
{
	return size == strlen(name) && strncasecmp(key, name, size) == 0;
}

/* Cuts the blanks off a value that frames the body. */
static void
trim(const char **value, size_t *size)
{
	static const char chunked[] = "chunked";
	const char *text = *value;
	size_t length = size != NULL ? *size : strlen(text);

	while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
		length--;
	if (size != NULL)
		*size = length;
	else if (is_named(text, length, chunked))
		*value = chunked; /* it is compared up to its NUL */
}

/* Whether the library would refuse the length of a body. It answers with two heads then,
 * so it sees no length, and vet.c refuses the request. */
static bool
is_bad_length(const char *key, size_t key_size, const char *value, const size_t *size)
{
	return is_named(key, key_size, "Content-Length") &&
		!http_vet_is_length(value, size != NULL ? *size : strlen(value));
}

/* The library looks up Cookie only to copy it into a buffer that has no room for it. */
PUBLIC enum MHD_Result
MHD_lookup_connection_value_n(struct MHD_Connection *mhd, enum MHD_ValueKind kind,
	const char *key, size_t key_size, const char **value, size_t *value_size)
{
	enum MHD_Result found;

	if (kind == MHD_HEADER_KIND && is_named(key, key_size, "Cookie")) {
		atomic_store_explicit(&looked_up, true, memory_order_relaxed);
		return MHD_NO;
	}
	found = lookup(mhd, kind, key, key_size, value, value_size);
	if (found == MHD_YES && value != NULL && *value != NULL &&
		(is_named(key, key_size, "Content-Length") ||
			is_named(key, key_size, "Transfer-Encoding")))
		trim(value, value_size);
	if (found == MHD_YES && value != NULL && *value != NULL &&
		is_bad_length(key, key_size, *value, value_size))
		return MHD_NO;
	return found;
}

bool
http_library_trims(void)
{
	return atomic_load_explicit(&looked_up, memory_order_relaxed);
}
