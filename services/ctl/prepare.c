/*
 * prepare.c - kithctl prepare: the secrets of an instance whose processes share no files.
 *
 * Each process gets a folder, which only its container mounts. A repeated run changes
 * nothing.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "common/config/config.h"
#include "common/secret/secret.h"
#include "services/ctl/commands.h"
#include "services/ctl/help.h"
#include "services/ctl/keys.h"

static bool
make_folder(const char *path)
{
	return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* The owner's password: plain for the server, and as a pgpass file for libpq. */
static bool
write_password(struct arena *arena, const char *folder)
{
	const struct key key = secret_role_key("owner", KEYS_OWNER);
	const char *password = base64url_encode(arena, key.bytes, sizeof(key.bytes));

	return make_folder(folder) &&
		keys_replace(
			arena, arena_printf(arena, "%s/password", folder), password) &&
		keys_replace(arena, arena_printf(arena, "%s/pgpass", folder),
			arena_printf(arena, "*:*:*:" KEYS_OWNER ":%s\n", password));
}

/* Fills all folders; false after an error message. */
static bool
fill(struct arena *arena, const char *out)
{
	const char *folder = out;

	if (!make_folder(out))
		goto failed;
	for (int process = 0; process < SERVICE_COUNT; process++) {
		folder = arena_printf(arena, "%s/%s", out, service_names[process]);
		if (!make_folder(folder) ||
			!keys_write(folder, (enum service_name)process))
			goto failed;
	}
	folder = arena_printf(arena, "%s/database", out);
	if (write_password(arena, folder))
		return true;
failed:
	fprintf(stderr, "kithctl: %s: %s\n", folder, strerror(errno));
	return false;
}

int
command_prepare(int argc, char **argv)
{
	const char *path, *why;
	struct arena *arena;
	bool done;

	if (argc != 3 || strcmp(argv[1], "--out") != 0 || help_wanted(argc, argv))
		return help_usage(argc, argv,
			"usage: kithctl prepare --out DIR\n\n"
			"Creates the instance's secret at KITH_SECRET_FILE unless it "
			"exists, and writes\n"
			"DIR/gateway/gateway, DIR/identity/identity and so on: one "
			"folder for each\n"
			"process. Give each container only its own folder. DIR/database "
			"holds the\n"
			"password of the database's owner, " KEYS_OWNER
			": for the server, and as pgpass for kithctl.\n");
	path = config()->secret_file.data;
	why = secret_create(path) ? secret_load_root(path) : strerror(errno);
	if (why != NULL) {
		fprintf(stderr, "kithctl: cannot use KITH_SECRET_FILE=%s: %s\n", path,
			why);
		return 1;
	}
	arena = arena_new(4096);
	done = fill(arena, argv[2]);
	arena_free(arena);
	if (done)
		puts("all key files are written");
	return done ? 0 : 1;
}
