/*
 * file.h - the bytes of a private file; for secret.c alone.
 */
#ifndef KITH_COMMON_SECRET_FILE_H
#define KITH_COMMON_SECRET_FILE_H

#include <stddef.h>

#define SECRET_FILE_BYTES_MAX 4096

struct secret_file {
	char text[SECRET_FILE_BYTES_MAX + 1]; /* with a NUL after the last byte */
	size_t size;
};

/* Reads the beginning of a file. NULL, or why not: it is not there, or others may touch it. */
const char *secret_file_read(const char *path, struct secret_file *out);

#endif
