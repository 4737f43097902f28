#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "services/ctl/backup/inside.h"
#include "services/ctl/help.h"

#define JOBS_MAX 64

/* Whether a word is the option `name` and has a value. */
static bool
takes(const char *word, const char *value, const char *name, const char **out)
{
	if (strcmp(word, name) != 0 || value == NULL)
		return false;
	*out = value;
	return true;
}

static void
print_usage(FILE *out, const char *name, bool restores)
{
	const bool writes = strcmp(name, "backup") == 0;
	const bool fetches = strcmp(name, "backup fetch") == 0;

	fprintf(out, "usage: kithctl %s --file FILE [--key-file KEY]%s%s%s\n\n", name,
		restores ? " [--jobs N] [--replace] [--other-secret]" : "",
		writes ? " [--keep N] [--store]" : "", fetches ? " [--name NAME]" : "");
	fprintf(out,
		"  --file FILE      the backup%s\n"
		"  --key-file KEY   the encryption key: a file of 32 random bytes, mode "
		"0600\n"
		"                   (or set KITH_BACKUP_KEY_FILE)\n",
		writes ? ", or a folder for kith-<time>" : "");
	if (writes)
		fprintf(out,
			"  --keep N         delete all but the newest N backups of the "
			"folder, and of\n"
			"                   the store\n"
			"  --store          upload the backup to KITH_BACKUP_S3_URL too; "
			"needs a key\n");
	if (fetches)
		fprintf(out,
			"  --name NAME      a backup of the list, instead of the "
			"newest\n");
	if (restores)
		fprintf(out,
			"  --jobs N         number of connections that restore in "
			"parallel\n"
			"  --replace        restore even if the database has members; "
			"it is\n"
			"                   kept under another name\n"
			"  --other-secret   restore even if the instance's secret "
			"differs:\n"
			"                   second factors and the key of id_tokens "
			"are lost\n");
}

/* Parses the command line; false for an unknown or invalid option. */
static bool
read_words(const char *name, int argc, char **argv, struct backup_options *options)
{
	const bool restores = strcmp(name, "restore") == 0;
	const bool writes = strcmp(name, "backup") == 0;
	const bool fetches = strcmp(name, "backup fetch") == 0;
	const char *jobs = NULL, *keep = NULL;

	for (int i = 1; i < argc; i++) {
		const char *value = i + 1 < argc ? argv[i + 1] : NULL;

		if (takes(argv[i], value, "--file", &options->file) ||
			takes(argv[i], value, "--key-file", &options->key_file) ||
			(restores && takes(argv[i], value, "--jobs", &jobs)) ||
			(writes && takes(argv[i], value, "--keep", &keep)) ||
			(fetches && takes(argv[i], value, "--name", &options->name)))
			i++;
		else if (restores && strcmp(argv[i], "--replace") == 0)
			options->replace = true;
		else if (restores && strcmp(argv[i], "--other-secret") == 0)
			options->other_secret = true;
		else if (writes && strcmp(argv[i], "--store") == 0)
			options->store = true;
		else
			return false;
	}
	if (jobs != NULL)
		options->jobs = (int)strtol(jobs, NULL, 10);
	if (keep != NULL)
		options->keep = (int)strtol(keep, NULL, 10);
	return options->file != NULL && options->jobs >= 1 && options->jobs <= JOBS_MAX &&
		(keep == NULL || options->keep >= 1);
}

bool
backup_read_options(
	const char *name, int argc, char **argv, struct backup_options *options)
{
	const bool restores = strcmp(name, "restore") == 0;
	const long cores = sysconf(_SC_NPROCESSORS_ONLN);
	const char *key_file = getenv("KITH_BACKUP_KEY_FILE");
	const char *why;

	*options = (struct backup_options){.jobs = cores < 1 ? 1
			: cores > JOBS_MAX                   ? JOBS_MAX
							     : (int)cores};
	if (key_file != NULL && key_file[0] != '\0')
		options->key_file = key_file;
	if (help_wanted(argc, argv) || !read_words(name, argc, argv, options)) {
		print_usage(help_wanted(argc, argv) ? stdout : stderr, name, restores);
		return false;
	}
	if (options->key_file == NULL)
		return true;
	why = secret_stream_key(options->key_file, &options->key);
	if (why != NULL)
		fprintf(stderr, "kithctl: cannot use the key %s: %s\n", options->key_file,
			why);
	return why == NULL;
}

const struct key *
backup_key(const struct backup_options *options)
{
	return options->key_file != NULL ? &options->key : NULL;
}
