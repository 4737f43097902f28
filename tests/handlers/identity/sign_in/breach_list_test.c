#include "services/identity/sign_in/breach_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/secret/secret.h"
#include "services/identity/handlers.h"
#include "tests/handlers/identity/identity_fixture.h"

#define LINES 20000

static char path[] = "/tmp/kith-breach-list-XXXXXX";

static int
by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* The hash of "breached password N", with its first `digits` digits in upper case. */
static void
write_hash(char text[48], int number, int digits)
{
	const char *password = scratch_printf("breached password %d", number);
	uint8_t hash[SHA1_SIZE];

	secret_sha1(password, strlen(password), hash);
	for (size_t i = 0; i < SHA1_SIZE; i++)
		snprintf(text + 2 * i, 3, "%02X", hash[i]);
	text[digits] = '\0';
}

static void
write_file(const char *text, size_t size)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

/* Writes a sorted list with a line for each of the even numbers. */
static void
write_list(int digits, const char *end)
{
	char(*hashes)[48] = calloc(LINES, sizeof(*hashes));
	FILE *file = fopen(path, "w");

	assert_non_null(hashes);
	assert_non_null(file);
	for (int i = 0; i < LINES; i++)
		write_hash(hashes[i], 2 * i, digits);
	qsort(hashes, LINES, sizeof(*hashes), by_text);
	for (int i = 0; i < LINES; i++)
		fprintf(file, "%s%s", hashes[i], end);
	assert_int_equal(fclose(file), 0);
	free(hashes);
}

static bool
has(int number)
{
	const char *password = scratch_printf("breached password %d", number);
	const struct text text = arena_text(scratch_arena(), password);

	return breach_list_has(&text);
}

static const char *
opened(void)
{
	return breach_list_open(scratch_arena(), path);
}

/* Creates the file of a test, which ends with unlink(). */
static void
begin(void)
{
	static const char name[] = "/tmp/kith-breach-list-XXXXXX";
	int fd;

	memcpy(path, name, sizeof(name));
	fd = mkstemp(path);
	assert_true(fd >= 0);
	close(fd);
}

TEST(finds_each_hash_of_the_official_format_and_no_other)
{
	static const struct {
		int digits;
		const char *end;
	} forms[] = {{40, ":3\r\n"}, {40, ":12345678\n"}, {40, "\n"}, {20, "\n"},
		{16, ":1\n"}};

	begin();
	assert_false(has(0));
	for (size_t i = 0; i < COUNT_OF(forms); i++) {
		write_list(forms[i].digits, forms[i].end);
		assert_null(opened());
		for (int number = 0; number < 2 * LINES; number += 7)
			assert_int_equal(has(number), number % 2 == 0);
	}
	unlink(path);
}

TEST(finds_the_first_and_the_last_line_also_without_a_line_feed)
{
	char hash[48];

	begin();
	for (int number = 0; number < 3; number++) {
		write_hash(hash, number, 40);
		write_file(hash, 40);
		assert_null(opened());
		assert_true(has(number));
		assert_false(has(number + 1));
	}
	unlink(path);
}

TEST(refuses_files_that_are_no_sorted_list)
{
	static const struct {
		const char *text, *fault;
	} cases[] = {
		{"", "it is empty"},
		{"password\n", "byte 0 is not in a line of a SHA-1 hash"},
		{"0123456789ABCDE\n", "byte 0 is not"},
		{"0123456789ABCDEF0123:x\n", "byte 0 is not"},
		{"0123456789ABCDEF0123\n\n", "byte 21 is not"},
		{"0123456789ABCDEF0123456789ABCDEF\n", "its hashes have 32 digits"},
		{"1123456789ABCDEF0123\n0123456789ABCDEF0123\n", "it is not sorted"},
		{"0123456789ABCDEF0123\n0123456789ABCDEF0123\n", "it is not sorted"},
	};

	begin();
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *fault;

		write_file(cases[i].text, strlen(cases[i].text));
		fault = opened();
		assert_non_null(fault);
		assert_non_null(strstr(fault, cases[i].fault));
	}
	unlink(path);
	assert_string_equal(opened(), "No such file or directory");
	assert_string_equal(
		breach_list_open(scratch_arena(), "/tmp"), "it is not a file");
	assert_false(has(0));
}

/* As a list that is ordered by how often a password was found. */
TEST(refuses_a_large_list_in_another_order)
{
	FILE *file;

	begin();
	file = fopen(path, "w");
	assert_non_null(file);
	for (int i = 0; i < LINES; i++) {
		char hash[48];

		write_hash(hash, i, 40);
		fprintf(file, "%s:%d\n", hash, LINES - i);
	}
	assert_int_equal(fclose(file), 0);
	assert_non_null(strstr(opened(), "it is not sorted by hash"));
	unlink(path);
}

TEST(operations_refuse_a_password_of_the_list)
{
	static const char breached[] = "breached password 2";

	begin();
	write_list(40, ":3\r\n");
	assert_null(opened());
	unlink(path);
	people_expect_fault(call_anonymously(ENTRY(account_sign_up),
				    scratch_printf(JSON({
					    "email": "a@example.org",
					    "name": "A",
					    "password": "%s"
				    }),
					    breached)),
		"#/password", FAULT_NOT_ALLOWED);
	people_add(1);
	people_add_mail_token(1, "reset_password", "go", "1 hour");
	people_expect_fault(
		call_anonymously(ENTRY(password_reset),
			scratch_printf(
				JSON({"token": "go", "password": "%s"}), breached)),
		"#/password", FAULT_NOT_ALLOWED);
	assert_done(call_anonymously(ENTRY(password_reset),
		JSON({"token": "go", "password": "breached password 3"})));
}

/* Overwrites bytes of the file from `at` on. */
static void
damage(long at, size_t size)
{
	FILE *file = fopen(path, "r+");

	assert_non_null(file);
	assert_int_equal(fseek(file, at, SEEK_SET), 0);
	for (size_t i = 0; i < size; i++)
		assert_int_equal(fputc('?', file), '?');
	assert_int_equal(fclose(file), 0);
}

/* A search would look at this line first, and then in the wrong half. */
TEST(refuses_a_large_list_whose_middle_line_is_out_of_order)
{
	FILE *file;

	begin();
	write_list(40, ":3\n");
	file = fopen(path, "r+");
	assert_non_null(file);
	assert_int_equal(fseek(file, 43L * (LINES / 2), SEEK_SET), 0);
	assert_true(fputs("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", file) >= 0);
	assert_int_equal(fclose(file), 0);
	assert_non_null(strstr(opened(), "it is not sorted by hash"));
	unlink(path);
}

/* The checks at the start do not read every line of a large list. */
TEST(passes_over_damaged_lines)
{
	static const size_t sizes[] = {1, 40, 2000};
	const long middle = 43L * LINES / 2;

	begin();
	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		int found = 0;

		write_list(40, ":3\n");
		assert_null(opened());
		damage(middle, sizes[i]);
		for (int number = 0; number < 2 * LINES; number += 2)
			found += has(number);
		assert_in_range(found, LINES - (long)sizes[i] / 43 - 2, LINES - 1);
	}
	unlink(path);
}

/* The list is opened once; a file that shrinks afterwards must not end the process. */
TEST(survives_a_list_that_is_truncated_in_place)
{
	begin();
	write_list(40, ":3\r\n");
	assert_null(opened());
	assert_true(has(0));
	write_file("", 0);
	assert_false(has(0));
	unlink(path);
}
