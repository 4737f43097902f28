#include "gateway/web/instance.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/color/color.h"
#include "common/config/config.h"
#include "common/text/text.h"

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

const char *
instance_terms(void)
{
	return terms.body;
}

const char *
instance_rules(void)
{
	return rules.body;
}

/* ---- colors ---- */

static void
put(struct buffer *out, const char *text)
{
	buffer_append(out, text, strlen(text));
}

static void
put_palette(struct buffer *out, bool dark)
{
	struct color_palette palette;

	color_palette(config()->accent.data, dark, &palette);
	put(out,
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
	put(out, "@media (prefers-color-scheme: dark) {\n");
	put_palette(out, true);
	put(out, "}\n");
}
