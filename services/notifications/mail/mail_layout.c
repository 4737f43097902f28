#include "services/notifications/mail/mail_layout.h"

#include <string.h>

#include "common/color/color.h"
#include "common/config/config.h"

#define LINE_MAX_SHOWN 76

/* The dark colors. Mail programs without support for classes use the inline styles.
 * Outlook on the web and the Outlook apps mark what they darken with data-ogsc. */
#define DARK(prefix) \
	prefix ".k-ground { background-color: #121314 !important; }\n" prefix \
	       ".k-card { background-color: #191b1c !important;" \
	       " border-color: #2d3134 !important; }\n" prefix \
	       ".k-text { color: #ecedee !important; }\n" prefix \
	       ".k-quiet { color: #a3a8ae !important; }\n" prefix \
	       ".k-line { border-color: #2d3134 !important; }\n" prefix \
	       ".k-link { color: #6fd0ba !important; }\n" prefix \
	       ".k-button { background-color: #6fd0ba !important; }\n" prefix \
	       ".k-label { color: #08241e !important; }\n"

#define FONT "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"

static const char head[] =
	"<meta charset=\"utf-8\">\n"
	"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	"<meta name=\"color-scheme\" content=\"light dark\">\n"
	"<meta name=\"supported-color-schemes\" content=\"light dark\">\n"
	"<meta name=\"x-apple-disable-message-reformatting\">\n"
	"<style>\n"
	":root { color-scheme: light dark; supported-color-schemes: light dark; }\n"
	"@media (max-width: 480px) { .k-card { padding: 24px 20px !important; } }\n"
	"@media (prefers-color-scheme: dark) {\n" DARK("") "}\n" DARK(
		"[data-ogsc] ") "</style>\n</head>\n";

static const char body[] =
	"<body class=\"k-ground\" style=\"margin:0;padding:0;background-color:#fbfbfa;"
	"-webkit-text-size-adjust:100%;\">\n"
	"<table role=\"presentation\" class=\"k-ground\" width=\"100%\" "
	"cellpadding=\"0\" cellspacing=\"0\" border=\"0\" bgcolor=\"#fbfbfa\" "
	"style=\"background-color:#fbfbfa;\">\n"
	"<tr><td align=\"center\" style=\"padding:24px 12px;\">\n"
	"<!--[if mso]><table role=\"presentation\" width=\"560\" cellpadding=\"0\" "
	"cellspacing=\"0\" border=\"0\"><tr><td><![endif]-->\n"
	"<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" "
	"border=\"0\" style=\"max-width:560px;\">\n"
	"<tr><td class=\"k-quiet\" style=\"padding:0 4px 12px;" FONT
	"font-size:15px;font-weight:bold;color:#5d6167;\">";

static const char card[] =
	"</td></tr>\n"
	"<tr><td class=\"k-card\" bgcolor=\"#ffffff\" style=\"background-color:#ffffff;"
	"border:1px solid #e2e2de;border-radius:10px;padding:32px;\">\n";

#define STYLED(tag, class, style) "<" tag " class=\"" class "\" style=\"" FONT style "\">"
#define TITLE_OPEN \
	STYLED("h1", "k-text", \
		"margin:0 0 20px;font-size:21px;line-height:28px;font-weight:bold;" \
		"color:#1b1c1e;" \
		"word-break:break-word;overflow-wrap:anywhere;")
#define PARAGRAPH_OPEN \
	STYLED("p", "k-text", \
		"margin:0 0 16px;font-size:16px;line-height:24px;color:#1b1c1e;" \
		"word-break:break-word;overflow-wrap:anywhere;")
#define ADDRESS_OPEN \
	STYLED("p", "k-quiet", \
		"margin:0 0 16px;font-size:13px;line-height:19px;color:#5d6167;" \
		"word-break:break-all;")
#define FOOT_OPEN \
	STYLED("p", "k-quiet", \
		"margin:0 0 8px;font-size:13px;line-height:19px;color:#5d6167;" \
		"word-break:break-word;overflow-wrap:anywhere;")
#define QUOTE_OPEN \
	"<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" " \
	"cellspacing=\"0\" border=\"0\" style=\"margin:0 0 16px;\">" \
	"<tr><td class=\"k-line\" " \
	"style=\"border-left:3px solid #e2e2de;padding:2px 0 2px 14px;\">" STYLED("p", \
		"k-text", \
		"margin:0;font-size:16px;line-height:24px;color:#1b1c1e;" \
		"white-space:pre-line;word-break:break-word;overflow-wrap:anywhere;")
#define BUTTON_OPEN \
	"<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" " \
	"style=\"margin:8px 0 20px;\"><tr><td class=\"k-button\" bgcolor=\"#176b5b\" " \
	"style=\"background-color:#176b5b;border-radius:6px;padding:12px 22px;\">" \
	"<a class=\"k-label\" style=\"" FONT \
	"font-size:16px;line-height:20px;font-weight:bold;color:#ffffff;" \
	"text-decoration:none;\" " \
	"href=\""

static void
put(struct buffer *out, const char *text)
{
	buffer_append(out, text, strlen(text));
}

/* The colors in the markup above, which KITH_ACCENT replaces. */
#define ACCENT "#176b5b"
#define DARK_ACCENT "#6fd0ba"
#define DARK_LABEL "#08241e"

/* The color that stands for one of these; NULL for other text. */
static const char *
replaced(const char *text, const struct color_palette *light,
	const struct color_palette *dark)
{
	const struct {
		const char *known, *color;
	} colors[] = {{ACCENT, light->accent}, {DARK_ACCENT, dark->accent},
		{DARK_LABEL, dark->on}};

	for (size_t i = 0; i < COUNT_OF(colors); i++) {
		if (strncmp(text, colors[i].known, strlen(colors[i].known)) == 0)
			return colors[i].color;
	}
	return NULL;
}

/* Writes constant markup, with the colors of the instance. */
static void
put_markup(struct buffer *out, const char *markup)
{
	const char *accent = config()->accent.data;
	struct color_palette light, dark;

	if (accent[0] == '\0') {
		put(out, markup);
		return;
	}
	color_palette(accent, false, &light);
	color_palette(accent, true, &dark);
	while (*markup != '\0') {
		const char *color = replaced(markup, &light, &dark);

		if (color != NULL) {
			put(out, color);
			markup += strlen(color);
		} else {
			buffer_append(out, markup++, 1);
		}
	}
}

static bool
is_control(char c)
{
	return ((unsigned char)c < 0x20 && c != '\n') || c == 0x7f;
}

/* Escapes text for HTML content and quoted attributes. */
static void
put_html(struct buffer *out, const char *text)
{
	for (const char *next = text; *next != '\0'; next++) {
		if (*next == '&')
			put(out, "&amp;");
		else if (*next == '<')
			put(out, "&lt;");
		else if (*next == '>')
			put(out, "&gt;");
		else if (*next == '"')
			put(out, "&quot;");
		else
			buffer_append(out, is_control(*next) ? " " : next, 1);
	}
}

/* Counts code points. */
static size_t
width_of(const char *text, size_t size)
{
	size_t width = 0;

	for (size_t i = 0; i < size; i++)
		width += ((unsigned char)text[i] & 0xc0) != 0x80;
	return width;
}

/* Wraps text at LINE_MAX_SHOWN. Each line starts with `indent`; line breaks in the
 * text stay. */
static void
put_wrapped(struct buffer *out, const char *text, const char *indent)
{
	size_t column = 0;

	put(out, indent);
	while (*text != '\0') {
		const size_t size = strcspn(text, " \n");
		const size_t width = width_of(text, size);

		if (column > 0 && column + 1 + width + strlen(indent) > LINE_MAX_SHOWN) {
			put(out, "\n");
			put(out, indent);
			column = 0;
		}
		if (column > 0 && size > 0)
			put(out, " ");
		column += (column > 0 && size > 0) + width;
		for (size_t i = 0; i < size; i++)
			buffer_append(out, is_control(text[i]) ? " " : &text[i], 1);
		text += size;
		if (*text == '\n') {
			put(out, "\n");
			put(out, indent);
			column = 0;
		}
		text += *text != '\0';
	}
	put(out, "\n");
}

struct mail_layout
mail_layout_begin(struct arena *arena, const char *title)
{
	struct mail_layout mail = {.plain = {.arena = arena}, .html = {.arena = arena}};

	put_markup(&mail.html, "<!doctype html>\n<html lang=\"en\">\n<head>\n<title>");
	put_html(&mail.html, title);
	put_markup(&mail.html, "</title>\n");
	put_markup(&mail.html, head);
	put_markup(&mail.html, body);
	put_html(&mail.html, config()->instance_name.data);
	put_markup(&mail.html, card);
	put_markup(&mail.html, TITLE_OPEN);
	put_html(&mail.html, title);
	put_markup(&mail.html, "</h1>\n");
	return mail;
}

void
mail_layout_only_text(struct mail_layout *mail, const char *text)
{
	put_wrapped(&mail->plain, text, "");
	put(&mail->plain, "\n");
}

void
mail_layout_paragraph(struct mail_layout *mail, const char *text)
{
	mail_layout_only_text(mail, text);
	put_markup(&mail->html, PARAGRAPH_OPEN);
	put_html(&mail->html, text);
	put_markup(&mail->html, "</p>\n");
}

void
mail_layout_greet(struct mail_layout *mail, const char *name)
{
	char *greeting = arena_printf(mail->plain.arena, "Hello %s,", name);

	/* Keeps the greeting on one line. */
	for (char *next = greeting; *next != '\0'; next++) {
		if (*next == '\n')
			*next = ' ';
	}
	mail_layout_paragraph(mail, name[0] != '\0' ? greeting : "Hello,");
}

void
mail_layout_quote(struct mail_layout *mail, const char *text)
{
	put_wrapped(&mail->plain, text, "> ");
	put(&mail->plain, "\n");
	put_markup(&mail->html, QUOTE_OPEN);
	put_html(&mail->html, text);
	put_markup(&mail->html, "</p></td></tr></table>\n");
}

void
mail_layout_button(struct mail_layout *mail, const char *label, const char *address)
{
	put(&mail->plain, address);
	put(&mail->plain, "\n\n");
	put_markup(&mail->html, BUTTON_OPEN);
	put_html(&mail->html, address);
	put_markup(&mail->html, "\">");
	put_html(&mail->html, label);
	put_markup(&mail->html,
		"</a></td></tr></table>\n" ADDRESS_OPEN "Or copy this address:<br>\n");
	put_html(&mail->html, address);
	put_markup(&mail->html, "</p>\n");
}

void
mail_layout_item(struct mail_layout *mail, const char *title, const char *text,
	const char *address)
{
	put_wrapped(&mail->plain, title, "* ");
	put_wrapped(&mail->plain, text, "  ");
	if (address != NULL) {
		put(&mail->plain, "  ");
		put(&mail->plain, address);
		put(&mail->plain, "\n");
	}
	put(&mail->plain, "\n");
	put_markup(&mail->html,
		"<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" "
		"cellspacing=\"0\" border=\"0\"><tr><td class=\"k-line\" "
		"style=\"border-top:1px solid #e2e2de;"
		"padding:12px 0;\">" STYLED("p", "k-text",
			"margin:0;font-size:16px;line-height:23px;font-weight:bold;"
			"color:#1b1c1e;word-break:break-word;overflow-wrap:anywhere;"));
	if (address != NULL) {
		put_markup(&mail->html,
			"<a class=\"k-link\" style=\"color:#176b5b;"
			"text-decoration:none;\" href=\"");
		put_html(&mail->html, address);
		put_markup(&mail->html, "\">");
	}
	put_html(&mail->html, title);
	put_markup(&mail->html, address != NULL ? "</a>" : "");
	put_markup(&mail->html,
		"</p>\n" STYLED("p", "k-quiet",
			"margin:2px 0 0;font-size:15px;line-height:22px;color:#5d6167;"
			"word-break:break-word;overflow-wrap:anywhere;"));
	put_html(&mail->html, text);
	put_markup(&mail->html, "</p></td></tr></table>\n");
}

void
mail_layout_end(struct mail_layout *mail, const char *base_url, const char *unsubscribe)
{
	static const char switch_off[] = "Unsubscribe from mails of this kind";

	put(&mail->plain, "-- \n");
	put(&mail->plain, config()->instance_name.data);
	put(&mail->plain, ", ");
	put(&mail->plain, base_url);
	put_markup(&mail->html,
		"</td></tr>\n<tr><td style=\"padding:16px 4px 0;\">\n" FOOT_OPEN
		"Sent by ");
	put_html(&mail->html, config()->instance_name.data);
	put_markup(
		&mail->html, " at <a class=\"k-link\" style=\"color:#176b5b;\" href=\"");
	put_html(&mail->html, base_url);
	put_markup(&mail->html, "\">");
	put_html(&mail->html, base_url);
	put_markup(&mail->html, "</a>.</p>\n");
	if (config()->contact.size > 0) {
		put(&mail->plain, "\nContact: ");
		put(&mail->plain, config()->contact.data);
		put_markup(&mail->html, FOOT_OPEN "Contact: ");
		put_html(&mail->html, config()->contact.data);
		put_markup(&mail->html, "</p>\n");
	}
	if (unsubscribe != NULL) {
		put(&mail->plain, "\n");
		put(&mail->plain, switch_off);
		put(&mail->plain, ": ");
		put(&mail->plain, unsubscribe);
		put_markup(&mail->html,
			FOOT_OPEN "<a class=\"k-link\" style=\"color:#176b5b;\" "
				  "href=\"");
		put_html(&mail->html, unsubscribe);
		put_markup(&mail->html, "\">");
		put_markup(&mail->html, switch_off);
		put_markup(&mail->html, "</a></p>\n");
	}
	put(&mail->plain, "\n");
	put_markup(&mail->html,
		"</td></tr>\n</table>\n<!--[if mso]></td></tr></table><![endif]-->\n"
		"</td></tr>\n</table>\n</body>\n</html>\n");
}

const char *
mail_layout_text(struct buffer *part)
{
	buffer_append(part, "", 1);
	return (const char *)part->data;
}
