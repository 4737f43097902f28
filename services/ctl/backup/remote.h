/*
 * remote.h - the store of backups: its objects, and the list of backups in it.
 */
#ifndef KITH_SERVICES_CTL_BACKUP_REMOTE_H
#define KITH_SERVICES_CTL_BACKUP_REMOTE_H

#include "services/ctl/backup/inside.h"
#include "services/media/objects/store.h"

#define REMOTE_INDEX_BYTES_MAX ((size_t)256 * 1024)
#define REMOTE_ENTRIES_MAX 1000
#define REMOTE_NAME_SIZE 80

#define REMOTE_PART_BYTES ((size_t)32 * 1024 * 1024)
#define REMOTE_PARTS_MAX 99999

struct remote_entry {
	char name[REMOTE_NAME_SIZE];
	json_int_t bytes, parts;
	bool complete;
};

struct remote_list {
	struct remote_entry entries[REMOTE_ENTRIES_MAX];
	size_t count;
};

/* Sends a request, up to four times with pauses. Failures are printed. */
enum objects_outcome remote_ask(struct store_request *request);

bool remote_put_object(const char *key, const void *data, size_t size);

/* Deletes an object; one that is missing counts as deleted. */
bool remote_delete(const char *key);

const char *remote_part_key(char key[REMOTE_NAME_SIZE + 8],
	const struct remote_entry *entry, json_int_t number);

/* Whether the name can be part of a key as it is. */
bool remote_is_name(const char *name);

/* Reads the list; an empty one if the store has none. NULL after an error message. */
struct remote_list *remote_read_list(struct arena *arena);
bool remote_write_list(const struct remote_list *list);

#endif
