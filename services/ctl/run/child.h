/*
 * child.h - the processes of an instance on one machine, as the supervisor keeps them.
 */
#ifndef KITH_SERVICES_CTL_RUN_CHILD_H
#define KITH_SERVICES_CTL_RUN_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Whom children run as: the caller, or an unprivileged user when the caller is root. */
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
	const char *without;    /* a variable that its environment lacks, or NULL */
	const char *key_file;   /* its KITH_SECRET_FILE; NULL = it gets none */
	int stop_signal;        /* asks it to finish */
	int nice;     /* how far it stands back where processors are short: nice(2) */
	int slice_us; /* how long it runs at a time (slice.h); 0 = as the kernel decides */
	pid_t pid;    /* 0 = not running */
	int64_t started_ms;    /* monotonic */
	int64_t restart_at_ms; /* monotonic; 0 = not waiting */
	int64_t restart_delay_ms;
};

/* Starts the child with its output in <log_dir>/<name>.log; false with errno set. It is asked
 * to stop should the supervisor die. */
bool child_start(struct child *child, const struct user *user, const char *log_dir);

/* Notes that the child has ended and when to start it again: 100 ms after its end at first,
 * twice as long each time it ends within ten seconds, 5 s at most. */
void child_ended(struct child *child);

/* Asks children to stop, waits up to timeout_ms, then kills what is left. */
void child_stop_all(struct child *children, int count, int64_t timeout_ms);

/* The user that children shall run as; false with a sentence on standard error. */
bool user_choose(struct user *user);

/*
 * Makes the run directory usable by the user and answers its absolute path (allocated).
 * When the user cannot reach it, as under root's home, the directory lives in /var/lib/kith
 * and the path given is a symbolic link to it. A directory or link that somebody else made is
 * refused: NULL with a sentence on standard error, as for every failure.
 */
char *user_run_dir(const struct user *user, const char *path);

/*
 * Takes the user's rights for what is done to files, and gives them back; errno stays. In a
 * folder that the user can change, every name may be a link that the user put there, and what
 * root does by such a name it would do to the link's target.
 */
void user_enter(const struct user *user);
void user_leave(const struct user *user);

/* Creates a directory of mode 0700 with the user's rights; an existing one is fine. */
bool user_make_dir(const struct user *user, const char *path);

/* Gives a file to the user. Only for names in folders that the user cannot change. */
bool user_give(const struct user *user, const char *path);

#endif
