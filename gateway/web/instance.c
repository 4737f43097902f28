#include "gateway/web/instance.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/color/color.h"
#include "common/config/config.h"
#include "common/text/text.h"
#include "gateway/web/html.h"

#define FILE_BYTES_MAX ((size_t)64 * 1024)

static struct instance_file logo, terms, rules;

/* ---- files ---- */

static void
fail(const char *setting, const char *path, const char *fault)
{
	fprintf(stderr, "%s: %s %s.\n", setting, path, fault);
	exit(2);
}

/* Reads a whole file; one without a path stays empty. */
static struct instance_file
read_file(struct arena *arena, const char *setting, const char *path)
{
	struct instance_file file = {NULL, NULL, 0};
	char *body;
	FILE *stream;

	if (path[0] == '\0')
		return file;
	body = arena_alloc(arena, FILE_BYTES_MAX + 1);
	stream = fopen(path, "re");
	if (stream == NULL)
		fail(setting, path, strerror(errno));
	file.size = fread(body, 1, FILE_BYTES_MAX + 1, stream);
	if (ferror(stream) != 0)
		fail(setting, path, "cannot be read");
	fclose(stream);
	if (file.size == 0)
		fail(setting, path, "is empty");
	if (file.size > FILE_BYTES_MAX)
		fail(setting, path, "has more than 64 KiB");
	file.body = body;
	return file;
}

static bool
begins(const struct instance_file *file, size_t at, const char *bytes)
{
	return file->size >= at + strlen(bytes) &&
		memcmp((const char *)file->body + at, bytes, strlen(bytes)) == 0;
}

/* The media type of a logo by its first bytes; NULL for any other file. */
static const char *
type_of(const struct instance_file *file)
{
	if (begins(file, 0, "\x89PNG\r\n\x1a\n"))
		return "image/png";
	if (begins(file, 0, "RIFF") && begins(file, 8, "WEBP"))
		return "image/webp";
	return begins(file, 0, "<svg") || begins(file, 0, "<?xml") ? "image/svg+xml"
								   : NULL;
}

/* Reads a text, which ends with a NUL. */
static struct instance_file
read_text(struct arena *arena, const char *setting, const char *path)
{
	struct instance_file file = read_file(arena, setting, path);

	if (file.body == NULL)
		return file;
	if (!utf8_valid(file.body, file.size) || memchr(file.body, '\0', file.size))
		fail(setting, path, "must be a text in UTF-8");
	file.body = arena_copy(arena, file.body, file.size);
	file.type = "text/plain";
	return file;
}

void
instance_prepare(struct arena *arena)
{
	logo = read_file(arena, "KITH_LOGO_FILE", config()->logo_file.data);
	if (logo.body != NULL) {
		logo.type = type_of(&logo);
		if (logo.type == NULL)
			fail("KITH_LOGO_FILE", config()->logo_file.data,
				"must be an SVG, PNG or WebP file");
	}
	terms = read_text(arena, "KITH_TERMS_FILE", config()->terms_file.data);
	rules = read_text(arena, "KITH_RULES_FILE", config()->rules_file.data);
}

const struct instance_file *
instance_logo(void)
{
	return &logo;
}

/* ---- colors ---- */

static void
put_palette(struct buffer *out, bool dark)
{
	struct color_palette palette;

	color_palette(config()->accent.data, dark, &palette);
	html_put(out,
		arena_printf(out->arena,
			":root { --accent: %s; --accent-strong: %s; --accent-soft: %s; "
			"--on-accent: %s; --ring: %s; }\n",
			palette.accent, palette.strong, palette.soft, palette.on,
			palette.accent));
}

void
instance_put_colors(struct buffer *out)
{
	if (config()->accent.size == 0)
		return;
	put_palette(out, false);
	html_put(out, "@media (prefers-color-scheme: dark) {\n");
	put_palette(out, true);
	html_put(out, "}\n");
}

/* ---- pages ---- */

bool
instance_has_terms(void)
{
	return terms.body != NULL;
}

bool
instance_has_rules(void)
{
	return rules.body != NULL;
}

bool
instance_has_contact(void)
{
	return config()->contact.size > 0;
}

/* The elements of a text. */
enum block {
	NOTHING,
	PARAGRAPH,
	LIST
};

/* Ends the current element and begins another. */
static enum block
turn_to(struct buffer *out, enum block from, enum block to)
{
	static const char *const begin[] = {"", "<p dir=\"auto\">", "<ul>\n"};
	static const char *const end[] = {"", "</p>\n", "</ul>\n"};

	if (from == to)
		return to;
	html_put(out, end[from]);
	html_put(out, begin[to]);
	return to;
}

/* Writes a text: headings begin with #, items of lists with -, and blank lines end
 * paragraphs. */
static void
put_text(struct buffer *out, const char *text)
{
	enum block block = NOTHING;

	while (*text != '\0') {
		const size_t size = strcspn(text, "\r\n");
		const char *line = arena_copy(out->arena, text, size);

		if (line[strspn(line, " \t")] == '\0') {
			block = turn_to(out, block, NOTHING);
		} else if (line[0] == '#') {
			block = turn_to(out, block, NOTHING);
			html_putf(out, "<h2 dir=\"auto\">%s</h2>\n",
				line + strspn(line, "# "));
		} else if (strncmp(line, "- ", 2) == 0) {
			block = turn_to(out, block, LIST);
			html_putf(out, "<li dir=\"auto\">%s</li>\n", line + 2);
		} else {
			block = turn_to(out, block, PARAGRAPH);
			html_putf(out, "%s\n", line);
		}
		text += size;
		text += text[0] == '\r';
		text += text[0] == '\n';
	}
	turn_to(out, block, NOTHING);
}

static void
begin_page(struct buffer *out, const char *title)
{
	html_open(out, title, "text");
	html_put(out,
		"<nav aria-label=\"Site\"><a href=\"/\">Home</a> <a "
		"href=\"/docs\">Docs</a></nav>\n");
	html_main(out);
	html_putf(out, "<h1>%s</h1>\n", title);
}

void
instance_terms_page(struct buffer *out)
{
	begin_page(out, "Terms of use");
	put_text(out, terms.body);
	html_close(out);
}

void
instance_rules_page(struct buffer *out)
{
	begin_page(out, "Rules");
	put_text(out, rules.body);
	html_close(out);
}

void
instance_contact_page(struct buffer *out)
{
	const char *contact = config()->contact.data;

	begin_page(out, "Contact");
	html_putf(out,
		"<p>The people who run %s answer here:</p>\n<p><a class=\"button\" ",
		config()->instance_name.data);
	html_putf(out,
		strchr(contact, '@') != NULL && strncmp(contact, "https:", 6) != 0
			? "href=\"mailto:%s\">%s</a></p>\n"
			: "href=\"%s\">%s</a></p>\n",
		contact, contact);
	html_put(out,
		"<p>To report a profile or content, use <b>Report</b> on its "
		"page.</p>\n");
	html_close(out);
}

void
instance_put_links(struct buffer *out)
{
	if (instance_has_terms())
		html_put(out, "<a href=\"/terms\">Terms</a>");
	if (instance_has_rules())
		html_put(out, "<a href=\"/rules\">Rules</a>");
	if (instance_has_contact())
		html_put(out, "<a href=\"/contact\">Contact</a>");
}
