#include "services/identity/sign_in/password.h"

#include <argon2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/config/config.h"
#include "common/db/db.h"
#include "common/secret/secret.h"
#include "services/identity/sign_in/breach_list.h"
#include "services/identity/sign_in/common_passwords.h"

#define MEMORY_KIB 47104
#define PASSES 1
#define LANES 1
#define SALT_SIZE 16
#define TEXT(value) TEXT_OF(value)
#define TEXT_OF(value) #value
#define PARAMETERS \
	"$argon2id$v=19$m=" TEXT(MEMORY_KIB) ",t=" TEXT(PASSES) ",p=" TEXT(LANES) "$"

STATEMENT(OWNER,
	"SELECT email, name FROM members WHERE id = $1");

/* A name in small letters, in capitals, and without marks, also beyond ASCII. */
STATEMENT(SPELLINGS,
	"SELECT unnest(ARRAY[lower($1::text), upper($1::text), text_fold($1::text)])"
	" AS name");

/* A hash that matches no password, compared when there is no account so that the time is
 * the same. */
static const char NOBODY[] =
	PARAMETERS "bm9ib2R5IGlzIGhlcmUhIQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

const char *
password_hash(struct arena *arena, const struct text *password)
{
	uint8_t salt[SALT_SIZE];
	char encoded[sizeof(PARAMETERS) + 80];
	int error;

	secret_random(salt, sizeof(salt));
	error = argon2id_hash_encoded(PASSES, MEMORY_KIB, LANES, password->data,
		password->size, salt, sizeof(salt), HASH_SIZE, encoded, sizeof(encoded));
	if (error != ARGON2_OK) {
		/* Memory is exhausted: the process ends, as everywhere. */
		fprintf(stderr, "argon2: %s\n", argon2_error_message(error));
		abort();
	}
	return arena_copy(arena, encoded, strlen(encoded));
}

bool
password_matches(const char *hash, const struct text *password)
{
	int error = argon2id_verify(
		hash != NULL ? hash : NOBODY, password->data, password->size);

	if (error == ARGON2_MEMORY_ALLOCATION_ERROR) {
		fprintf(stderr, "argon2: %s\n", argon2_error_message(error));
		abort();
	}
	return hash != NULL && error == ARGON2_OK;
}

bool
password_outdated(const char *hash)
{
	return strncmp(hash, PARAMETERS, sizeof(PARAMETERS) - 1) != 0;
}

enum problem
password_check(struct call *call, const char *pointer, const struct text *password)
{
	if (password_common(password->data, password->size))
		return call_fault(call, pointer, FAULT_NOT_ALLOWED,
			"this password is too common; choose another one");
	if (breach_list_has(password))
		return call_fault(call, pointer, FAULT_NOT_ALLOWED,
			"this password is known from a data breach; choose another one");
	return PROBLEM_NONE;
}

static bool
spells(const struct text *password, const struct text *words, size_t size)
{
	return password_spells(password->data, password->size, words->data, size);
}

static bool
spells_name(struct call *call, const struct text *password, const struct text *name)
{
	struct rows *rows = db_query(call, SPELLINGS, DB_TEXT(*name));
	bool known = spells(password, name, name->size);

	for (int i = 0; i < rows->count; i++) {
		const struct text spelling = row_text(rows, i, "name");

		known = known || spells(password, &spelling, spelling.size);
	}
	return known;
}

enum problem
password_check_words(struct call *call, const char *pointer, const struct text *password,
	const struct text *email, const struct text *name)
{
	const struct text *instance = &config()->instance_name;

	if (spells(password, email, email->size) ||
		spells(password, email, strcspn(email->data, "@")) ||
		spells_name(call, password, name) ||
		spells_name(call, password, instance))
		return call_fault(call, pointer, FAULT_NOT_ALLOWED,
			"this password is a name or address that others know; choose "
			"another one");
	return PROBLEM_NONE;
}

enum problem
password_check_owner(struct call *call, const char *pointer, const struct text *password,
	const struct uuid *member)
{
	struct rows *rows = db_query(call, OWNER, DB_UUID(member));
	struct text email, name;

	if (rows->count == 0)
		return PROBLEM_NONE;
	email = row_text(rows, 0, "email");
	name = row_text(rows, 0, "name");
	return password_check_words(call, pointer, password, &email, &name);
}
