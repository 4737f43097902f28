/*
 * capture.h - captures what code writes to standard error, for tests of the log.
 */
#ifndef KITH_TESTS_UNIT_BASE_CAPTURE_H
#define KITH_TESTS_UNIT_BASE_CAPTURE_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define CAPTURE_BYTES_MAX (1024 * 1024)

struct capture {
	int saved;
	FILE *file;
};

/* Redirects standard error to a private file. */
static inline struct capture
capture_begin(void)
{
	struct capture capture = {.saved = dup(STDERR_FILENO), .file = tmpfile()};

	if (capture.saved < 0 || !capture.file) {
		abort();
	}
	fflush(stderr);
	dup2(fileno(capture.file), STDERR_FILENO);
	return capture;
}

/* Ends the redirection. The text is NUL-terminated and the caller frees it. */
static inline char *
capture_end(struct capture *capture)
{
	char *text = calloc(1, CAPTURE_BYTES_MAX);

	if (!text) {
		abort();
	}
	fflush(stderr);
	dup2(capture->saved, STDERR_FILENO);
	close(capture->saved);
	rewind(capture->file);
	(void)!fread(text, 1, CAPTURE_BYTES_MAX - 1, capture->file);
	fclose(capture->file);
	return text;
}

/* Runs the code in a child process; returns the signal that ended it, or 0. *text gets
 * its standard error. */
static inline int
capture_death(void (*code)(void), char **text)
{
	struct capture capture = capture_begin();
	pid_t child = fork();
	int status = 0;

	if (child == 0) {
		code();
		_exit(0);
	}
	waitpid(child, &status, 0);
	*text = capture_end(&capture);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

#endif
