/*
 * Ids: every id has exactly one text, and every text is an id of one kind at most.
 */
#include "common/base/id.h"
#include "tests/fuzz/fuzz.h"

static const char *const prefixes[] = {"usr", "org", "oapp", "post", "evt", "ses"};

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	const char *kind = id_kind(text, size);
	char again[ID_TEXT_MAX];
	struct uuid uuid, parsed;
	int readings = 0;
	const char *prefix;

	for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
		if (!id_parse(text, size, prefixes[i], &uuid))
			continue;
		readings++;
		FUZZ_HOLDS(kind != NULL);
		FUZZ_HOLDS(id_format(again, prefixes[i], &uuid) == size);
		FUZZ_HOLDS(memcmp(again, text, size) == 0);
	}
	FUZZ_HOLDS(readings <= 1);
	if (size < sizeof(uuid.bytes))
		return 0;
	memcpy(uuid.bytes, data, sizeof(uuid.bytes));
	prefix = prefixes[size % COUNT_OF(prefixes)];
	size = id_format(again, prefix, &uuid);
	FUZZ_HOLDS(size == strlen(again) && size < ID_TEXT_MAX);
	FUZZ_HOLDS(id_parse(again, size, prefix, &parsed) && id_equal(&parsed, &uuid));
	return 0;
}
