#include "services/notifications/mail/mail_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/handler_test.h"

static char folder[] = "/tmp/kith-file-XXXXXX";

static const char *
read_back(const char *name, char text[64])
{
	char path[128];
	FILE *file;
	size_t size;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "re");
	assert_non_null(file);
	size = fread(text, 1, 63, file);
	text[size] = '\0';
	fclose(file);
	unlink(path);
	return text;
}

TEST_COMMITTED(replaces_a_file_of_the_same_name)
{
	char text[64];

	assert_true(mail_file_write(folder, "a.eml", "first, and longer", 17));
	assert_true(mail_file_write(folder, "a.eml", "second", 6));
	assert_string_equal(read_back("a.eml", text), "second");
}

TEST_COMMITTED(leaves_nothing_half_written_behind)
{
	char path[128];

	/* A folder of that name makes the last step fail. */
	snprintf(path, sizeof(path), "%s/b.eml", folder);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_false(mail_file_write(folder, "b.eml", "text", 4));
	assert_int_equal(errno, EISDIR);
	assert_int_equal(rmdir(path), 0);
	snprintf(path, sizeof(path), "%s/.b.eml.part", folder);
	assert_int_equal(access(path, F_OK), -1);
}

TEST_COMMITTED(writes_through_no_link)
{
	char path[128], target[128];

	snprintf(path, sizeof(path), "%s/.c.eml.part", folder);
	snprintf(target, sizeof(target), "%s/elsewhere", folder);
	assert_int_equal(symlink(target, path), 0);
	assert_false(mail_file_write(folder, "c.eml", "text", 4));
	assert_int_equal(access(target, F_OK), -1);
}

TEST_COMMITTED(says_why_a_folder_cannot_be_made)
{
	assert_false(
		mail_file_write("/tmp/kith-no-such-folder/mail", "d.eml", "text", 4));
	assert_int_equal(errno, ENOENT);
}

int
main(void)
{
	int failed;

	if (mkdtemp(folder) == NULL)
		return 1;
	failed = test_main();
	rmdir(folder);
	return failed;
}
