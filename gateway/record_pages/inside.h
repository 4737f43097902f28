/*
 * inside.h - what the pages of things share.
 */
#ifndef KITH_GATEWAY_RECORD_PAGES_INSIDE_H
#define KITH_GATEWAY_RECORD_PAGES_INSIDE_H

#include "gateway/record_pages/record_pages.h"

/* The heading, and a line below it unless that is empty. */
void record_page_head(struct view *view, const char *title, const char *line);

/* What somebody wrote, with its line breaks: about the thing, or to somebody; nothing
 * if it is empty. */
void record_page_text(struct view *view, const char *text);
void record_page_quote(struct view *view, const char *text);

/* A fact with its name; nothing if it is empty. They stand between record_page_facts()
 * and its end. A word is a value of an enum, said to people. */
void record_page_facts(struct view *view);
void record_page_fact(struct view *view, const char *name, const char *text);
void record_page_fact_word(struct view *view, const char *name, const char *value);
void record_page_fact_time(struct view *view, const char *name, const char *time);
void record_page_fact_link(struct view *view, const char *name, const char *address);
void record_page_facts_end(struct view *view);

/* A member by name, with a link to the member's page where there is one. */
void record_page_fact_member(struct view *view, const char *name, const json_t *member);

#endif
