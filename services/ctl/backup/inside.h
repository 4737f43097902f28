/*
 * inside.h - the parts of backup and restore.
 *
 * A backup is one file: a header (magic, encrypted or plain, salt) and frames
 * (common/secret/stream.h). The first frame is the manifest, a JSON document that
 * describes the backup. The other frames are the output of pg_dump in its custom format.
 */
#ifndef KITH_SERVICES_CTL_BACKUP_INSIDE_H
#define KITH_SERVICES_CTL_BACKUP_INSIDE_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "common/base/arena.h"
#include "common/json/json.h"
#include "common/secret/stream.h"

#define FRAME_BYTES_MAX ((size_t)256 * 1024)

/* ---- options.c ---- */

struct backup_options {
	const char *file;
	const char *key_file; /* NULL = the backup is not encrypted */
	bool replace;         /* restore: even when the database has members */
	bool other_secret;    /* restore: even when the instance's secret differs */
	int jobs;
	bool store;       /* backup: uploads it, too */
	int keep;         /* backup: how many stay; 0 = all */
	const char *name; /* backup fetch: NULL = the newest one */
	struct key key;
};

/* Reads the options of `kithctl NAME` and the key file; false after an error message, or
 * after the help. */
bool backup_read_options(
	const char *name, int argc, char **argv, struct backup_options *options);

/* The key, or NULL when none is configured. */
const struct key *backup_key(const struct backup_options *options);

/* ---- frames.c ---- */

struct frames {
	FILE *file;
	struct secret_stream stream;
	uint8_t *frame;    /* FRAME_BYTES_MAX bytes */
	size_t size;       /* writing: collected bytes */
	const char *fault; /* the first error as a sentence, or NULL */
};

/* Begins to write or read a file. Errors are recorded in .fault, here and below. */
void frames_create(struct frames *frames, const char *path, const struct key *key);
void frames_open(struct frames *frames, const char *path, const struct key *key);

/* Writes bytes as frames; frames_cut() ends the current frame. */
void frames_write(struct frames *frames, const void *data, size_t size);
void frames_cut(struct frames *frames);

/* The next frame; 0 after the last one and after an error. */
size_t frames_read(struct frames *frames, const uint8_t **data);

/* frames_finish() writes the last frame and syncs the file; frames_close() only
 * closes. */
void frames_finish(struct frames *frames);
void frames_close(struct frames *frames);

/* ---- program.c ---- */

/* A running program of PostgreSQL. Its arguments name the database; the password is only
 * in its environment. `fd` is our end of a pipe to its standard input or output. */
struct program {
	pid_t pid;
	int fd;
};

struct program_call {
	const char *name;
	int server;                   /* the release of the server; 0 = none */
	const char *const *arguments; /* ended by NULL, without the program's name */
	const char *url;              /* NULL = it opens no database */
	bool writes;                  /* we read its output; else we write its input */
	int keep;                     /* a descriptor that it inherits, or -1 */
	int errors;                   /* its standard error; 0 = ours */
};

/* False after an error message. */
bool program_start(struct program *program, const struct program_call *of);

/* Waits for the end of the program; whether it succeeded. */
bool program_end(struct program *program);

/* ---- choose.c ---- */

#define CHOICES_MAX 32

/* The releases of a program on this machine, and their paths. */
struct choice {
	int releases[CHOICES_MAX];
	const char *paths[CHOICES_MAX];
	size_t count;
};

/* Whether the program and the server are compatible in both directions. */
bool choose_fits(int release, int server);

/* The index of the best release: the oldest that fits the server, or the newest when
 * `server` is 0; `count` when none fits. */
size_t choose_release(const int *releases, size_t count, int server);

/* Prints that no release fits, and which would. */
void choose_refuse(struct arena *arena, FILE *out, const char *name, int server,
	const struct choice *choice);

/* The path of a program that fits the server; NULL after an error message. */
const char *choose_program(struct arena *arena, const char *name, int server);

/* ---- folder.c ---- */

/* An unnamed file for the archive: in the backup's folder, or in TMPDIR (/var/tmp) where
 * the folder's file system has no unnamed files. -1 after an error message. */
int folder_scratch(struct arena *arena, const char *path);

/* Like folder_scratch(), but only in the backup's folder and with room for so many bytes;
 * -1 without a message. */
int folder_try_scratch(struct arena *arena, const char *path, intmax_t bytes);

/* Renames `part` to `path`, which must not exist, and syncs the folder; false after an
 * error message. */
bool folder_publish(struct arena *arena, const char *part, const char *path);

/* Deletes all but the newest `keep` backups in a folder: files named kith-<time>. False
 * after an error message. */
bool folder_prune(struct arena *arena, const char *folder, int keep);

/* ---- remote.c ---- */

/* Opens the store of KITH_BACKUP_S3_URL; false after an error message. */
bool remote_open(struct arena *arena);

/* Uploads a complete backup under the name of its file. Then deletes all but the newest
 * `keep` backups of the store, unless `keep` is 0. False after an error message. */
bool remote_put(struct arena *arena, const char *path, int keep);

/* Downloads a backup, or the newest one, into a new file. Returns its name, or NULL after
 * an error message. */
const char *remote_get(struct arena *arena, const char *name, const char *path);

/* Prints the backups of the store, newest last; false after an error message. */
bool remote_list(struct arena *arena);

/* ---- place.c ---- */

/* The name of the instance's database; its connection string for another database; and a
 * connection to that, or NULL after an error message. */
const char *place_name(struct arena *arena);
const char *place_url(struct arena *arena, const char *database);
PGconn *place_open(struct arena *arena, const char *name);

/* ---- tables.c ---- */

/* Writes the row count and checksum of each table as a JSON array in the order of names,
 * with a NUL after it. The checksum does not depend on the order of rows. Reads in the
 * connection's transaction, if any, and changes its session settings. False after an
 * error message. */
bool tables_describe(struct buffer *out, PGconn *connection);

/* Whether two descriptions are equal; prints the table that differs. */
bool tables_equal(const json_t *expected, const json_t *found);

/* ---- verify.c ---- */

/* Reads a backup to its end. Every frame must be authentic, pg_restore must be able to
 * read the archive, and each table must have as many rows as the manifest says. Returns
 * the manifest, or NULL after an error message. When `copy` is not -1, writes the archive
 * there and skips pg_restore and the counts: the caller compares the tables after the
 * restore. */
json_t *
backup_verify(struct arena *arena, const struct backup_options *options, int copy);

#endif
