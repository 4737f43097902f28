#include "services/identity/sign_in/common_passwords.h"
#include "services/identity/sign_in/password.h"

#include "tests/support/handler_test.h"

static struct text
text_of(const char *string)
{
	return (struct text){GIVEN, (uint32_t)strlen(string), string};
}

TEST_COMMITTED(a_hash_matches_its_own_password_only)
{
	struct arena *arena = arena_new(4096);
	const struct text right = text_of("purple elephants dance");
	const struct text wrong = text_of("purple elephants dancE");
	const char *hash = password_hash(arena, &right);

	assert_true(password_matches(hash, &right));
	assert_false(password_matches(hash, &wrong));
	assert_string_not_equal(hash, password_hash(arena, &right));
	assert_false(password_outdated(hash));
	arena_free(arena);
}

TEST_COMMITTED(nobody_has_no_password)
{
	const struct text empty = text_of("");
	const struct text some = text_of("purple elephants dance");

	assert_false(password_matches(NULL, &empty));
	assert_false(password_matches(NULL, &some));
}

TEST_COMMITTED(a_broken_hash_matches_nothing)
{
	const struct text some = text_of("purple elephants dance");

	assert_false(password_matches("$argon2id$", &some));
	assert_false(password_matches("", &some));
}

TEST_COMMITTED(knows_hashes_of_another_cost)
{
	assert_true(password_outdated("$argon2id$v=19$m=4096,t=1,p=1$c2FsdA$aGFzaA"));
	assert_true(password_outdated("$argon2i$v=19$m=47104,t=1,p=1$c2FsdA$aGFzaA"));
}

TEST_COMMITTED(knows_common_passwords)
{
	static const char *const common[] = {"password1234", "PassWord1234",
		"qwertyuiop12", "iloveyou1234", "123456789012", "aaaaaaaaaaaa",
		"kithkithkith", "abcabcabcabca",
		"zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
		"administrator1", "1qaz2wsx3edc", "welcome12345", "Correcthorse",
		"administrator", "Welcome2026!", "Welcome2026! ", "P@ssw0rd1234",
		"password\xe2\x80\x8b", "2026 Summer 2026", "abc123456789",
		"monkey1234567890", NULL};
	static const char *const fine[] = {"", "x", "violet-trombone-7", "aaaaaaaaaaab",
		"plum sorting lamp quiet", "password1234 but longer", "monkey12345678901",
		"my monkey 27", "123 456 789 012", "\xe2\x80\x8b",
		"\xc3\xa4\xc3\xb6\xc3\xbc-fenster-12", NULL};

	for (size_t i = 0; common[i] != NULL; i++) {
		if (!password_common(common[i], strlen(common[i])))
			fail_msg("%s is not known", common[i]);
	}
	for (size_t i = 0; fine[i] != NULL; i++)
		assert_false(password_common(fine[i], strlen(fine[i])));
}

TEST_COMMITTED(knows_passwords_that_spell_a_word)
{
	static const struct {
		const char *password, *words;
	} spelled[] = {{"ada@lab.example", "Ada@lab.example"},
		{"AdaLovelace2026", "Ada Lovelace"}, {"ada 123456789", "ada"},
		{"!ada.lovelace!", "Ada Lovelace"}, {"m\u00fcller-12345", "M\u00fcller"},
		{"", NULL}},
	  fine[] = {{"adalovelaces", "Ada Lovelace"}, {"ada 12345678901", "ada"},
		  {"lovelace ada 1", "Ada Lovelace"}, {"123456789012", "12"},
		  {"123456789012", ""}, {"ada lov elac 1", "Ada Lovelace"}, {"", NULL}};

	for (size_t i = 0; spelled[i].words != NULL; i++) {
		if (!password_spells(spelled[i].password, strlen(spelled[i].password),
			    spelled[i].words, strlen(spelled[i].words)))
			fail_msg("%s", spelled[i].password);
	}
	for (size_t i = 0; fine[i].words != NULL; i++) {
		if (password_spells(fine[i].password, strlen(fine[i].password),
			    fine[i].words, strlen(fine[i].words)))
			fail_msg("%s", fine[i].password);
	}
}
