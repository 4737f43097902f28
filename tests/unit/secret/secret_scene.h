/*
 * secret_scene.h - a folder with a file of secrets, and memory, for all tests of a file.
 */
#ifndef KITH_TESTS_UNIT_SECRET_SECRET_SCENE_H
#define KITH_TESTS_UNIT_SECRET_SECRET_SCENE_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/secret/secret.h"
#include "tests/support/test.h"

static char folder[] = "/tmp/kith-secret-test-XXXXXX";
static char path[sizeof(folder) + 16];
static struct arena *arena;

/* Replaces the file, with exactly this mode. */
static inline void
write_file(const void *data, size_t size, mode_t mode)
{
	FILE *file;

	unlink(path);
	file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(data, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, mode), 0);
}

/* Makes and loads the key file of a process from this root secret; returns its text. */
static inline char *
file_by(const uint8_t root[KEY_SIZE], enum service_name process)
{
	write_file(root, KEY_SIZE, 0600);
	assert_null(secret_load_root(path));
	return secret_key_file(arena, process);
}

static inline void
set_up(void)
{
	arena = arena_new(16384);
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/secret", folder);
}

static inline void
tear_down(void)
{
	arena_free(arena);
	unlink(path);
	assert_int_equal(rmdir(folder), 0);
}

const struct test_scene test_scene = {.open = set_up, .close = tear_down};

#endif
