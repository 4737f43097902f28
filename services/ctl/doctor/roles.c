/*
 * roles.c - checks that each service can log in to the database with its role.
 */
#include <libpq-fe.h>
#include <string.h>

#include "common/config/config.h"
#include "common/secret/secret.h"
#include "proto/op.h"
#include "services/ctl/doctor/inside.h"
#include "services/ctl/run/database_url.h"

PGconn *
doctor_log_in(struct doctor *doctor, const char *place, const char *service)
{
	const char *role =
		arena_printf(doctor->arena, "%s%s", config()->role_prefix.data, service);
	struct key key = secret_role_key(service, role);
	const char *password =
		base64url_encode(doctor->arena, key.bytes, sizeof(key.bytes));
	const char *const keywords[] = {
		"dbname", "user", "password", "connect_timeout", NULL};
	const char *const values[] = {place, role, password, "5", NULL};
	PGconn *connection = PQconnectdbParams(keywords, values, 1);

	explicit_bzero(&key, sizeof(key));
	return connection;
}

/* NULL when the role can log in, else the server's message. */
static const char *
try_role(struct doctor *doctor, const char *place, const char *service)
{
	PGconn *connection = doctor_log_in(doctor, place, service);
	const char *fault = NULL;

	if (PQstatus(connection) != CONNECTION_OK)
		fault = arena_printf(doctor->arena, "%s", PQerrorMessage(connection));
	PQfinish(connection);
	return fault;
}

void
doctor_roles(struct doctor *doctor, const char *url)
{
	const char *place = database_url_without_login(doctor->arena, url);
	size_t faults = 0;

	for (int i = SERVICE_GATEWAY + 1; place != NULL && i < SERVICE_COUNT; i++) {
		const char *fault = try_role(doctor, place, service_names[i]);

		if (fault == NULL)
			continue;
		faults++;
		doctor_note(doctor, "roles", FINDING_FAULT,
			"run kithctl migrate to set the roles and their passwords again; "
			"KITH_SECRET_FILE must be this instance's secret",
			"kith-%s cannot log in: %s", service_names[i], fault);
	}
	if (faults == 0)
		doctor_note(doctor, "roles", FINDING_OK, NULL,
			"each service can log in to the database with its role");
}
