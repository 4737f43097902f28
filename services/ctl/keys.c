#include "services/ctl/keys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/secret/secret.h"
#include "services/ctl/commands.h"
#include "services/ctl/help.h"

const char *
keys_fingerprint(struct arena *arena)
{
	struct key key = secret_key("backup fingerprint");

	return hex_encode(arena, key.bytes, sizeof(key.bytes) / 2);
}

bool
keys_replace(struct arena *arena, const char *path, const char *text)
{
	char *temporary = arena_printf(arena, "%s.XXXXXX", path);
	size_t size = strlen(text);
	int file = mkostemp(temporary, O_CLOEXEC);
	bool done;

	if (file < 0)
		return false;
	done = write(file, text, size) == (ssize_t)size && fsync(file) == 0;
	done = close(file) == 0 && done && rename(temporary, path) == 0;
	if (!done) {
		int error = errno;

		unlink(temporary);
		errno = error;
	}
	return done;
}

bool
keys_write(const char *dir, enum service_name process)
{
	struct arena *arena = arena_new(4096);
	char *text = secret_key_file(arena, process);
	bool done = keys_replace(
		arena, arena_printf(arena, "%s/%s", dir, service_names[process]), text);

	explicit_bzero(text, strlen(text));
	arena_free(arena);
	return done;
}

int
command_keys(int argc, char **argv)
{
	if (argc != 3 || strcmp(argv[1], "--out") != 0 || help_wanted(argc, argv))
		return help_usage(argc, argv,
			"usage: kithctl keys --out DIR\n\n"
			"Writes the key files DIR/gateway, DIR/identity and so on. Set "
			"the file of a\n"
			"process as its KITH_SECRET_FILE. Give the instance's secret to "
			"no process.\n");
	if (mkdir(argv[2], 0700) < 0 && errno != EEXIST) {
		fprintf(stderr, "kithctl: %s: %s\n", argv[2], strerror(errno));
		return 1;
	}
	for (int process = 0; process < SERVICE_COUNT; process++) {
		const char *name = service_names[process];

		if (!keys_write(argv[2], (enum service_name)process)) {
			fprintf(stderr, "kithctl: %s/%s: %s\n", argv[2], name,
				strerror(errno));
			return 1;
		}
		printf("wrote %s/%s\n", argv[2], name);
	}
	return 0;
}
