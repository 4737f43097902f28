/*
 * file.h - reads a private file; only the files of common/secret include it.
 */
#ifndef KITH_COMMON_SECRET_FILE_H
#define KITH_COMMON_SECRET_FILE_H

#include <stdbool.h>
#include <stddef.h>

#define SECRET_FILE_BYTES_MAX 4096
#define SECRET_PATH_SIZE 4096

struct secret_file {
	char text[SECRET_FILE_BYTES_MAX + 1]; /* with a NUL after the last byte */
	size_t size;
};

/* Reads the beginning of a file. NULL, or the reason: the file does not exist, or other
 * users may read or change it. */
const char *secret_file_read(const char *path, struct secret_file *out);

/* The file of the secret that replaces the one at `path`. It exists only while
 * `kithctl secret rotate` works, or after that command was killed. False when the name is
 * too long. */
bool secret_file_next(const char *path, char out[SECRET_PATH_SIZE]);

#endif
