/*
 * secret.c - the instance's secret, the keys that come from it, and tokens.
 *
 * Only the extract step of HKDF sees the secret; what stays in memory is its
 * pseudo-random key. One expand block makes a key of 32 bytes, so a key costs a single
 * HMAC and can be derived where it is needed instead of being passed around.
 */
#include "common/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/secret_algorithms.h"

#define SECRET_BYTES_MAX 4096
#define PURPOSE_BYTES_MAX 200

static struct key extracted; /* HKDF's PRK; written once, before threads start */
static bool loaded;

void
secret_random(void *out, size_t size)
{
	uint8_t *next = out;

	while (size > 0) {
		ssize_t got = getrandom(next, size, 0);

		if (got < 0 && errno == EINTR)
			continue;
		secret_require(got > 0);
		next += got;
		size -= (size_t)got;
	}
}

/* Reads up to `size` bytes; -1 with errno when reading fails. */
static ssize_t
read_whole(int fd, uint8_t *out, size_t size)
{
	size_t have = 0;

	while (have < size) {
		ssize_t got = read(fd, out + have, size - have);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		have += (size_t)got;
	}
	return (ssize_t)have;
}

/* Whether the open file is one that only its owner may read; errno says why not. */
static bool
is_private(int fd)
{
	struct stat status;

	if (fstat(fd, &status) != 0)
		return false;
	if (!S_ISREG(status.st_mode)) {
		errno = EINVAL;
		return false;
	}
	if (status.st_mode & (S_IRWXG | S_IRWXO)) {
		errno = EACCES;
		return false;
	}
	return true;
}

/* Closes without losing the errno that the caller is to see. */
static void
close_quietly(int fd)
{
	int error = errno;

	close(fd);
	errno = error;
}

bool
secret_load(const char *path)
{
	static const struct key no_salt;
	uint8_t secret[SECRET_BYTES_MAX];
	ssize_t size = -1;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);

	if (fd < 0)
		return false;
	if (is_private(fd))
		size = read_whole(fd, secret, sizeof(secret));
	close_quietly(fd);
	if (size < 0)
		return false;
	if (size < KEY_SIZE) {
		OPENSSL_cleanse(secret, (size_t)size);
		errno = EINVAL;
		return false;
	}
	secret_mac(&no_salt, secret, (size_t)size, extracted.bytes);
	OPENSSL_cleanse(secret, sizeof(secret));
	loaded = true;
	return true;
}

/* Makes the entry of a file durable: its directory is synced too. */
static bool
sync_directory(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *directory = slash
		? strndup(path, slash == path ? 1 : (size_t)(slash - path))
		: strdup(".");
	bool synced = false;
	int fd;

	if (!directory)
		return false;
	fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(directory);
	if (fd >= 0) {
		synced = fsync(fd) == 0;
		close_quietly(fd);
	}
	return synced;
}

/* Fills an open file with a fresh secret. */
static bool
write_secret(int fd)
{
	uint8_t secret[KEY_SIZE];
	bool written;

	secret_random(secret, sizeof(secret));
	written = write(fd, secret, sizeof(secret)) == (ssize_t)sizeof(secret);
	OPENSSL_cleanse(secret, sizeof(secret));
	return written && fchmod(fd, S_IRUSR | S_IWUSR) == 0 && fsync(fd) == 0;
}

/*
 * The secret is written beside its place and linked there when it is whole: link(2)
 * refuses to replace, so of two processes that start at once both end up with the same
 * secret, and a crash leaves either none or all of it.
 */
bool
secret_create(const char *path)
{
	char beside[4096];
	bool created;
	int length, fd;

	if (access(path, F_OK) == 0)
		return true;
	length = snprintf(beside, sizeof(beside), "%s.XXXXXX", path);
	if (length < 0 || (size_t)length >= sizeof(beside)) {
		errno = ENAMETOOLONG;
		return false;
	}
	fd = mkostemp(beside, O_CLOEXEC);
	if (fd < 0)
		return false;
	created = write_secret(fd) && (link(beside, path) == 0 || errno == EEXIST) &&
		sync_directory(path);
	close_quietly(fd);
	unlink(beside);
	return created;
}

struct key
secret_key(const char *purpose)
{
	uint8_t info[PURPOSE_BYTES_MAX + 1];
	struct key key;
	int length = snprintf((char *)info, PURPOSE_BYTES_MAX, "kith %s", purpose);

	secret_require(loaded && length > 0 && length < PURPOSE_BYTES_MAX);
	info[length] = 0x01; /* the number of the expand block */
	secret_mac(&extracted, info, (size_t)length + 1, key.bytes);
	return key;
}

char *
secret_token(struct arena *arena, const char *prefix)
{
	uint8_t random[32];

	secret_random(random, sizeof(random));
	return arena_printf(
		arena, "%s%s", prefix, base64url_encode(arena, random, sizeof(random)));
}
