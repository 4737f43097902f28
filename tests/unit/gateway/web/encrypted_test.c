#include <string.h>

#include "gateway/web/encrypted.h"
#include "tests/unit/secret/secret_scene.h"

#define MINUTE_US INT64_C(60000000)

/* Loads the keys of a gateway. */
static void
become_gateway(void)
{
	static const uint8_t root[KEY_SIZE] = {7};
	char *keys = file_by(root, SERVICE_GATEWAY);

	write_file(keys, strlen(keys), 0600);
	secret_forget();
	assert_null(secret_load_keys(path, SERVICE_GATEWAY));
}

static struct text
opened(const char *bound, const char *sealed)
{
	const struct text name = arena_text(arena, bound);

	return encrypted_open(arena, &name, sealed, strlen(sealed));
}

static const char *
made(const char *bound, const char *value, int64_t life_us)
{
	const struct text name = arena_text(arena, bound);
	const struct text text = arena_text(arena, value);

	return encrypted_make(arena, &name, &text, life_us);
}

TEST(opens_what_was_sealed_for_the_same)
{
	const char *sealed;

	become_gateway();
	sealed = made("ada@example.org", "a secret", MINUTE_US);
	assert_null(strstr(sealed, "secret"));
	assert_string_equal(opened("ada@example.org", sealed).data, "a secret");
	assert_int_equal(opened("ada@example.org", sealed).size, 8);
	assert_int_equal(opened("bob@example.org", sealed).presence, ABSENT);
	assert_int_equal(opened("", made("", "", MINUTE_US)).size, 0);
}

TEST(opens_nothing_that_is_too_old)
{
	become_gateway();
	assert_int_equal(opened("a", made("a", "b", -MINUTE_US)).presence, ABSENT);
	assert_int_equal(opened("a", made("a", "b", MINUTE_US)).presence, GIVEN);
}

TEST(opens_nothing_that_was_altered)
{
	char *sealed;

	become_gateway();
	sealed = arena_printf(arena, "%s", made("a", "b", MINUTE_US));
	for (size_t i = 0; i < strlen(sealed); i++) {
		const char was = sealed[i];

		sealed[i] = was == 'A' ? 'Q' : 'A';
		assert_int_equal(opened("a", sealed).presence, ABSENT);
		sealed[i] = was;
	}
	assert_int_equal(opened("a", "").presence, ABSENT);
	assert_int_equal(opened("a", "A").presence, ABSENT);
	assert_int_equal(opened("a", "/oauth/consent?x").presence, ABSENT);
	assert_int_equal(opened("a", sealed).presence, GIVEN);
}
