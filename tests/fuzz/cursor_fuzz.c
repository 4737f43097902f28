/*
 * Page cursors: the sort key and the id of a position, then an offset and a byte to write
 * there. A cursor decodes to its position, and with any other byte to nothing.
 */
#include <stdio.h>
#include <unistd.h>

#include "common/call/cursor.h"
#include "common/secret/secret.h"
#include "tests/fuzz/fuzz.h"

/* Loads the process's secret from a file that is removed again. */
static void
load_secret(void)
{
	char folder[] = "/tmp/kith-fuzz-XXXXXX";
	char path[64];

	FUZZ_HOLDS(mkdtemp(folder) != NULL);
	snprintf(path, sizeof(path), "%s/secret", folder);
	FUZZ_HOLDS(secret_create(path) && secret_load_root(path) == NULL);
	unlink(path);
	rmdir(folder);
}

/* Reads a forged cursor: any text. */
static void
read_forged(struct call *call, const uint8_t *data, size_t size)
{
	struct text text = {GIVEN, (uint32_t)size, (const char *)data};
	struct page_position after = {0};
	size_t decoded_size = 0;

	const uint8_t *decoded =
		base64url_decode(call->arena, text.data, text.size, &decoded_size);

	FUZZ_HOLDS(!cursor_decode(call, text, &after));
	if (decoded == NULL)
		return;
	FUZZ_HOLDS(decoded_size <= size);
	FUZZ_HOLDS(memcmp(base64url_encode(call->arena, decoded, decoded_size), data,
			   size) == 0);
}

static void
read_changed(struct call *call, const uint8_t data[26])
{
	struct page_position place = {.given = true}, after = {0};
	char *text, byte;
	size_t at;

	memcpy(&place.sort, data, 8);
	memcpy(place.id.bytes, data + 8, 16);
	text = cursor_encode(call, &place);
	FUZZ_HOLDS(cursor_decode(call, arena_text(call->arena, text), &after));
	FUZZ_HOLDS(after.given && after.sort == place.sort);
	FUZZ_HOLDS(memcmp(after.id.bytes, place.id.bytes, sizeof(after.id.bytes)) == 0);
	at = data[24] % strlen(text);
	byte = text[at];
	text[at] = (char)data[25];
	FUZZ_HOLDS(cursor_decode(call, (struct text){GIVEN, (uint32_t)54, text},
			   &after) == (byte == text[at]));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool loaded;
	struct call call = {.op = ops[0], .arena = fuzz_arena()};

	if (!loaded) {
		load_secret();
		loaded = true;
	}
	read_forged(&call, data, size);
	if (size >= 26)
		read_changed(&call, data);
	return 0;
}
