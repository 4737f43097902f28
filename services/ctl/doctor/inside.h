/*
 * inside.h - findings and checks of kithctl doctor.
 */
#ifndef KITH_SERVICES_CTL_DOCTOR_INSIDE_H
#define KITH_SERVICES_CTL_DOCTOR_INSIDE_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/base/arena.h"

enum finding_state {
	FINDING_OK,
	FINDING_WARNING, /* the instance works, but not as intended */
	FINDING_FAULT,
};

struct finding {
	const char *check; /* the part of the instance: "database" */
	enum finding_state state;
	const char *found; /* a sentence without a full stop */
	const char *hint;  /* likewise; NULL when nothing is wrong */
	struct finding *next;
};

struct doctor {
	struct arena *arena;
	struct finding *first, **end;

	bool has_secret; /* the root secret is loaded */
};

/* Adds a finding. The hint must be NULL exactly when nothing is wrong. */
void doctor_note(struct doctor *doctor, const char *check, enum finding_state state,
	const char *hint, const char *format, ...) __attribute__((format(printf, 5, 6)));

/* The checks. None changes anything; each takes a few seconds at most. */
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

/* A connection as the role of a service; the caller checks PQstatus(). `place` is a
 * connection string without a login. */
PGconn *doctor_log_in(struct doctor *doctor, const char *place, const char *service);

/* ---- dial.c ---- */

/* Connects to a host within five seconds; -1 with a message in *fault. */
int
doctor_dial(struct arena *arena, const char *host, const char *port, const char **fault);

/* ---- tls.c: the only file that uses libssl ---- */

/* Performs a TLS handshake and checks the certificate against the host. Adds a finding
 * with the fault or the certificate's expiry. The trusted authorities are those of a
 * file, or the system's when NULL. */
void doctor_tls(struct doctor *doctor, const char *check, int connection,
	const char *host, const char *authorities);

#endif
