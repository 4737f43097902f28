#include "services/notifications/mail/mail_text.h"

#include <string.h>

#include "common/config/config.h"
#include "services/notifications/mail/mail_layout.h"
#include "services/notifications/mail/mail_words.h"

static void
finish(struct mail_layout *mail, const char *subject, const struct mail_parts *parts,
	struct mail_text *out)
{
	mail_layout_end(mail, config()->base_url.data, parts->unsubscribe);
	out->subject = subject;
	out->plain = mail_layout_text(&mail->plain);
	out->html = mail_layout_text(&mail->html);
}

/* Puts the name of the instance in place of {instance}. */
static const char *
with_instance(struct arena *arena, const char *words)
{
	static const char mark[] = "{instance}";
	const char *at = strstr(words, mark);

	if (at == NULL)
		return words;
	return arena_printf(arena, "%.*s%s%s", (int)(at - words), words,
		config()->instance_name.data, at + strlen(mark));
}

static void
put_words(struct mail_layout *mail, const char *words)
{
	mail_layout_paragraph(mail, with_instance(mail->plain.arena, words));
}

bool
mail_text_write(struct arena *arena, const char *template_name,
	const struct mail_parts *parts, struct mail_text *out)
{
	const enum mail_template template = mail_named(template_name);
	const struct mail_words *said = &mail_words[template];
	struct mail_layout mail;

	if (said->before[0] == NULL || (said->link_label != NULL && parts->link == NULL))
		return false;
	mail = mail_layout_begin(arena, mail_infos[template].subject);
	mail_layout_greet(&mail, "");
	for (size_t i = 0; said->before[i] != NULL; i++)
		put_words(&mail, said->before[i]);
	if (parts->note != NULL && parts->note[0] != '\0')
		mail_layout_quote(&mail, parts->note);
	if (said->link_label != NULL)
		mail_layout_button(&mail, said->link_label, parts->link);
	for (const struct mail_page *page = mail_pages[template]; page->label != NULL;
		page++)
		mail_layout_button(&mail, page->label,
			arena_printf(arena, "%s%s", config()->base_url.data, page->path));
	for (size_t i = 0; said->after[i] != NULL; i++)
		put_words(&mail, said->after[i]);
	finish(&mail, mail_infos[template].subject, parts, out);
	return true;
}

void
mail_text_notice(struct arena *arena, const struct mail_item *item,
	const struct mail_parts *parts, struct mail_text *out)
{
	struct mail_layout mail = mail_layout_begin(arena, item->title);

	mail_layout_greet(&mail, parts->to_name);
	mail_layout_only_text(&mail, arena_printf(arena, "%s.", item->title));
	if (item->quote != NULL)
		mail_layout_quote(&mail, item->quote);
	mail_layout_paragraph(&mail, item->body);
	if (item->link != NULL)
		mail_layout_button(&mail,
			arena_printf(arena, "Open in %s", config()->instance_name.data),
			item->link);
	finish(&mail, item->title, parts, out);
}

void
mail_text_digest(struct arena *arena, const struct mail_digest *digest,
	const struct mail_parts *parts, struct mail_text *out)
{
	const char *subject = with_instance(arena, mail_infos[digest->template].subject);
	struct mail_layout mail = mail_layout_begin(arena, subject);
	const struct mail_item *items = digest->items, *news = digest->news;

	mail_layout_greet(&mail, parts->to_name);
	if (digest->count > 0)
		mail_layout_paragraph(&mail, "Since the last summary:");
	for (size_t i = 0; i < digest->count; i++)
		mail_layout_item(&mail, items[i].title, items[i].body, items[i].link);
	if (digest->more > 0)
		mail_layout_paragraph(&mail,
			arena_printf(arena, "%lld more are in your inbox.",
				(long long)digest->more));
	if (digest->news_count > 0)
		mail_layout_paragraph(&mail,
			digest->template == MAIL_DIGEST
				? "New in the network:"
				: "Your saved searches found this week:");
	for (size_t i = 0; i < digest->news_count; i++)
		mail_layout_item(&mail, news[i].title, news[i].body, news[i].link);
	finish(&mail, subject, parts, out);
}
