/*
 * inside.h - what the parts of kithctl doctor share.
 */
#ifndef KITH_SERVICES_CTL_DOCTOR_INSIDE_H
#define KITH_SERVICES_CTL_DOCTOR_INSIDE_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/base/arena.h"

enum finding_state {
	FINDING_WELL,
	FINDING_WARNING, /* it works, though not as it should */
	FINDING_FAULT,
};

/* What one look found. */
struct finding {
	const char *check; /* "database": which part of the instance */
	enum finding_state state;
	const char *found; /* a sentence without a full stop */
	const char *cure;  /* likewise; NULL when all is well */
	struct finding *next;
};

struct doctor {
	struct arena *arena;
	struct finding *first, **end;
	bool has_secret; /* the root secret could be read */
};

/* Notes what was found. The cure is NULL, and nothing but that, when all is well. */
void doctor_note(struct doctor *doctor, const char *check, enum finding_state state,
	const char *cure, const char *format, ...) __attribute__((format(printf, 5, 6)));

/* The parts. Each changes nothing, and waits a few seconds at most. */
void doctor_settings(struct doctor *doctor); /* after config_load() */
void doctor_clock(struct doctor *doctor);
void doctor_limits(struct doctor *doctor);
void doctor_files(struct doctor *doctor);
void doctor_ports(struct doctor *doctor);
void doctor_database(struct doctor *doctor);
void doctor_server(struct doctor *doctor, PGconn *connection);
void doctor_replica(struct doctor *doctor, PGconn *primary);
void doctor_roles(struct doctor *doctor, const char *url);
void doctor_mail(struct doctor *doctor);
void doctor_front(struct doctor *doctor);

/* ---- roles.c ---- */

/* A connection as a service, which may have failed. */
PGconn *doctor_log_in(struct doctor *doctor, const char *place, const char *service);

/* ---- dial.c ---- */

/* A connection to a host within five seconds, or -1 with a sentence in *fault. */
int
doctor_dial(struct arena *arena, const char *host, const char *port, const char **fault);

/* ---- tls.c: the door to libssl ---- */

/* Has TLS begun over a connection, with a certificate for that host, and notes what is wrong with
 * either, or when the certificate ends. The authorities are those of a file, or (NULL) the
 * system's. */
void doctor_tls(struct doctor *doctor, const char *check, int connection,
	const char *host, const char *authorities);

#endif
