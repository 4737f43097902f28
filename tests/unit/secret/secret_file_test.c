/*
 * secret_file_test.c - key files that are refused.
 */
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/test.h"
#include "tests/unit/secret/secret_scene.h"

#define LINE_SIZE 43 /* of a key in base64url */

static const uint8_t root[KEY_SIZE] = "the secret of an older instance";

static char *
file_of(enum service_name process)
{
	return file_by(root, process);
}

/* The reason for which a text is refused as the key file of orgs. */
static const char *
refusal(const char *text, size_t size)
{
	const char *why;

	write_file(text, size, 0600);
	why = secret_load_keys(path, SERVICE_ORGS);
	assert_non_null(why);
	return why;
}

TEST(refuses_the_instances_secret_and_names_the_command)
{
	assert_non_null(strstr(
		refusal((const char *)root, sizeof(root)), "`kithctl keys --out DIR`"));
	assert_non_null(strstr(refusal("", 0), "`kithctl keys --out DIR`"));
}

TEST(refuses_the_keys_of_another)
{
	const char *text = file_of(SERVICE_IDENTITY);

	assert_string_equal(refusal(text, strlen(text)),
		"it holds the keys of identity; this is orgs");
	text = file_of(SERVICE_GATEWAY);
	assert_string_equal(refusal(text, strlen(text)),
		"it holds the keys of gateway; this is orgs");
}

TEST(refuses_a_file_of_another_size)
{
	const char *whole = file_of(SERVICE_ORGS);
	char *longer = arena_printf(arena, "%s\n", whole);

	for (size_t size = 1; size < strlen(whole); size++)
		refusal(whole, size);
	assert_non_null(strstr(refusal(longer, strlen(longer)), "damaged"));
	/* With a NUL after the last line. */
	assert_non_null(strstr(refusal(whole, strlen(whole) + 1), "damaged"));
	write_file(whole, strlen(whole), 0600);
	assert_null(secret_load_keys(path, SERVICE_ORGS));
}

TEST(refuses_a_fifo_without_waiting_for_a_writer)
{
	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_non_null(
		strstr(secret_load_keys(path, SERVICE_ORGS), "not a regular file"));
}

TEST(refuses_what_is_not_exactly_its_lines)
{
	static const char *const titles[] = {"kith-keys 2 orgs", "kith-keys 1 org",
		"kith-keys 1 orgs2", "kith-keys 1 orgs ", "kith-keys 1  orgs",
		"kith-keys orgs", "kith-keys 1 orgs\r", "kith-keys 1 ORGS"};
	const char *whole = file_of(SERVICE_ORGS);
	const char *lines = strchr(whole, '\n');
	char *changed;

	for (size_t i = 0; i < COUNT_OF(titles); i++) {
		changed = arena_printf(arena, "%s%s", titles[i], lines);
		assert_non_null(strstr(refusal(changed, strlen(changed)), "damaged"));
	}
	/* A key that is shorter, longer, not base64url, or for another purpose. */
	changed = arena_printf(arena, "kith-keys 1 orgs\n%s", lines + 2);
	assert_non_null(strstr(refusal(changed, strlen(changed)), "damaged"));
	changed = arena_printf(arena, "kith-keys 1 orgs\nAAAA%s", lines + 1);
	assert_non_null(strstr(refusal(changed, strlen(changed)), "damaged"));
	changed = arena_copy(arena, whole, strlen(whole));
	changed[lines - whole + 5] = '=';
	assert_non_null(strstr(refusal(changed, strlen(changed)), "damaged"));
	changed = arena_copy(arena, whole, strlen(whole));
	changed[lines - whole + 1 + LINE_SIZE + 1] = 'S';
	assert_non_null(strstr(refusal(changed, strlen(changed)), "damaged"));
}

TEST(refuses_a_file_that_others_may_touch)
{
	static const mode_t modes[] = {0640, 0604, 0620, 0602, 0610, 0601};
	const char *text = file_of(SERVICE_ORGS);

	for (size_t i = 0; i < COUNT_OF(modes); i++) {
		write_file(text, strlen(text), modes[i]);
		assert_non_null(strstr(secret_load_keys(path, SERVICE_ORGS),
			"users other than its owner"));
	}
	assert_non_null(secret_load_keys(folder, SERVICE_ORGS));
	assert_non_null(secret_load_keys("/tmp/kith-no-such-file", SERVICE_ORGS));
}

/* Loads root's file of this mode as an unprivileged process with a group of its own. */
static int
load_as_nobody(mode_t mode)
{
	const char *text = file_of(SERVICE_ORGS);
	int status = -1;
	pid_t child;

	write_file(text, strlen(text), 0600);
	assert_int_equal(chown(path, 0, 65534), 0);
	assert_int_equal(chmod(path, mode), 0);
	assert_int_equal(chmod(folder, 0755), 0);
	child = fork();
	if (child == 0)
		_exit(setgid(65534) != 0 || setuid(65534) != 0 ||
			secret_load_keys(path, SERVICE_ORGS) != NULL);
	assert_int_equal(waitpid(child, &status, 0), child);
	return status;
}

/* Kubernetes has no other way to give a file to a process that is not root. */
TEST(reads_roots_file_through_a_group)
{
	if (geteuid() != 0)
		skip();
	assert_int_equal(load_as_nobody(0640), 0);
	assert_int_equal(load_as_nobody(0440), 0);
	assert_int_not_equal(load_as_nobody(0660), 0);
	assert_int_not_equal(load_as_nobody(0644), 0);
	assert_int_not_equal(load_as_nobody(0450), 0);
}

TEST(kithctl_refuses_a_key_file_as_its_secret)
{
	const char *text = file_of(SERVICE_ORGS);

	write_file(text, strlen(text), 0600);
	assert_non_null(strstr(secret_load_root(path), "the keys of one process"));
}
