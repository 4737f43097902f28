/*
 * file.h - reads a private file; only the files of common/secret include it.
 */
#ifndef KITH_COMMON_SECRET_FILE_H
#define KITH_COMMON_SECRET_FILE_H

#include <stddef.h>

#define SECRET_FILE_BYTES_MAX 4096

struct secret_file {
	char text[SECRET_FILE_BYTES_MAX + 1]; /* with a NUL after the last byte */
	size_t size;
};

/* Reads the beginning of a file. NULL, or the reason: the file does not exist, or other
 * users may read or change it. */
const char *secret_file_read(const char *path, struct secret_file *out);

#endif
