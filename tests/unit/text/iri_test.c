#include <stdio.h>
#include <string.h>

#include "common/text/iri.h"
#include "common/text/text.h"
#include "tests/support/test.h"

/* The ASCII form, or "" when there is none or it is not valid. */
static const char *
ascii(enum text_format format, const char *text)
{
	static char out[IRI_ASCII_MAX(4096)];
	size_t size = iri_to_ascii(format, text, strlen(text), out);

	out[size] = '\0';
	return size > 0 && text_format_check(format, out, size) == NULL ? out : "";
}

TEST(writes_the_uri_of_an_address)
{
	static const char *const uris[][2] = {
		{"https://bücher.example/", "https://xn--bcher-kva.example/"},
		{"https://BÜCHER.example:8443/ö?q=ä#ü",
			"https://xn--bcher-kva.example:8443/%C3%B6?q=%C3%A4#%C3%BC"},
		{"https://straße.example", "https://xn--strae-oqa.example"},
		{"https://例え.テスト/パス",
			"https://xn--r8jz45g.xn--zckzah/%E3%83%91%E3%82%B9"},
		{"http://президент.рф", "http://xn--d1abbgf6aiiy.xn--p1ai"},
		{"https://example.org/caf%C3%A9/é",
			"https://example.org/caf%C3%A9/%C3%A9"},
		{"https://[2001:db8::1]/é", "https://[2001:db8::1]/%C3%A9"},
		{"https://bu\u0308cher.example", "https://xn--bcher-kva.example"},
		{"https://bücher。example/", "https://xn--bcher-kva.example/"}};

	for (size_t i = 0; i < COUNT_OF(uris); i++)
		assert_string_equal(ascii(FORMAT_URI, uris[i][0]), uris[i][1]);
}

TEST(refuses_hosts_that_mean_something_else)
{
	static const char *const bad[] = {"https://good.example／.ü.example/",
		"https://a＠ü.example/", "https://ü.example：80/", "https://ü..example/",
		"https://-ü.example/", "https://ü@example.org/", "https:ü",
		"ü://example.org", "https://\u202eü.example/",
		"https://%C3%BC.ü.example/", "https://\u200b.example/",
		"ftp://ü.example/", "https://１２７.１/"};
	char host[2100];

	for (size_t i = 0; i < COUNT_OF(bad); i++)
		assert_string_equal(ascii(FORMAT_URI, bad[i]), "");
	for (size_t count = 1; count < 500; count += 7) {
		size_t size = (size_t)snprintf(host, sizeof(host), "https://");

		for (size_t i = 0; i < count; i++)
			size += (size_t)snprintf(
				host + size, sizeof(host) - size, "%s", "ü");
		snprintf(host + size, sizeof(host) - size, ".example");
		if (count > 60)
			assert_string_equal(ascii(FORMAT_URI, host), "");
	}
}

TEST(writes_the_mailbox_of_an_internationalized_domain)
{
	assert_string_equal(
		ascii(FORMAT_EMAIL, "max@müller.example"), "max@xn--mller-kva.example");
	assert_string_equal(
		ascii(FORMAT_EMAIL, "Max@MÜLLER.example"), "Max@xn--mller-kva.example");
	assert_string_equal(ascii(FORMAT_EMAIL, "jürgen@example.org"), "");
	assert_string_equal(ascii(FORMAT_EMAIL, "max@müller"), "");
	assert_string_equal(ascii(FORMAT_EMAIL, "müller.example"), "");
	assert_string_equal(ascii(FORMAT_EMAIL, "a@b@müller.example"), "");
}

TEST(leaves_other_texts_alone)
{
	assert_true(iri_is_wide(FORMAT_URI, "https://ü", 10));
	assert_false(iri_is_wide(FORMAT_URI, "https://u", 9));
	assert_false(iri_is_wide(FORMAT_LINE, "https://ü", 10));
}
