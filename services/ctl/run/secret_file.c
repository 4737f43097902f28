#include "services/ctl/run/secret_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/config/config.h"
#include "common/secret/secret.h"
#include "services/ctl/run/database_url.h"

/* Whether the run folder has a database. A new secret would not open it. */
static bool
has_database(const char *run_dir)
{
	char path[PATH_MAX];
	const int size =
		snprintf(path, sizeof(path), "%s/postgres/data/PG_VERSION", run_dir);

	return database_url_given() == NULL && size < PATH_MAX && access(path, F_OK) == 0;
}

/* Creates the secret: in the run directory with the user's rights; elsewhere with ours,
 * since only the supervisor reads it. */
static bool
make(const struct user *user, const char *run_dir)
{
	const char *elsewhere = getenv("KITH_SECRET_FILE");
	char path[PATH_MAX];
	bool made;

	if (elsewhere != NULL && elsewhere[0] != '\0')
		return secret_create(elsewhere);
	if (snprintf(path, sizeof(path), "%s/secret", run_dir) >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return false;
	}
	user_enter(user);
	made = secret_create(path);
	user_leave(user);
	return made;
}

const char *
secret_file_prepare(const struct user *user, const char *run_dir)
{
	const char *path = config()->secret_file.data;

	if (access(path, F_OK) == 0)
		return secret_load_root(path);
	if (has_database(run_dir))
		return "there is no such file, but the run folder has a database, which "
		       "only its own secret opens: restore the secret from its copy";
	return make(user, run_dir) ? secret_load_root(path) : strerror(errno);
}
