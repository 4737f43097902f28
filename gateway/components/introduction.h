/*
 * introduction.h - the form by which a member asks another one for an introduction.
 */
#ifndef KITH_GATEWAY_COMPONENTS_INTRODUCTION_H
#define KITH_GATEWAY_COMPONENTS_INTRODUCTION_H

#include "gateway/web/page.h"
#include "proto/notifications/intros.h"

#define INTRODUCTION_CONTROLS 2

/* The context is the profile of a member by its handle, or a record by its id. */
extern const struct control introduction_to_member[INTRODUCTION_CONTROLS];
extern const struct control introduction_about[INTRODUCTION_CONTROLS];

/* The form of the page at `page`, for a context of a kind. */
#define INTRODUCTION_FORM(page, kind, fields) \
	{ \
		.path = page "/intro", .op = &op_intro_create, \
		.also = "contextKind=" kind, .controls = (fields), \
		.control_count = INTRODUCTION_CONTROLS, \
		.button = "Ask for an introduction", .done = (page), \
		.said = "Your request is sent. If it is accepted, you see each other's " \
			"e-mail address.", \
	}

/* Says, instead of the form, that a request to a member waits for an answer. */
void introduction_waits(struct view *view, const json_t *intro);

/* Writes the form in a card; `value` is the handle or the id. */
void introduction_put(struct view *view, const struct form *form, const char *heading,
	const char *value);

#endif
