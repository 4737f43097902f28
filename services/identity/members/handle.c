/*
 * handle.c - gives every member a handle at creation.
 *
 * A handle is claimed by inserting it, not by checking first: the unique constraint
 * decides. Two members of the same name who are verified at the same time therefore get
 * different handles.
 */
#include "services/identity/members/handle.h"

#include <string.h>

#include "common/db/db.h"
#include "common/secret/secret.h"
#include "common/text/reserved.h"

#define STEM_MAX 22     /* 30 less a hyphen and the suffix */
#define NUMBERED_MAX 9  /* attempts that append a number */
#define RANDOM_LENGTH 7 /* 35 random bits */
#define ATTEMPTS_MAX 14

/* NFKD separates accents, which are then removed. translate() replaces letters that do
 * not decompose. */
STATEMENT(FOLD,
	"SELECT regexp_replace(normalize(translate($1,"
	" 'ßØøŁłĐđÐðÞþÆæŒœıĦħŦŧ', 'sOoLlDdDdTtAaOoiHhTt'), NFKD),"
	" '[\u0300-\u036f]', '', 'g') AS folded");

STATEMENT(INSERT_PROFILE,
	"INSERT INTO profiles (member_id, handle) VALUES ($1, $2)"
	" ON CONFLICT ON CONSTRAINT profiles_handle_key DO NOTHING");

bool
handle_reserved(const char *handle)
{
	return reserved_name(handle);
}

/* Writes ASCII letters and digits in lower case. Any run of other bytes becomes one
 * hyphen. */
static size_t
put_stem(char stem[STEM_MAX + 1], const char *folded)
{
	size_t size = 0;

	for (const char *next = folded; *next != '\0' && size < STEM_MAX; next++) {
		char c = *next;

		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
			stem[size++] = c;
		else if (size > 0 && stem[size - 1] != '-')
			stem[size++] = '-';
	}
	while (size > 0 && stem[size - 1] == '-')
		size--;
	stem[size] = '\0';
	return size;
}

/* 256 is a multiple of the alphabet's size, so all characters are equally likely. */
static void
put_random(char suffix[RANDOM_LENGTH + 1])
{
	static const char alphabet[32] = "0123456789abcdefghjkmnpqrstvwxyz";
	uint8_t random[RANDOM_LENGTH];

	secret_random(random, sizeof(random));
	for (size_t i = 0; i < RANDOM_LENGTH; i++)
		suffix[i] = alphabet[random[i] % sizeof(alphabet)];
	suffix[RANDOM_LENGTH] = '\0';
}

const char *
handle_candidate(struct arena *arena, const char *folded, int attempt)
{
	char stem[STEM_MAX + 1];
	char suffix[RANDOM_LENGTH + 1];
	bool bare = put_stem(stem, folded) >= 3 && !handle_reserved(stem);

	if (strlen(stem) < 3)
		memcpy(stem, "member", sizeof("member"));
	if (attempt == 1 && bare)
		return arena_printf(arena, "%s", stem);
	if (attempt <= NUMBERED_MAX)
		return arena_printf(arena, "%s-%d", stem, attempt);
	put_random(suffix);
	return arena_printf(arena, "%s-%s", stem, suffix);
}

/* The last candidates are random, so one of them is almost certainly free. */
enum problem
handle_provide(struct call *call, const struct uuid *member, const char *name)
{
	struct rows *rows = db_query(call, FOLD, DB_STRING(name));
	struct text folded;

	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	folded = row_text(rows, 0, "folded");
	for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
		const char *handle = handle_candidate(call->arena, folded.data, attempt);

		rows = db_query(call, INSERT_PROFILE, DB_UUID(member), DB_STRING(handle));
		if (rows->affected == 1)
			return PROBLEM_NONE;
	}
	return call_fail(call, PROBLEM_INTERNAL_ERROR, "no free handle was found");
}
