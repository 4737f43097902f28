/*
 * replay.c - passes a harness every file of its corpus, in the order of their names.
 */
#include <dirent.h>
#include <errno.h>

#include "tests/fuzz/fuzz.h"

#define FILE_BYTES_MAX ((size_t)1024 * 1024)

/* Runs the harness on one file, whose memory ends with its last byte, so that a read past
 * it is found. */
static void
replay(const char *path)
{
	static uint8_t content[FILE_BYTES_MAX];
	FILE *file = fopen(path, "rb");
	size_t size;
	uint8_t *exact;

	if (file == NULL) {
		perror(path);
		exit(1);
	}
	size = fread(content, 1, sizeof(content), file);
	fclose(file);
	exact = malloc(size > 0 ? size : 1);
	if (exact == NULL)
		abort();
	memcpy(exact, content, size);
	LLVMFuzzerTestOneInput(exact, size);
	free(exact);
}

static int
is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

int
main(int count, char **arguments)
{
	struct dirent **entries = NULL;

	int files =
		count == 2 ? scandir(arguments[1], &entries, is_visible, alphasort) : -1;

	if (files < 0) {
		fprintf(stderr, "usage: %s folder-of-inputs (%s)\n", arguments[0],
			strerror(errno));
		return 2;
	}
	for (int i = 0; i < files; i++) {
		char path[4096];

		snprintf(path, sizeof(path), "%s/%s", arguments[1], entries[i]->d_name);
		printf("%s\n", path);
		fflush(stdout); /* the last line names the input that broke the harness */
		replay(path);
		free(entries[i]);
	}
	free(entries);
	printf("%d passed, 0 failed\n", files);
	return files > 0 ? 0 : 1;
}
