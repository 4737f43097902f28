/*
 * remote.c - backups in an S3-compatible store.
 *
 * A backup is a row of objects of 32 MiB at most, NAME/00001 and so on, so that a lost
 * connection costs one of them. The object `kith-backups.json` lists the backups, oldest
 * first. It names a backup before its objects are written and until they are deleted, so
 * the objects of a command that was killed are found and deleted by the next one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/config/config.h"
#include "services/ctl/backup/remote.h"

#define INDEX_KEY "kith-backups.json"

#define CONNECT_MS 10000
#define REQUEST_MS 300000
#define TRIES 4

static struct store store;

bool
remote_open(struct arena *arena)
{
	const struct config *settings = config();
	struct sandbox_server reach;
	const char *why = store_open(arena, &store,
		&(const struct store_settings){settings->backup_url,
			settings->backup_region, settings->backup_access_key,
			settings->backup_secret_key, settings->backup_ca},
		&reach);

	if (why == NULL && store.url == NULL)
		why = "it is not set";
	if (why != NULL)
		fprintf(stderr, "kithctl: KITH_BACKUP_S3_URL: %s\n", why);
	return why == NULL;
}

/* ---- requests ---- */

static void
complain(const struct store_request *request)
{
	if (request->fault != NULL)
		fprintf(stderr,
			"kithctl: %s %s gets no answer from the store of "
			"KITH_BACKUP_S3_URL: %s\n",
			request->method, request->key, request->fault);
	else
		fprintf(stderr, "kithctl: the store refused %s %s: status %ld %s\n",
			request->method, request->key, request->status, request->code);
}

/* Sends a request, up to four times with pauses. Failures are printed. */
enum objects_outcome
remote_ask(struct store_request *request)
{
	const struct store_request fresh = *request;
	enum objects_outcome outcome = OBJECTS_FAILED;

	for (int i = 0; i < TRIES && outcome == OBJECTS_FAILED; i++) {
		const struct timespec pause = {.tv_sec = (time_t)i * i};

		nanosleep(&pause, NULL);
		*request = fresh;
		request->type = "application/octet-stream";
		request->connect_ms = CONNECT_MS;
		request->within_ms = REQUEST_MS;
		outcome = store_ask(&store, request);
		/* The same signature would be refused again. */
		if (request->fault == NULL && request->status < 500)
			break;
	}
	if (outcome == OBJECTS_FAILED)
		complain(request);
	return outcome;
}

bool
remote_put_object(const char *key, const void *data, size_t size)
{
	struct arena *arena = arena_new(1024);
	struct store_request request = {.method = "PUT",
		.key = key,
		.data = data,
		.size = size,
		.answer = {
			.body = {.arena = arena}, .bytes_max = REMOTE_INDEX_BYTES_MAX}};
	const bool done = remote_ask(&request) == OBJECTS_DONE;

	arena_free(arena);
	return done;
}

/* Deletes an object; one that is missing counts as deleted. */
bool
remote_delete(const char *key)
{
	struct arena *arena = arena_new(1024);
	struct store_request request = {.method = "DELETE",
		.key = key,
		.answer = {
			.body = {.arena = arena}, .bytes_max = REMOTE_INDEX_BYTES_MAX}};
	const enum objects_outcome outcome = remote_ask(&request);

	arena_free(arena);
	return outcome != OBJECTS_FAILED;
}

const char *
remote_part_key(char key[REMOTE_NAME_SIZE + 8], const struct remote_entry *entry,
	json_int_t number)
{
	snprintf(key, REMOTE_NAME_SIZE + 8, "%s/%05lld", entry->name, (long long)number);
	return key;
}

/* ---- the list ---- */

/* Whether the name can be part of a key as it is. */
bool
remote_is_name(const char *name)
{
	static const char allowed[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		"0123456789-_.";

	return name != NULL && name[0] != '\0' && name[0] != '.' &&
		strlen(name) < REMOTE_NAME_SIZE && name[strspn(name, allowed)] == '\0';
}

static bool
read_entry(struct remote_entry *entry, const json_t *given)
{
	const char *name = json_string_value(json_object_get(given, "name"));

	entry->bytes = json_integer_value(json_object_get(given, "bytes"));
	entry->parts = json_integer_value(json_object_get(given, "parts"));
	entry->complete = json_is_true(json_object_get(given, "complete"));
	if (!remote_is_name(name) || entry->parts < 1 || entry->parts > REMOTE_PARTS_MAX)
		return false;
	snprintf(entry->name, REMOTE_NAME_SIZE, "%s", name);
	return true;
}

/* Reads the list; an empty one if the store has none. NULL after an error message. */
struct remote_list *
remote_read_list(struct arena *arena)
{
	struct remote_list *list = arena_alloc(arena, sizeof(*list));
	struct store_request request = {.method = "GET",
		.key = INDEX_KEY,
		.answer = {
			.body = {.arena = arena}, .bytes_max = REMOTE_INDEX_BYTES_MAX}};
	const enum objects_outcome outcome = remote_ask(&request);
	const char *fault = NULL;
	const json_t *entries;

	list->count = 0;
	if (outcome == OBJECTS_MISSING)
		return list;
	if (outcome == OBJECTS_FAILED)
		return NULL;
	entries = json_object_get(json_parse(arena, request.answer.body.data,
					  request.answer.body.size, &fault),
		"backups");
	for (size_t i = 0; i < json_array_size(entries); i++) {
		if (list->count == REMOTE_ENTRIES_MAX ||
			!read_entry(&list->entries[list->count++],
				json_array_get(entries, i)))
			fault = "too long or damaged";
	}
	if (fault == NULL && json_is_array(entries))
		return list;
	fprintf(stderr, "kithctl: the object " INDEX_KEY " of the store is damaged\n");
	return NULL;
}

bool
remote_write_list(const struct remote_list *list)
{
	struct arena *arena = arena_new(65536);
	struct buffer out = {.arena = arena};
	bool done;

	json_add_open(&out, NULL, '{');
	json_add_open(&out, "backups", '[');
	for (size_t i = 0; i < list->count; i++) {
		json_add_open(&out, NULL, '{');
		json_add_text(&out, "name", list->entries[i].name);
		json_add_integer(&out, "bytes", list->entries[i].bytes);
		json_add_integer(&out, "parts", list->entries[i].parts);
		json_add_boolean(&out, "complete", list->entries[i].complete);
		json_add_close(&out, '}');
	}
	json_add_close(&out, ']');
	json_add_close(&out, '}');
	done = remote_put_object(INDEX_KEY, out.data, out.size);
	arena_free(arena);
	return done;
}
