/*
 * parameters.c - what libpq is told when it connects.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/config/config.h"
#include "common/db/inside.h"
#include "common/secret/secret.h"

/* Generic plans: a plan per execution costs more than it ever gains here. */
#define SESSION_OPTIONS \
	"-c search_path=kith,pg_catalog,pg_temp -c plan_cache_mode=force_generic_plan -c jit=off"

/* Where a parameter is, or would be added. */
static size_t
place_of(const struct db *db, const char *keyword)
{
	size_t place = 0;

	while (db->keywords[place] != NULL && strcmp(db->keywords[place], keyword) != 0)
		place++;
	return place;
}

/* Adds one parameter, taking the place of one with the same keyword. */
static void
set_parameter(struct db *db, const char *keyword, const char *value)
{
	size_t place = place_of(db, keyword);

	if (db->keywords[place] == NULL)
		db->keywords[place] = db_must(strdup(keyword));
	free(db->values[place]);
	db->values[place] = db_must(strdup(value));
}

/* The value of a parameter; "" without one. */
static const char *
parameter(const struct db *db, const char *keyword)
{
	const char *value = db->values[place_of(db, keyword)];

	return value == NULL ? "" : value;
}

/* The session's options, and after them what the URL asks for. */
static void
set_options(struct db *db, const char *of_url)
{
	char options[1024];

	snprintf(options, sizeof(options), "%s %s", SESSION_OPTIONS,
		of_url == NULL ? "" : of_url);
	set_parameter(db, "options", options);
}

/* Sets the role to connect as; its password is derived from the service's secret. */
static void
set_role(struct db *db, const char *service)
{
	struct arena *arena = arena_new(512);
	const char *role =
		arena_printf(arena, "%s%s", config()->role_prefix.data, service);
	struct key key = secret_role_key(service, role);

	set_parameter(db, "user", role);
	set_parameter(
		db, "password", base64url_encode(arena, key.bytes, sizeof(key.bytes)));
	set_parameter(db, "application_name", role);
	explicit_bzero(&key, sizeof(key));
	arena_free(arena);
}

void
db_set_parameters(struct db *db, const char *url, const char *service)
{
	static const char *const settings[][2] = {{"client_encoding", "UTF8"},
		{"connect_timeout", "5"}, {"keepalives", "1"}, {"keepalives_idle", "10"},
		{"keepalives_interval", "5"}, {"keepalives_count", "3"},
		{"tcp_user_timeout", "10000"}};
	PQconninfoOption *options = PQconninfoParse(url, NULL);
	size_t given = 0;

	for (PQconninfoOption *o = options; o != NULL && o->keyword != NULL; o++)
		given += o->val != NULL;
	given += COUNT_OF(settings) + 7;
	db->keywords = db_must(calloc(given, sizeof(*db->keywords)));
	db->values = db_must(calloc(given, sizeof(*db->values)));
	for (size_t i = 0; i < COUNT_OF(settings); i++)
		set_parameter(db, settings[i][0], settings[i][1]);
	/* A role has a password. Trying GSS first loads libraries, which no sandbox lets in. */
	if (service != NULL)
		set_parameter(db, "gssencmode", "disable");
	if (!db->pooled)
		set_options(db, NULL);
	for (PQconninfoOption *o = options; o != NULL && o->keyword != NULL; o++) {
		if (o->val == NULL)
			continue;
		if (strcmp(o->keyword, "options") == 0 && !db->pooled)
			set_options(db, o->val);
		else
			set_parameter(db, o->keyword, o->val);
	}
	if (options == NULL)
		db_keep_error(db, NULL, "the database URL cannot be read");
	PQconninfoFree(options);
	set_parameter(db, "application_name", "kith");
	db->fixed = parameter(db, "hostaddr")[0] != '\0';
	if (service != NULL)
		set_role(db, service);
}

void
db_stay_near(struct db *db, const struct db *other)
{
	const char *host = parameter(db, "host");

	if (db->fixed || host[0] == '\0' || host[0] == '/' || strchr(host, ',') != NULL)
		return;
	set_parameter(db, "hostaddr", other == NULL ? "" : PQhostaddr(other->connection));
}

void
db_only_read(struct db *db)
{
	const char *given = db->values[place_of(db, "options")];
	char options[1024];

	if (given == NULL)
		return;
	snprintf(options, sizeof(options), "%s -c default_transaction_read_only=on",
		given);
	set_parameter(db, "options", options);
}
