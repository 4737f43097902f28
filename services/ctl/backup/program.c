#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "services/ctl/backup/inside.h"
#include "services/ctl/run/database_url.h"

#define ARGUMENTS_MAX 24

/* Gives the login and the session's settings in the environment. */
static void
give_session(struct arena *arena, const char *url)
{
	database_url_give_login(url);
	setenv("PGOPTIONS",
		arena_printf(arena,
			"-c maintenance_work_mem=256MB -c synchronous_commit=off -c "
			"statement_timeout=0 -c idle_in_transaction_session_timeout=0"),
		1);
}

/* Executes the program; does not return. */
static _Noreturn void
become(const char *path, const struct program_call *of)
{
	struct arena *arena = arena_new(8192);
	char *words[ARGUMENTS_MAX] = {arena_printf(arena, "%s", of->name)};
	size_t count = 1;

	for (const char *const *word = of->arguments;
		*word != NULL && count < ARGUMENTS_MAX - 3; word++)
		words[count++] = arena_printf(arena, "%s", *word);
	if (of->url != NULL) {
		words[count++] = arena_printf(
			arena, "--dbname=%s", database_url_without_login(arena, of->url));
		give_session(arena, of->url);
	}
	if (of->keep >= 0)
		fcntl(of->keep, F_SETFD, 0);
	execvp(path, words);
	fprintf(stderr, "kithctl: %s: %s\n", path, strerror(errno));
	_exit(127);
}

bool
program_start(struct program *program, const struct program_call *of)
{
	struct arena *arena = arena_new(4096);
	const char *path = choose_program(arena, of->name, of->server);
	const bool writes = of->writes;
	int ends[2];

	*program = (struct program){.fd = -1};
	fflush(NULL);
	if (path != NULL && pipe2(ends, O_CLOEXEC) == 0) {
		program->pid = fork();
		if (program->pid == 0) {
			dup2(ends[writes], writes ? STDOUT_FILENO : STDIN_FILENO);
			if (of->errors > 0)
				dup2(of->errors, STDERR_FILENO);
			become(path, of);
		}
		close(ends[writes]);
		program->fd = ends[!writes];
	}
	arena_free(arena);
	return program->pid > 0;
}

bool
program_end(struct program *program)
{
	int status = -1;

	if (program->fd >= 0)
		close(program->fd);
	program->fd = -1;
	while (program->pid > 0 && waitpid(program->pid, &status, 0) < 0 &&
		errno == EINTR)
		continue;
	program->pid = 0;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
