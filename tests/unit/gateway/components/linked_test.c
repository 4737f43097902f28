/*
 * linked_test.c - which parts of a text are links.
 */
#include "gateway/components/linked.h"

#include <string.h>

#include "proto/field.h"
#include "tests/support/test.h"

/* The text with each link between brackets, in place of its tags. */
static const char *
brackets_of(struct arena *arena, const char *text)
{
	struct buffer out = {.arena = arena}, plain = {.arena = arena};
	const char *at;

	linked_put(&out, text);
	buffer_append(&out, "", 1);
	at = (const char *)out.data;
	while (*at != '\0') {
		if (*at == '<') {
			buffer_append(&plain, at[1] == '/' ? "]" : "[", 1);
			at = strchr(at, '>') + 1;
		} else {
			buffer_append(&plain, at++, 1);
		}
	}
	buffer_append(&plain, "", 1);
	return (const char *)plain.data;
}

TEST(links_addresses_and_nothing_else)
{
	static const char *const texts[][2] = {
		{"", ""},
		{"no address", "no address"},
		{"https://example.org", "[https://example.org]"},
		{"http://example.org:8080/a?b=c#d", "[http://example.org:8080/a?b=c#d]"},
		{"See https://example.org/a, and then.",
			"See [https://example.org/a], and then."},
		{"See https://example.org. Then (https://b.example/).",
			"See [https://example.org]. Then ([https://b.example/])."},
		{"https://en.wikipedia.example/wiki/C_(language) is",
			"[https://en.wikipedia.example/wiki/C_(language)] is"},
		{"line\nhttps://a.example/\nhttps://b.example/",
			"line\n[https://a.example/]\n[https://b.example/]"},
		{"https://a.example/\u0622\u0628 \u0622",
			"[https://a.example/\u0622\u0628] \u0622"},
		{"\u201chttps://a.example/x\u201d", "\u201c[https://a.example/x]\u201d"},
		{"https://a.example\u3002", "[https://a.example]\u3002"},
		/* What follows would be shown in another order. */
		{"https://a.example/\u202egnp.exe", "[https://a.example/]\u202egnp.exe"},
		/* Neither a web server nor a web address. */
		{"https://", "https://"},
		{"https://localhost/", "https://localhost/"},
		{"https://.example/", "https://.example/"},
		{"https://bank.example@evil.example/",
			"https://bank.example@evil.example/"},
		{"https://bank.example:80@evil.example/",
			"https://bank.example:80@evil.example/"},
		{"https://b\u00fccher.example/", "https://b\u00fccher.example/"},
		{"javascript:alert(1)", "javascript:alert(1)"},
		{"xhttps://a.example/", "xhttps://a.example/"},
		{"httphttps://a.example/", "httphttps://a.example/"},
	};
	struct arena *arena = arena_new(4096);

	for (size_t i = 0; i < COUNT_OF(texts); i++)
		assert_string_equal(brackets_of(arena, texts[i][0]), texts[i][1]);
	arena_free(arena);
}

TEST(escapes_the_address_and_the_text)
{
	struct arena *arena = arena_new(4096);
	struct buffer out = {.arena = arena};

	linked_put(&out, "<b> https://a.example/?a&b='\"><script>");
	buffer_append(&out, "", 1);
	assert_string_equal((const char *)out.data,
		"&lt;b&gt; <a dir=\"ltr\" rel=\"noopener noreferrer nofollow\""
		" href=\"https://a.example/?a&amp;b=\">https://a.example/?a&amp;b=</a>"
		"&#39;&quot;&gt;&lt;script&gt;");
	arena_free(arena);
}
