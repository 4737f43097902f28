/*
 * components.h - the parts of which pages are made, each written once.
 *
 * A page reads as its content: a head, then cards, facts, rows and forms. Members' texts
 * are escaped and have dir="auto"; names of records are links. Functions in pairs,
 * x_begin() and x_end(), enclose what is written between them.
 */
#ifndef KITH_GATEWAY_COMPONENTS_COMPONENTS_H
#define KITH_GATEWAY_COMPONENTS_COMPONENTS_H

#include "gateway/web/page.h"

/* ---- paths.c: records and their links ---- */

/* The paths of the pages of records. */
const char *path_of_member(struct arena *arena, const char *handle);
const char *path_of_org(struct arena *arena, const char *slug);
const char *path_of_project(struct arena *arena, const char *id);
const char *path_of_event(struct arena *arena, const char *id);
const char *path_of_post(struct arena *arena, const char *id);
const char *path_of_progress(struct arena *arena, const char *id);
const char *path_of_intro(struct arena *arena, const char *id);

/* A path with a query parameter: "/posts?q=loom". */
const char *path_with_query(
	struct arena *arena, const char *path, const char *name, const char *value);

/* Writes a text of a member inside a line. */
void text_put(struct view *view, const char *text);

/* Writes a link to a page of ours. */
void link_put(struct view *view, const char *path, const char *text);

/* Writes the name of a member or organization as a link; without a handle or slug
 * (deleted members), the name alone. */
void link_member(struct view *view, const char *handle, const char *name);
void link_org(struct view *view, const char *slug, const char *name);

/* Writes a link to another site. */
void link_out(struct view *view, const char *address);

/* ---- pictures.c ---- */

enum picture_size {
	PICTURE_SMALL, /* in a row */
	PICTURE_LARGE, /* of the record of a page */
};

/* Writes an avatar or a logo by its URL in an answer; without one, the first letter of
 * the name. It is decoration, because the name stands beside it. */
void avatar_put(
	struct view *view, const char *image, const char *name, enum picture_size size);

/* Writes a photo or a cover with a description; nothing without a URL. */
void photo_put(struct view *view, const char *image, const char *description);

/* ---- head.c ---- */

/* Writes the heading, which is also the title of the page, and a line below it unless it
 * is empty. */
void head_put(struct view *view, const char *title, const char *line);

/* The same with an avatar or logo. */
void head_with_picture(
	struct view *view, const char *image, const char *title, const char *line);

/* Writes the heading of a list with the primary action of the page; .titled pages. */
void head_with_action(
	struct view *view, const char *title, const char *action, const char *path);

/* A tab leads to a page; one is the current page. */
struct tab {
	const char *label, *path;
	bool current;
};

void tabs_put(struct view *view, const char *label, const struct tab *tabs, size_t count);

/* ---- card.c ---- */

/* A card; `heading` may be NULL. */
void card_begin(struct view *view, const char *heading);
void card_end(struct view *view);

/* Writes the heading of a part of a page with a link that looks like a button; without
 * one when `action` is NULL. */
void
part_put(struct view *view, const char *heading, const char *action, const char *path);

/* Forms and buttons side by side. */
void actions_begin(struct view *view);
void actions_end(struct view *view);

/* Writes a link that looks like a button; the primary one is unique on a page. */
void button_put(struct view *view, const char *label, const char *path, bool primary);

/* Writes a member's text with its line breaks, or a message to somebody; nothing if it
 * is empty. Web addresses in it are links. */
void written_put(struct view *view, const char *text);
void quote_put(struct view *view, const char *text);

/* The beginning of a text in a list. */
void excerpt_put(struct view *view, const char *text);

/* Writes a note about a state: "good", "warn", "bad", or "". */
void note_put(struct view *view, const char *tone, const char *sentence);

/* Writes that there is nothing, and what to do first. `path` may be NULL. */
void
empty_put(struct view *view, const char *sentence, const char *action, const char *path);

/* Writes a form behind a button which opens it, with a sentence that says what cannot be
 * undone. */
void confirm_put(struct view *view, const struct form *form, const char *sentence);

/* The same in a list: `id` fills the {name} of the form's path. */
void confirm_row(struct view *view, const struct form *form, const char *id,
	const char *subject, const char *sentence);

/* ---- facts.c ---- */

/* Writes facts with their names; nothing for an empty value. A word is an enum value,
 * shown as text. */
void facts_begin(struct view *view);
void facts_end(struct view *view);
void fact_put(struct view *view, const char *name, const char *text);
void fact_word(struct view *view, const char *name, const char *value);
void fact_time(struct view *view, const char *name, const char *time);
void fact_address(struct view *view, const char *name, const char *address);

/* For other markup: writes it between the two. */
void fact_begin(struct view *view, const char *name);
void fact_end(struct view *view);

/* A member by .handle and .name, an organization by .slug and .name; nothing for NULL. */
void fact_member(struct view *view, const char *name, const json_t *member);
void fact_org(struct view *view, const char *name, const json_t *org);

/* Writes an enum value as a coloured tag: "Open". */
void word_put(struct view *view, const char *value);

/* "invite_only" as "Invite only". */
const char *word_of(struct arena *arena, const char *value);

/* The label of a value among choices; the value itself when it is not one of them. */
const char *choice_words(const struct choice *choices, const char *value);

/* ---- times.c ---- */

/* Writes a time; a script shows it in the reader's zone. */
void time_put(struct view *view, const char *time);

/* Writes the day of a time in UTC, without its hour. */
void day_put(struct view *view, const char *time);

/* Writes how long ago or ahead a time is: "3 days ago", "in 2 hours". */
void ago_put(struct view *view, const char *time);

/* ---- list.c ---- */

/* Writes the items of an answer as rows, and the link to the next page; .empty says what
 * to do without items. */
struct list {
	void (*row)(struct view *view, const json_t *item);
	const char *empty;  /* a sentence */
	const char *action; /* the label of a link; or NULL */
	const char *path;   /* of the action */
};

void list_put(struct view *view, const json_t *answer, const struct list *list);

/* A row: a picture, a title, lines, and actions. row_begin() writes the title as a link;
 * a NULL path writes the text alone. `whose` is the name of the picture's owner. */
void row_begin(struct view *view, const char *path, const char *title);
/* The title is a name and the rest of a sentence; the name has its own direction. */
void row_begin_about(
	struct view *view, const char *path, const char *name, const char *sentence);
void row_begin_with_picture(struct view *view, const char *image, const char *whose,
	const char *path, const char *title);
void row_line(struct view *view, const char *text);
void row_actions(struct view *view);
void row_end(struct view *view);

/* A quiet line of several parts. */
void line_begin(struct view *view);
void line_dot(struct view *view);
void line_end(struct view *view);

/* Writes a member as a row: picture, name and headline. */
void row_member(struct view *view, const json_t *member);

/* Writes tags as links to `path` with `name` as the parameter. */
void tags_put(struct view *view, const json_t *tags, const char *path, const char *name);

/* Writes organizations by .slug and .name. */
void orgs_put(struct view *view, const json_t *orgs);

/* Writes a chip for each of these filters that the query has, which removes it; and one
 * that removes all. */
struct chip {
	const char *name;             /* of the query parameter */
	const char *label;            /* "Kind" */
	const struct choice *choices; /* the words of its values; NULL = as typed */
};

void chips_put(struct view *view, const struct chip *chips, size_t count);

#endif
