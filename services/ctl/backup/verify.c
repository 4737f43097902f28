/*
 * verify.c - kithctl backup verify: checks a backup without restoring it.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "services/ctl/backup/inside.h"
#include "services/ctl/commands.h"
#include "services/ctl/help.h"

#define NAME_MAX_BYTES 128

/* The rows of each table in the archive. A separate thread counts them, so that
 * pg_restore never blocks on its output while we write its input. */
struct rows {
	FILE *text;
	json_t *by_table;
};

/* Whether a line is "COPY kith.posts (id, …) FROM stdin;"; copies the name of the
 * table. */
static bool
begins_table(const char *line, char name[NAME_MAX_BYTES])
{
	static const char copy[] = "COPY kith.", end[] = " FROM stdin;\n";
	const size_t size = strlen(line);
	const char *at = line + strlen(copy);
	size_t length;

	if (strncmp(line, copy, strlen(copy)) != 0 || size < strlen(end) ||
		strcmp(line + size - strlen(end), end) != 0)
		return false;
	at += *at == '"';
	length = strcspn(at, "\" ");
	if (length >= NAME_MAX_BYTES)
		return false;
	memcpy(name, at, length);
	name[length] = '\0';
	return true;
}

/* Counts the lines of each COPY block; COPY writes one line per row. */
static void *
count_rows(void *data)
{
	struct rows *rows = data;
	char name[NAME_MAX_BYTES];
	char *line = NULL;
	size_t capacity = 0;
	json_int_t count = -1;

	while (getline(&line, &capacity, rows->text) >= 0) {
		if (count < 0) {
			if (begins_table(line, name))
				count = 0;
		} else if (strcmp(line, "\\.\n") == 0) {
			json_object_set_new(rows->by_table, name, json_integer(count));
			count = -1;
		} else {
			count++;
		}
	}
	free(line);
	return NULL;
}

/* Copies the frames of the archive to pg_restore and to `copy`; -1 = not wanted. */
static void
pass_on(struct frames *frames, int restore, int copy)
{
	const uint8_t *data;

	for (size_t size; (size = frames_read(frames, &data)) > 0;) {
		if (copy >= 0 && write(copy, data, size) != (ssize_t)size) {
			frames->fault = "the disk has no room for a copy of the archive";
			return;
		}
		/* A write error means that pg_restore ended; its exit status tells. */
		for (size_t at = 0; restore >= 0 && at < size;) {
			ssize_t written = write(restore, data + at, size - at);

			if (written <= 0)
				break;
			at += (size_t)written;
		}
	}
}

/* Compares the row counts with the manifest; prints the first difference. */
static bool
has_all_rows(const json_t *manifest, const json_t *by_table)
{
	const json_t *tables = json_object_get(manifest, "tables");

	for (size_t i = 0; i < json_array_size(tables); i++) {
		const json_t *one = json_array_get(tables, i);
		const char *name = json_string_value(json_object_get(one, "name"));
		const json_int_t rows = json_integer_value(json_object_get(one, "rows"));
		const json_int_t found =
			json_integer_value(json_object_get(by_table, name));

		if (rows == found)
			continue;
		fprintf(stderr,
			"kithctl: the backup has %lld rows of %s instead of %lld\n",
			(long long)found, name, (long long)rows);
		return false;
	}
	return true;
}

/* The sentence about an archive that pg_restore refused, with the first line that it
 * wrote to `errors`. */
static const char *
explain_refusal(struct arena *arena, int errors)
{
	static const char name[] = "pg_restore: error: ";
	char text[256] = "";
	const char *line = text;

	if (errors < 0 || pread(errors, text, sizeof(text) - 1, 0) <= 0)
		return "pg_restore cannot read the archive in the backup";
	text[strcspn(text, "\n")] = '\0';
	if (strncmp(line, name, strlen(name)) == 0)
		line += strlen(name);
	return arena_printf(
		arena, "pg_restore cannot read the archive in the backup: %s", line);
}

/* Passes the archive through pg_restore and counts its rows. */
static bool
read_archive(struct arena *arena, struct frames *frames, const json_t *manifest)
{
	static const char *const to_text[] = {"--file=-", "--data-only", NULL};
	const int errors = memfd_create("errors", MFD_CLOEXEC);
	const struct program_call call = {
		.name = "pg_restore", .arguments = to_text, .keep = -1, .errors = errors};
	struct rows rows = {.by_table = json_object()};
	struct program program;
	pthread_t counter;
	int output[2];
	bool good = pipe2(output, O_CLOEXEC) == 0;
	int before = dup(STDOUT_FILENO);

	/* The program inherits standard output, so it is temporarily the counter's
	 * pipe. */
	fflush(stdout);
	dup2(output[1], STDOUT_FILENO);
	good = good && program_start(&program, &call);
	dup2(before, STDOUT_FILENO);
	close(before);
	close(output[1]);
	rows.text = fdopen(output[0], "r");
	good = good && rows.text != NULL &&
		pthread_create(&counter, NULL, count_rows, &rows) == 0;
	if (good) {
		pass_on(frames, program.fd, -1);
		good = program_end(&program);
		pthread_join(counter, NULL);
	}
	if (!good && frames->fault == NULL)
		frames->fault = explain_refusal(arena, errors);
	close(errors);
	if (rows.text != NULL)
		fclose(rows.text);
	good = frames->fault == NULL && has_all_rows(manifest, rows.by_table);
	json_decref(rows.by_table);
	return good;
}

json_t *
backup_verify(struct arena *arena, const struct backup_options *options, int copy)
{
	struct frames frames;
	const uint8_t *data;
	const char *fault = NULL;
	json_t *manifest = NULL;
	size_t size;
	bool good = false;

	frames_open(&frames, options->file, backup_key(options));
	size = frames_read(&frames, &data);
	if (frames.fault == NULL) {
		manifest = json_parse(arena, data, size, &fault);
		if (manifest == NULL)
			frames.fault = "the file has no manifest";
	}
	if (frames.fault == NULL && copy >= 0) {
		pass_on(&frames, -1, copy);
		good = true;
	} else if (frames.fault == NULL) {
		good = read_archive(arena, &frames, manifest);
	}
	frames_close(&frames);
	if (frames.fault != NULL)
		fprintf(stderr, "kithctl: %s: %s\n", options->file, frames.fault);
	return good && frames.fault == NULL ? manifest : NULL;
}

int
command_backup_verify(int argc, char **argv)
{
	struct backup_options options;
	struct arena *arena;
	bool good;

	if (!backup_read_options("backup verify", argc, argv, &options))
		return help_wanted(argc, argv) ? 0 : 2;
	signal(SIGPIPE, SIG_IGN);
	arena = arena_new(65536);
	good = backup_verify(arena, &options, -1) != NULL;
	if (good)
		printf("%s is complete\n", options.file);
	arena_free(arena);
	return good ? 0 : 1;
}
