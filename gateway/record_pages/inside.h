/*
 * inside.h - shared by the pages of records.
 */
#ifndef KITH_GATEWAY_RECORD_PAGES_INSIDE_H
#define KITH_GATEWAY_RECORD_PAGES_INSIDE_H

#include "gateway/record_pages/record_pages.h"

/* Writes the heading, and a line below it unless it is empty. */
void record_page_head(struct view *view, const char *title, const char *line);

/* Writes a member's text with its line breaks, or a message to somebody; nothing if it
 * is empty. */
void record_page_text(struct view *view, const char *text);
void record_page_quote(struct view *view, const char *text);

/* Writes a fact with its name; nothing if it is empty. Facts stand between
 * record_page_facts() and record_page_facts_end(). A word is an enum value, shown as
 * text. */
void record_page_facts(struct view *view);
void record_page_fact(struct view *view, const char *name, const char *text);
void record_page_fact_word(struct view *view, const char *name, const char *value);
void record_page_fact_time(struct view *view, const char *name, const char *time);
void record_page_fact_link(struct view *view, const char *name, const char *address);
void record_page_facts_end(struct view *view);

/* Writes a member's name with a link to the member's page, if there is one. */
void record_page_fact_member(struct view *view, const char *name, const json_t *member);

#endif
