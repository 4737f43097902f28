/*
 * inside.h - what backup and restore share.
 *
 * A backup is one file: a head (magic, whether it is sealed, a salt) and frames (common/secret/
 * stream.h). The first frame is the manifest, a JSON document that says what is in the backup; the
 * others are what pg_dump writes in its custom format.
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
	const char *key_file; /* NULL = the backup is not sealed */
	bool replace;         /* restore: whatever the database holds */
	bool other_secret;    /* restore: with another secret than the backup's */
	int jobs;
	struct key key;
};

/* Reads the options of `kithctl NAME`, and the key; false after saying what is wrong. */
bool backup_read_options(
	const char *name, int argc, char **argv, struct backup_options *options);

/* The key, or NULL when there is none. */
const struct key *backup_key(const struct backup_options *options);

/* ---- frames.c ---- */

struct frames {
	FILE *file;
	struct secret_stream stream;
	uint8_t *frame;    /* of FRAME_BYTES_MAX */
	size_t size;       /* writing: of what is gathered */
	const char *fault; /* the first thing that went wrong, as a sentence; or NULL */
};

/* Begins to write a file, or to read one; what is wrong is in .fault from then on. */
void frames_create(struct frames *frames, const char *path, const struct key *key);
void frames_open(struct frames *frames, const char *path, const struct key *key);

/* Writes bytes as frames; frames_cut() ends the frame that is begun. */
void frames_write(struct frames *frames, const void *data, size_t size);
void frames_cut(struct frames *frames);

/* The next frame, 0 bytes after the last, or when something is wrong. */
size_t frames_read(struct frames *frames, const uint8_t **data);

/* Writes the last frame and waits until the disk has all of it; or only closes. */
void frames_finish(struct frames *frames);
void frames_close(struct frames *frames);

/* ---- program.c ---- */

/* One of PostgreSQL's programs, with the connection's place in its arguments and its password, if
 * it has one, in the environment of that program alone. One end of a pipe is its standard input or
 * output, the other is answered. */
struct program {
	pid_t pid;
	int fd;
};

struct program_call {
	const char *name;
	int server; /* the release of the server that it works for; 0 = it works for none */
	const char *const *arguments; /* ended by NULL, without the program's name */
	const char *url;              /* NULL = it opens no database */
	bool writes;
	int keep; /* a descriptor that it inherits, or -1 */
};

/* False after saying what is wrong. */
bool program_start(struct program *program, const struct program_call *of);

/* Waits for its end; whether it was well. */
bool program_end(struct program *program);

/* ---- choose.c ---- */

#define CHOICES_MAX 32

/* Releases of a program on this machine, and where they are. */
struct choice {
	int releases[CHOICES_MAX];
	const char *paths[CHOICES_MAX];
	size_t count;
};

/* Whether a server takes what a release of the programs writes, and the other way round. */
bool choose_fits(int release, int server);

/* The place of the release that is the nearest to the server's and fits, or of the newest when
 * `server` is 0; `count` when there is none. */
size_t choose_release(const int *releases, size_t count, int server);

/* Says that there is none, and what would do. */
void choose_refuse(struct arena *arena, FILE *out, const char *name, int server,
	const struct choice *choice);

/* The path of a program for a server, or NULL after saying what is missing. */
const char *choose_program(struct arena *arena, const char *name, int server);

/* ---- folder.c ---- */

/* A file without a name for the archive of a backup: in the backup's folder, or in TMPDIR (/var/tmp)
 * where that knows no such files, as shares do not. -1 after saying why not. */
int folder_scratch(struct arena *arena, const char *path);

/* The same for whoever can do without: only in the backup's folder, and only with room for so many
 * bytes. -1 without a word. */
int folder_try_scratch(struct arena *arena, const char *path, intmax_t bytes);

/* Gives what was written as `part` its name, which nobody may have, and waits until the disk has
 * that; false after saying why not. */
bool folder_publish(struct arena *arena, const char *part, const char *path);

/* ---- place.c ---- */

/* The name of the database in its URL; the URL with another name in it; and a connection to that,
 * or NULL after saying why there is none. */
const char *place_name(struct arena *arena);
const char *place_url(struct arena *arena, const char *database);
PGconn *place_open(struct arena *arena, const char *name);

/* ---- tables.c ---- */

/* Rows and a checksum of each table, as the connection's transaction sees them if it has one: a JSON
 * array in the order of names, with a NUL after it. The checksum does not depend on the order of
 * rows. False after saying what failed. The session has other settings then. */
bool tables_describe(struct buffer *out, PGconn *connection);

/* Whether two descriptions are the same; says which table is not. */
bool tables_equal(const json_t *expected, const json_t *found);

/* ---- verify.c ---- */

/* Reads a backup to its end: every frame is authentic, pg_restore can read the archive, and it
 * holds as many rows of each table as the manifest says. Answers the manifest, or NULL after
 * saying what is wrong. Where `copy` is no -1 the archive is written there instead of being read,
 * for who looks at all of it once it is restored. */
json_t *
backup_verify(struct arena *arena, const struct backup_options *options, int copy);

/* ---- backup.c ---- */

/* What tells one instance's secret from another's. */
const char *backup_fingerprint(struct arena *arena);

/* The connection string of the database as its owner. */
const char *backup_database_url(void);

#endif
