/*
 * options.c - the options with which libpq connects.
 */
#include <stdio.h>
#include <string.h>

#include "common/config/config.h"
#include "common/db/inside.h"
#include "common/secret/secret.h"

/* Generic plans: planning each execution costs more than better plans save. */
#define SESSION_OPTIONS \
	"-c search_path=kith,pg_catalog,pg_temp -c plan_cache_mode=force_generic_plan " \
	"-c jit=off"

/* The index of an option, or where to add it. */
static size_t
place_of(const struct db *db, const char *keyword)
{
	size_t place = 0;

	while (db->keywords[place] != NULL && strcmp(db->keywords[place], keyword) != 0)
		place++;
	return place;
}

/* Adds an option, or replaces the one with the same keyword. */
static void
set_option(struct db *db, const char *keyword, const char *value)
{
	size_t place = place_of(db, keyword);

	if (db->keywords[place] == NULL)
		db->keywords[place] = db_must(strdup(keyword));
	free(db->values[place]);
	db->values[place] = db_must(strdup(value));
}

/* The value of an option; "" without one. */
static const char *
option(const struct db *db, const char *keyword)
{
	const char *value = db->values[place_of(db, keyword)];

	return value == NULL ? "" : value;
}

/* Sets the options of the session, followed by `further`. */
static void
set_session(struct db *db, const char *further)
{
	char options[1024];

	snprintf(options, sizeof(options), "%s %s", SESSION_OPTIONS, further);
	set_option(db, "options", options);
}

/* Sets the role. Its password is derived from the service's secret. */
static void
set_role(struct db *db, const char *service)
{
	struct arena *arena = arena_new(512);
	const char *role =
		arena_printf(arena, "%s%s", config()->role_prefix.data, service);
	struct key key = secret_role_key(service, role);

	set_option(db, "user", role);
	set_option(db, "password", base64url_encode(arena, key.bytes, sizeof(key.bytes)));
	set_option(db, "application_name", role);
	explicit_bzero(&key, sizeof(key));
	arena_free(arena);
}

bool
db_set_options(struct db *db, const char *url, const char *service)
{
	static const char *const settings[][2] = {{"client_encoding", "UTF8"},
		{"connect_timeout", "5"}, {"keepalives", "1"}, {"keepalives_idle", "10"},
		{"keepalives_interval", "5"}, {"keepalives_count", "3"},
		{"tcp_user_timeout", "10000"}};
	PQconninfoOption *given = PQconninfoParse(url, NULL);
	const bool readable = given != NULL;
	size_t count = COUNT_OF(settings) + 7;

	for (PQconninfoOption *o = given; o != NULL && o->keyword != NULL; o++)
		count += o->val != NULL;
	db->keywords = db_must(calloc(count, sizeof(*db->keywords)));
	db->values = db_must(calloc(count, sizeof(*db->values)));
	for (size_t i = 0; i < COUNT_OF(settings); i++)
		set_option(db, settings[i][0], settings[i][1]);
	/* GSS would load libraries, which the sandbox forbids. A role has a password
	 * anyway. */
	if (service != NULL)
		set_option(db, "gssencmode", "disable");
	if (!db->pooled)
		set_session(db, "");
	for (PQconninfoOption *o = given; o != NULL && o->keyword != NULL; o++) {
		if (o->val == NULL)
			continue;
		if (strcmp(o->keyword, "options") == 0 && !db->pooled)
			set_session(db, o->val);
		else
			set_option(db, o->keyword, o->val);
	}
	PQconninfoFree(given);
	set_option(db, "application_name", "kith");
	db->fixed = option(db, "hostaddr")[0] != '\0';
	if (service != NULL)
		set_role(db, service);
	return readable;
}

void
db_stay_near(struct db *db, const struct db *other)
{
	const char *host = option(db, "host");

	if (db->fixed || host[0] == '\0' || host[0] == '/' || strchr(host, ',') != NULL)
		return;
	set_option(db, "hostaddr", other == NULL ? "" : PQhostaddr(other->connection));
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
	set_option(db, "options", options);
}

static const char *
find(struct arena *arena, const PQconninfoOption *options, const char *keyword)
{
	for (const PQconninfoOption *o = options; o != NULL && o->keyword != NULL; o++) {
		if (strcmp(o->keyword, keyword) == 0 && o->val != NULL &&
			o->val[0] != '\0')
			return arena_copy(arena, o->val, strlen(o->val));
	}
	return NULL;
}

const char *
db_setting(struct arena *arena, const char *url, const char *keyword)
{
	PQconninfoOption *options = PQconninfoParse(url, NULL);
	const char *value = find(arena, options, keyword);

	PQconninfoFree(options);
	if (value != NULL)
		return value;
	options = PQconndefaults();
	value = find(arena, options, keyword);
	PQconninfoFree(options);
	return value;
}
