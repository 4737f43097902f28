#include "services/ctl/run/database_url.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <libpq-fe.h>

#include "common/config/config.h"
#include "services/ctl/run/cluster.h"

#define MALFORMED(setting) \
	setting " must be a PostgreSQL connection string; in a URL, write % as %25 and " \
		"other special characters of the password in the same way"

const char *
database_url_given(void)
{
	static const char *const names[] = {
		"KITH_DATABASE_URL", "KITH_DATABASE_URL_FILE"};

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *value = getenv(names[i]);

		if (value != NULL && value[0] != '\0')
			return config()->database_url.data;
	}
	return NULL;
}

const char *
database_url_of_owner(void)
{
	const char *direct = config()->database_direct_url.data;

	if (database_url_given() == NULL)
		return cluster_url(config()->run_dir.data);
	return direct[0] != '\0' ? direct : config()->database_url.data;
}

/* Whether libpq would report a part of the password as a host: it stands before the last
 * "@" of a URL. A name that begins with one is an abstract socket. */
static bool
has_odd_host(const PQconninfoOption *options)
{
	for (; options->keyword != NULL; options++)
		if (strcmp(options->keyword, "host") == 0 && options->val != NULL &&
			options->val[0] != '\0' && strchr(options->val + 1, '@') != NULL)
			return true;
	return false;
}

/* Not libpq's own message, which repeats the password. */
const char *
database_url_fault(void)
{
	const struct {
		const char *url, *fault;
	} urls[] = {
		{config()->database_url.data, MALFORMED("KITH_DATABASE_URL")},
		{config()->database_read_url.data, MALFORMED("KITH_DATABASE_READ_URL")},
		{config()->database_direct_url.data,
			MALFORMED("KITH_DATABASE_DIRECT_URL")},
	};

	for (size_t i = 0; i < COUNT_OF(urls); i++) {
		PQconninfoOption *options = PQconninfoParse(urls[i].url, NULL);
		const bool odd = options == NULL || has_odd_host(options);

		PQconninfoFree(options);
		if (odd)
			return urls[i].fault;
	}
	return NULL;
}

/* The environment variable of a login's keyword; NULL for other keywords. */
static const char *
login_variable(const char *keyword)
{
	static const char *const logins[][2] = {{"user", "PGUSER"},
		{"password", "PGPASSWORD"}, {"passfile", "PGPASSFILE"}};

	for (size_t i = 0; i < COUNT_OF(logins); i++)
		if (strcmp(keyword, logins[i][0]) == 0)
			return logins[i][1];
	return NULL;
}

void
database_url_give_login(const char *url)
{
	PQconninfoOption *options = PQconninfoParse(url, NULL);

	for (const PQconninfoOption *one = options; one != NULL && one->keyword != NULL;
		one++)
		if (one->val != NULL && login_variable(one->keyword) != NULL)
			setenv(login_variable(one->keyword), one->val, 1);
	PQconninfoFree(options);
}

/* Adds keyword='value' and escapes the value. */
static void
append_option(struct buffer *out, const char *keyword, const char *value)
{
	if (out->size > 0)
		buffer_append(out, " ", 1);
	buffer_append(out, keyword, strlen(keyword));
	buffer_append(out, "='", 2);
	for (; *value != '\0'; value++) {
		if (*value == '\'' || *value == '\\')
			buffer_append(out, "\\", 1);
		buffer_append(out, value, 1);
	}
	buffer_append(out, "'", 1);
}

const char *
database_url_without_login(struct arena *arena, const char *url)
{
	PQconninfoOption *options = PQconninfoParse(url, NULL);
	struct buffer out = {.arena = arena};

	if (options == NULL)
		return NULL;
	for (const PQconninfoOption *option = options; option->keyword != NULL; option++)
		if (option->val != NULL && login_variable(option->keyword) == NULL)
			append_option(&out, option->keyword, option->val);
	PQconninfoFree(options);
	if (out.size == 0) /* libpq's default server */
		append_option(&out, "connect_timeout", "5");
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}
