/*
 * child.h - the processes that the supervisor starts and restarts.
 */
#ifndef KITH_SERVICES_CTL_RUN_CHILD_H
#define KITH_SERVICES_CTL_RUN_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The user that children run as: the caller, or an unprivileged user when root starts
 * us. */
struct user {
	bool drop; /* change to uid and gid before exec */
	uid_t uid;
	gid_t gid;
	const char *name;
};

struct child {
	const char *name;       /* "content", also the name of its log file */
	const char *program;    /* absolute path of the executable */
	char *const *arguments; /* argv, ended by NULL */
	const char *without;    /* a variable to remove from its environment, or NULL */
	const char *key_file;   /* its KITH_SECRET_FILE; NULL = none */
	int stop_signal;        /* requests a graceful shutdown */
	int nice;               /* added to the supervisor's nice value: nice(2) */
	int slice_us;       /* its scheduler slice (slice.h); 0 = the kernel's default */
	pid_t pid;          /* 0 = not running */
	int64_t started_ms; /* monotonic */
	int64_t restart_at_ms; /* monotonic; 0 = no restart is due */
	int64_t restart_delay_ms;
	pid_t probe_pid;     /* asks whether the process answers; 0 = not running */
	pid_t probed_pid;    /* of the process that it asks */
	int64_t probe_at_ms; /* monotonic */
};

/* Starts the program as the user with its output in the open file `log`, and answers its
 * pid, or -1 with errno set. */
pid_t child_spawn(const struct child *child, const struct user *user, int log);

/* Starts the child with its output in <log_dir>/<name>.log; false with errno set. The
 * kernel sends it the stop signal when the supervisor dies. */
bool child_start(struct child *child, const struct user *user, const char *log_dir);

/* Schedules a restart: 100 ms after the first end, twice as long each time the child ends
 * within ten seconds of its start, at most 5 s. */
void child_ended(struct child *child);

/* Sends the stop signals, waits up to timeout_ms, then kills the remaining children. */
void child_stop_all(struct child *children, int count, int64_t timeout_ms);

/* Chooses the user that children run as, and creates it if necessary. An existing run
 * directory of "nobody" keeps its user. False after a message on standard error. */
bool user_choose(struct user *user, const char *run_dir);

/*
 * Prepares the run directory for the user and returns its absolute path (from malloc()).
 * When the user cannot reach it, as below root's home, the directory is created in
 * /var/lib/kith and the path becomes a symbolic link to it. NULL after a message on
 * standard error: for any failure, and for a directory or link that another user made.
 */
char *user_run_dir(const struct user *user, const char *path);

/*
 * Switches the effective user for file operations to the user, and back; errno is kept.
 * In a folder that the user can change, each name may be a link that the user made. Root
 * must not follow such links.
 */
void user_enter(const struct user *user);
void user_leave(const struct user *user);

/* Creates a directory of mode 0700 with the user's rights; succeeds if it exists. */
bool user_make_dir(const struct user *user, const char *path);

/* Changes a file's owner to the user. Only for folders that the user cannot change. */
bool user_give(const struct user *user, const char *path);

#endif
