/*
 * transfer.c - uploads and downloads backups, and deletes old ones.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "services/ctl/backup/remote.h"

/* Deletes the objects of incomplete backups, and then these from the list. */
static bool
sweep(struct remote_list *list)
{
	char key[REMOTE_NAME_SIZE + 8];
	size_t stay = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct remote_entry *entry = &list->entries[i];

		for (json_int_t part = 1; !entry->complete && part <= entry->parts;
			part++) {
			if (!remote_delete(remote_part_key(key, entry, part)))
				return false;
		}
		if (entry->complete)
			list->entries[stay++] = *entry;
	}
	if (stay == list->count)
		return true;
	list->count = stay;
	return remote_write_list(list);
}

/* ---- writing ---- */

/* The file in memory; NULL after an error message. */
static const uint8_t *
map(const char *path, size_t *size)
{
	const int file = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status;
	void *data = MAP_FAILED;

	if (file >= 0 && fstat(file, &status) == 0) {
		*size = (size_t)status.st_size;
		data = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
	}
	if (data == MAP_FAILED)
		fprintf(stderr, "kithctl: %s: %s\n", path, strerror(errno));
	if (file >= 0)
		close(file);
	return data == MAP_FAILED ? NULL : data;
}

/* Marks all but the newest `keep` backups as incomplete, and deletes them. */
static bool
prune(struct remote_list *list, int keep)
{
	const size_t stay = (size_t)keep;

	if (keep == 0 || list->count <= stay)
		return true;
	for (size_t i = 0; i < list->count - stay; i++) {
		list->entries[i].complete = false;
		printf("deleted %s from the store\n", list->entries[i].name);
	}
	return remote_write_list(list) && sweep(list);
}

/* Adds the entry of a backup that is about to be written. */
static struct remote_entry *
add(struct remote_list *list, const char *path, size_t size)
{
	const char *slash = strrchr(path, '/'), *name = slash == NULL ? path : slash + 1;
	struct remote_entry *entry = &list->entries[list->count];

	for (size_t i = 0; i < list->count; i++) {
		if (strcmp(list->entries[i].name, name) == 0)
			name = NULL;
		if (name == NULL)
			break;
	}
	if (!remote_is_name(name) || list->count == REMOTE_ENTRIES_MAX ||
		size / REMOTE_PART_BYTES >= REMOTE_PARTS_MAX) {
		fprintf(stderr,
			"kithctl: the store has a backup of the name of %s, or has room "
			"for no other, or the name is not of letters, digits, dashes and "
			"dots\n",
			path);
		return NULL;
	}
	snprintf(entry->name, REMOTE_NAME_SIZE, "%s", name);
	entry->bytes = (json_int_t)size;
	entry->parts = (json_int_t)((size + REMOTE_PART_BYTES - 1) / REMOTE_PART_BYTES);
	entry->complete = false;
	list->count++;
	return entry;
}

bool
remote_put(struct arena *arena, const char *path, int keep)
{
	size_t size = 0;
	const uint8_t *data = map(path, &size);
	struct remote_list *list = data == NULL ? NULL : remote_read_list(arena);
	char key[REMOTE_NAME_SIZE + 8];
	struct remote_entry *entry;
	bool good;

	if (list == NULL || !sweep(list))
		return false;
	entry = add(list, path, size);
	good = entry != NULL && remote_write_list(list);
	for (json_int_t part = 1; good && part <= entry->parts; part++) {
		const size_t from = (size_t)(part - 1) * REMOTE_PART_BYTES,
			     left = size - from;

		good = remote_put_object(remote_part_key(key, entry, part), data + from,
			left < REMOTE_PART_BYTES ? left : REMOTE_PART_BYTES);
	}
	munmap((void *)(uintptr_t)data, size);
	if (!good)
		return false;
	entry->complete = true;
	if (!remote_write_list(list))
		return false;
	printf("%s is in the store: %lld bytes in %lld objects\n", entry->name,
		(long long)entry->bytes, (long long)entry->parts);
	return prune(list, keep);
}

/* ---- reading ---- */

/* The complete backup of the name, or the newest one; NULL after an error message. */
static const struct remote_entry *
find(const struct remote_list *list, const char *name)
{
	for (size_t i = list->count; i-- > 0;) {
		const struct remote_entry *entry = &list->entries[i];

		if (entry->complete && (name == NULL || strcmp(name, entry->name) == 0))
			return entry;
	}
	fprintf(stderr, "kithctl: the store has no complete backup%s%s\n",
		name == NULL ? "" : " ", name == NULL ? "" : name);
	return NULL;
}

/* Appends an object to the file; false after an error message. */
static bool
append(int file, const char *key)
{
	struct arena *arena = arena_new(65536);
	struct store_request request = {.method = "GET",
		.key = key,
		.answer = {.body = {.arena = arena}, .bytes_max = REMOTE_PART_BYTES}};
	const enum objects_outcome outcome = remote_ask(&request);
	const struct buffer *body = &request.answer.body;
	bool good = outcome == OBJECTS_DONE;

	if (outcome == OBJECTS_MISSING)
		fprintf(stderr, "kithctl: the store lacks the object %s\n", key);
	for (size_t done = 0; good && done < body->size;) {
		const ssize_t more = write(file, body->data + done, body->size - done);

		if (more < 0)
			fprintf(stderr, "kithctl: %s\n", strerror(errno));
		good = more >= 0;
		done += good ? (size_t)more : 0;
	}
	arena_free(arena);
	return good;
}

const char *
remote_get(struct arena *arena, const char *name, const char *path)
{
	const struct remote_list *list = remote_read_list(arena);
	const struct remote_entry *entry = list == NULL ? NULL : find(list, name);
	const int file = entry == NULL
		? -1
		: open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	char key[REMOTE_NAME_SIZE + 8];
	struct stat status;
	bool good = file >= 0;

	if (entry != NULL && file < 0)
		fprintf(stderr, "kithctl: %s: %s\n", path, strerror(errno));
	for (json_int_t part = 1; good && part <= entry->parts; part++)
		good = append(file, remote_part_key(key, entry, part));
	if (good && (fstat(file, &status) < 0 || status.st_size != entry->bytes)) {
		fprintf(stderr, "kithctl: the backup in the store is incomplete\n");
		good = false;
	}
	good = good && fsync(file) == 0;
	if (file >= 0)
		close(file);
	return good ? entry->name : NULL;
}

bool
remote_list(struct arena *arena)
{
	const struct remote_list *list = remote_read_list(arena);

	for (size_t i = 0; list != NULL && i < list->count; i++)
		printf("%s  %lld bytes%s\n", list->entries[i].name,
			(long long)list->entries[i].bytes,
			list->entries[i].complete ? "" : "  incomplete");
	return list != NULL;
}
