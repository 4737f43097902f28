/*
 * inside.h - findings and checks of kithctl doctor.
 */
#ifndef KITH_SERVICES_CTL_DOCTOR_INSIDE_H
#define KITH_SERVICES_CTL_DOCTOR_INSIDE_H

#include <curl/curl.h>
#include <jansson.h>
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
	bool serves;     /* a gateway answers on this machine's port */
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
void doctor_store(struct doctor *doctor);
void doctor_front(struct doctor *doctor);

/* ---- roles.c ---- */

/* A connection as the role of a service; the caller checks PQstatus(). `place` is a
 * connection string without a login. */
PGconn *doctor_log_in(struct doctor *doctor, const char *place, const char *service);

/* ---- dial.c ---- */

struct doctor_endpoint {
	const char *host, *port;
};

/* The host and port of a URL; `port` is the default. */
struct doctor_endpoint
doctor_endpoint_of(struct arena *arena, const char *url, const char *port);

/* Whether a host is this machine. */
bool doctor_is_loopback(const char *host);

/* Connects to a host within five seconds; -1 with a message in *fault. */
int
doctor_dial(struct arena *arena, const char *host, const char *port, const char **fault);

/* ---- request.c: with mail.c the only file that uses libcurl ---- */

struct doctor_answer {
	const char *fault; /* NULL = there is an answer */
	long status;
	struct buffer body; /* at most 64 KiB, ended by NUL */
};

/* Sets the options of every request; false when libcurl rejects one. */
bool doctor_request_prepare(CURL *easy, const char *url, const char *protocols);

/* Sends a GET without checking the certificate. */
void doctor_get(struct doctor *doctor, const char *url, struct doctor_answer *answer);

/* The answer's document, or NULL. */
json_t *doctor_json(struct doctor *doctor, const struct doctor_answer *answer);

/* ---- tls.c: the only file that uses libssl ---- */

/* Performs a TLS handshake and checks the certificate against the host; whether it is
 * valid. Adds a finding with the fault or the certificate's expiry. The trusted
 * authorities are those of a file, or the system's when NULL. */
bool doctor_tls(struct doctor *doctor, const char *check, int connection,
	const char *host, const char *authorities);

#endif
