/*
 * backup.c - kithctl backup: a consistent snapshot of the database in one file.
 *
 * The manifest and the dump come from the same snapshot. The backup is written to a
 * temporary file, read back completely, and renamed only then: a file with the final name
 * was complete when it was made.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/version.h"
#include "common/config/config.h"
#include "services/ctl/backup/inside.h"
#include "services/ctl/commands.h"
#include "services/ctl/help.h"
#include "services/ctl/keys.h"
#include "services/ctl/run/database_url.h"

#define PART_BYTES ((size_t)64 * 1024)

/* Whether the snapshot has images whose bytes are in an object store. */
static bool
has_objects(PGconn *connection)
{
	PGresult *result =
		PQexec(connection, "SELECT EXISTS (SELECT FROM kith.image_objects)");
	const bool has = PQresultStatus(result) == PGRES_TUPLES_OK &&
		strcmp(PQgetvalue(result, 0, 0), "t") == 0;

	PQclear(result);
	return has;
}

/* Begins the transaction whose snapshot all reads use; returns the snapshot's name, or
 * NULL after an error message. */
static const char *
take_snapshot(struct arena *arena, PGconn *connection)
{
	PGresult *result = PQexec(connection,
		"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT "
		"pg_export_snapshot()");
	const char *name = NULL;

	if (PQresultStatus(result) == PGRES_TUPLES_OK)
		name = arena_printf(arena, "%s", PQgetvalue(result, 0, 0));
	else
		fprintf(stderr, "kithctl: the database refused a snapshot: %s",
			PQerrorMessage(connection));
	PQclear(result);
	return name;
}

/* Writes the manifest as JSON; false after an error message. */
static bool
write_manifest(struct buffer *out, PGconn *connection)
{
	struct buffer tables = {.arena = out->arena};
	char now[CLOCK_TEXT_SIZE];

	clock_format(now, clock_unix_us());
	if (!tables_describe(&tables, connection))
		return false;
	json_add_open(out, NULL, '{');
	json_add_integer(out, "format", 1);
	json_add_text(out, "release", version_text);
	json_add_text(out, "createdAt", now);
	json_add_integer(out, "server", PQserverVersion(connection));
	json_add_text(out, "secret", keys_fingerprint(out->arena));
	json_add_text(out, "rolePrefix", config()->role_prefix.data);
	json_add_boolean(out, "imagesElsewhere", has_objects(connection));
	json_add_raw(out, "tables", (const char *)tables.data);
	json_add_close(out, '}');
	return true;
}

/* Copies all bytes from a descriptor into frames. */
static void
copy_into(struct frames *frames, int from)
{
	uint8_t *part = malloc(PART_BYTES);
	ssize_t size = 0;

	if (part == NULL)
		abort();
	while (frames->fault == NULL && (size = read(from, part, PART_BYTES)) > 0)
		frames_write(frames, part, (size_t)size);
	if (size < 0)
		frames->fault = strerror(errno);
	free(part);
}

/* A temporary file for pg_dump's archive, or -1 when pg_dump is to write into a pipe. In
 * a file pg_dump seeks back and notes the offset of each table, from which pg_restore
 * learns the sizes and starts with the largest tables. There must be room for the archive
 * and the backup, each of about the size of the database. */
static int
open_archive(struct arena *arena, PGconn *connection, const char *path)
{
	PGresult *result =
		PQexec(connection, "SELECT 2 * pg_database_size(current_database())");
	int archive = -1;

	if (PQresultStatus(result) == PGRES_TUPLES_OK)
		archive = folder_try_scratch(
			arena, path, strtoll(PQgetvalue(result, 0, 0), NULL, 10));
	PQclear(result);
	return archive;
}

/* Runs pg_dump and copies its archive into frames, from the file or from its pipe. */
static void
take_dump(struct frames *frames, struct arena *arena, PGconn *connection,
	const char *snapshot, const char *url, int archive)
{
	const char *const arguments[] = {"--format=custom", "--compress=1", "--no-owner",
		arena_printf(arena, "--snapshot=%s", snapshot),
		archive < 0 ? NULL
			    : arena_printf(arena, "--file=/proc/self/fd/%d", archive),
		NULL};
	const struct program_call call = {.name = "pg_dump",
		.server = PQserverVersion(connection) / 10000,
		.arguments = arguments,
		.url = url,
		.writes = true,
		.keep = archive};
	struct program dump;

	if (!program_start(&dump, &call))
		frames->fault = "pg_dump could not be started";
	else
		copy_into(frames, dump.fd);
	if (!program_end(&dump) && frames->fault == NULL)
		frames->fault = "pg_dump failed";
	if (archive >= 0 && frames->fault == NULL)
		copy_into(frames, archive);
}

/* Writes the backup; false after an error message. */
static bool
write_file(struct arena *arena, PGconn *connection, const char *url,
	const struct backup_options *options, const char *path)
{
	struct buffer manifest = {.arena = arena};
	const char *snapshot = take_snapshot(arena, connection);
	struct frames frames;
	int archive;

	if (snapshot == NULL || !write_manifest(&manifest, connection))
		return false;
	if (manifest.size > FRAME_BYTES_MAX) {
		fprintf(stderr,
			"kithctl: the database has too many tables for a manifest\n");
		return false;
	}
	frames_create(&frames, path, backup_key(options));
	if (frames.fault == NULL) {
		frames_write(&frames, manifest.data, manifest.size);
		frames_cut(&frames);
		archive = open_archive(arena, connection, path);
		take_dump(&frames, arena, connection, snapshot, url, archive);
		if (archive >= 0)
			close(archive);
		frames_finish(&frames);
	} else {
		frames_close(&frames);
	}
	if (frames.fault != NULL)
		fprintf(stderr, "kithctl: %s: %s\n", path, frames.fault);
	return frames.fault == NULL;
}

/* Prints the result, and what the operator must keep besides the file. */
static void
report(const struct backup_options *options, const json_t *manifest)
{
	const json_t *tables = json_object_get(manifest, "tables");
	json_int_t rows = 0;

	for (size_t i = 0; i < json_array_size(tables); i++)
		rows += json_integer_value(
			json_object_get(json_array_get(tables, i), "rows"));
	printf("%s: %lld rows of %zu tables, read back and verified%s\n", options->file,
		(long long)rows, json_array_size(tables),
		options->key_file != NULL ? ", encrypted" : "");
	if (options->key_file == NULL)
		printf("The backup is not encrypted: anyone who has the file can read "
		       "it. --key-file encrypts it.\n");
	if (json_is_true(json_object_get(manifest, "imagesElsewhere")))
		printf("The backup contains no images: they are in the S3 store. Back up "
		       "the store separately.\n");
	printf("The backup does not contain the instance's secret. Keep a copy of %s%s "
	       "in another place.\n",
		config()->secret_file.data,
		options->key_file != NULL ? " and of the key" : "");
}

/* Writes the backup, verifies it and gives it its final name. */
static bool
make(struct arena *arena, PGconn *connection, const char *url,
	const struct backup_options *options)
{
	struct backup_options written = *options;
	const json_t *manifest;

	written.file = arena_printf(arena, "%s.part-%d", options->file, (int)getpid());
	if (!write_file(arena, connection, url, options, written.file))
		return false;
	manifest = backup_verify(arena, &written, -1);
	if (manifest == NULL)
		return false;
	if (!folder_publish(arena, written.file, options->file))
		return false;
	report(options, manifest);
	return true;
}

/* When the path is a directory, appends a file name made from the time; returns the
 * directory, or NULL. */
static const char *
name_file(struct arena *arena, struct backup_options *options)
{
	struct stat status;
	char now[CLOCK_TEXT_SIZE];
	const char *folder = options->file;
	char *name;
	size_t size = 0;

	if (stat(options->file, &status) < 0 || !S_ISDIR(status.st_mode))
		return NULL;
	clock_format(now, clock_unix_us());
	name = arena_printf(arena, "%s/kith-", options->file);
	for (const char *at = now; *at != '\0' && *at != '.'; at++) {
		if (*at != '-' && *at != ':')
			now[size++] = *at;
	}
	now[size] = '\0';
	options->file = arena_printf(arena, "%s%sZ", name, now);
	return folder;
}

/* Whether the options fit together; prints why not. A store belongs to somebody else. */
static bool
may_store(struct arena *arena, const struct backup_options *options)
{
	if (!options->store)
		return true;
	if (options->key_file != NULL)
		return remote_open(arena);
	fprintf(stderr,
		"kithctl: a backup in a store must be encrypted: name a key with "
		"--key-file\n");
	return false;
}

/* Notes the time of a complete backup, for the doctor and the metrics. A database of the
 * release before has no place for it. */
static void
note_made(const char *url)
{
	static const char sql[] =
		"DO $$ BEGIN IF to_regclass('kith.backups') IS NOT NULL THEN"
		" DELETE FROM kith.backups; INSERT INTO kith.backups VALUES (now());"
		" END IF; END $$";
	PGconn *connection = PQconnectdb(url);
	PGresult *noted = PQexec(connection, sql);

	if (PQresultStatus(noted) != PGRES_COMMAND_OK)
		fprintf(stderr,
			"kithctl: the backup is complete, but its time could not be "
			"noted: %s",
			PQerrorMessage(connection));
	PQclear(noted);
	PQfinish(connection);
}

/* What follows a backup that is complete: its copy, and the end of older ones. */
static bool
follow_up(struct arena *arena, const struct backup_options *options, const char *folder)
{
	if (options->store && !remote_put(arena, options->file, options->keep)) {
		fprintf(stderr, "kithctl: %s is complete, but not in the store\n",
			options->file);
		return false;
	}
	return options->keep == 0 || folder == NULL ||
		folder_prune(arena, folder, options->keep);
}

int
command_backup(int argc, char **argv)
{
	struct backup_options options;
	struct arena *arena;
	PGconn *connection;
	const char *url, *folder;
	bool good = false;

	if (!backup_read_options("backup", argc, argv, &options))
		return help_wanted(argc, argv) ? 0 : 2;
	arena = arena_new(65536);
	folder = name_file(arena, &options);
	if (!may_store(arena, &options)) {
		arena_free(arena);
		return 1;
	}
	if (access(options.file, F_OK) == 0) {
		fprintf(stderr, "kithctl: %s already exists; choose another name\n",
			options.file);
		arena_free(arena);
		return 1;
	}
	signal(SIGPIPE, SIG_IGN);
	url = database_url_of_owner();
	connection = PQconnectdb(url);
	if (PQstatus(connection) != CONNECTION_OK)
		fprintf(stderr, "kithctl: the database cannot be reached: %s",
			PQerrorMessage(connection));
	else
		good = make(arena, connection, url, &options);
	if (!good)
		unlink(arena_printf(arena, "%s.part-%d", options.file, (int)getpid()));
	PQfinish(connection);
	good = good && follow_up(arena, &options, folder);
	if (good)
		note_made(url);
	arena_free(arena);
	return good ? 0 : 1;
}
