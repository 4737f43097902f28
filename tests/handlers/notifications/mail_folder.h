/*
 * mail_folder.h - a folder for the mails of one test program.
 */
#ifndef KITH_TEST_MAIL_FOLDER_H
#define KITH_TEST_MAIL_FOLDER_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/support/handler_test.h"

/* The program's KITH_RUN_DIR; the mails are in its folder mail/. */
static char mail_folder[] = "/tmp/kith-mail-XXXXXX";

/* Counts the mails there; `name` gets the name of one of them. */
static inline int
mails(char name[300])
{
	char path[300];
	DIR *folder;
	int count = 0;

	snprintf(path, sizeof(path), "%s/mail", mail_folder);
	folder = opendir(path);
	if (folder == NULL)
		return 0;
	for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(name, 300, "%s", entry->d_name);
		count++;
	}
	closedir(folder);
	return count;
}

static inline void
remove_mails(void)
{
	char name[300], path[620];

	while (mails(name) > 0) {
		snprintf(path, sizeof(path), "%s/mail/%s", mail_folder, name);
		assert_int_equal(unlink(path), 0);
	}
}

/* The text of the only mail. */
static inline const char *
mail_text(void)
{
	static char text[32768];
	char name[300], path[620];
	FILE *file;

	assert_int_equal(mails(name), 1);
	snprintf(path, sizeof(path), "%s/mail/%s", mail_folder, name);
	file = fopen(path, "re");
	assert_non_null(file);
	text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
	fclose(file);
	return text;
}

/* Makes the folder. Call it before scratch_open(), because that reads the settings. */
static inline void
mail_folder_open(void)
{
	if (mkdtemp(mail_folder) == NULL)
		abort();
	setenv("KITH_RUN_DIR", mail_folder, 1);
}

/* Removes the folder after the tests; returns `failed`. */
static inline int
mail_folder_close(int failed)
{
	char path[300];

	remove_mails();
	snprintf(path, sizeof(path), "%s/mail", mail_folder);
	rmdir(path);
	rmdir(mail_folder);
	return failed;
}

#endif
