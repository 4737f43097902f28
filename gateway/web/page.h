/*
 * page.h - the table of pages: what each reads, and which forms it has.
 *
 * A page is an entry of a table: the operations that it reads, its forms, and one
 * function that writes it. The room does the rest equally for all pages: the session
 * cookie, limits and guards, the fields of forms by the contract, protection against
 * CSRF, typed values with their faults, and the return URL after sign-in. A page can be
 * opened by those who may call its reads, because operations are called by invoke(), as
 * for REST.
 *
 *     GET   the reads, side by side; then those with .with -> write
 *     POST  the form's operation -> 303 to `done`, or the page with the answer
 *                                -> refused: the reads, and the page with the faults
 */
#ifndef KITH_GATEWAY_WEB_PAGE_H
#define KITH_GATEWAY_WEB_PAGE_H

#include "common/json/json.h"
#include "gateway/core/invoke/invoke.h"
#include "gateway/core/request/pairs.h"

#define PAGE_READS_MAX 8
#define PAGE_FORMS_MAX 16
#define PAGE_CAPTURES_MAX 2

struct view;

/* Further input of a read, "author=ada&limit=5", by the viewer and the answers of the
 * reads without .with; NULL leaves the read out. */
typedef const char *page_read_with(const struct view *view);

/*
 * An operation that a page reads. Its input comes from the path's {names} and the query.
 * All reads leave in parallel, except those with .with, which follow in parallel when the
 * others are answered. The answer of a read that is left out is NULL.
 */
struct page_read {
	const struct op *op;
	const char *also;     /* further input: "status=pending"; or NULL */
	page_read_with *with; /* NULL = the read needs no other answer */
	/* takes nothing from the query: a second list, which has no cursor */
	bool apart;
	/* is left out when the visitor may not read it, or it does not exist */
	bool optional;
};

enum control_kind {
	CONTROL_LINE, /* one line, by its field: an address, a number, a text */
	CONTROL_AREA, /* several lines */
	CONTROL_PASSWORD,
	CONTROL_CODE,   /* six digits, or a recovery code */
	CONTROL_CHECK,  /* a boolean */
	CONTROL_CHOICE, /* an enum, or a number with .choices */
	CONTROL_CHECKS, /* several of .choices: a list */
	CONTROL_HIDDEN,
	CONTROL_FILE,  /* an image; the form's operation has .image.source IMAGE_BODY */
	CONTROL_WHEN,  /* an instant: date and time in the zone of .zone */
	CONTROL_DAY,   /* an instant: the end of a day (UTC) */
	CONTROL_WORDS, /* a list of short texts: one line, separated by commas */
	CONTROL_LINES, /* a list of texts: one in each line */
	CONTROL_LINKS, /* a map: a name and an address in each line */
	CONTROL_ZONE,  /* the name of a time zone */
};

struct choice {
	const char *value, *label, *hint; /* .hint may be NULL */
};

/* The choices that a page offers by its answers, ended by one without a value. */
typedef const struct choice *control_offer(const struct view *view);

/* A field of the operation's input on a page; the contract has its bounds. */
struct control {
	const char *name; /* the name of the field */
	enum control_kind kind;
	const char *label;
	const char *hint;             /* NULL = none */
	const char *autocomplete;     /* the attribute; NULL = none */
	const struct choice *choices; /* ended by one without a value */
	const char *admin_choice;     /* the one for administrators only, or NULL */
	const char *value;    /* the initial value; NULL = from `values` of form_put() */
	control_offer *offer; /* instead of .choices */
	const char *zone;     /* CONTROL_WHEN: the control with its zone; NULL = UTC */
	int rows;             /* CONTROL_AREA, CONTROL_LINES: the height; 0 = 4 lines */
	bool required;        /* on this page, even if the operation also works without */
};

/* Runs after a form's operation has succeeded: sets view->location or view->cookie by
 * view->answer. */
typedef void form_finish(struct view *view);

/* Replaces the typed pairs before the operation is called. */
typedef struct pairs form_prepare(const struct view *view);

/* A form of a page, for one operation. */
struct form {
	const char *path;    /* the path for POST: "/settings/tokens/{id}/revoke" */
	const struct op *op; /* all fields of the form */
	const char *also;    /* further, fixed input: "role=admin"; or NULL */
	const struct control *controls;
	size_t control_count;
	const char *button; /* the label of the button */
	bool danger;        /* a destructive action */
	bool plain;         /* the negative one of two actions */
	bool primary;       /* the most likely action of the page, in a list as well */
	bool returns;       /* continues at the return URL (`next`), if there is one */
	/* passes `next` to .done, because the user returns later, perhaps by a mail */
	bool carries;
	/* the name of a hidden field that only the page reads; NULL = none */
	const char *memo;
	const char *done; /* the path to show afterwards; NULL = the page itself */
	const char *said; /* the notice that is shown there */
	/* what the page says about invalid credentials; NULL = the problem's title */
	const char *mistaken;
	form_prepare *prepare; /* NULL = the typed pairs are sent */
	form_finish *finish;   /* NULL = nothing */
};

struct page {
	const char *path; /* "/settings/tokens"; {name} is one segment */
	const char *title;
	struct page_read reads[PAGE_READS_MAX];   /* ended by one without an operation */
	const struct form *forms[PAGE_FORMS_MAX]; /* ended by NULL */
	void (*write)(struct view *view);         /* writes the contents of <main> */
	/* writes them when a read answers 404; NULL = a page about the problem */
	void (*lost)(struct view *view);
	bool open; /* open to everybody; reads without permission are left out */
	/* a form may redirect to another origin: the policy has no form-action */
	bool leads_away;
	bool narrow;      /* a small form in a card */
	bool titled;      /* writes its own <h1> */
	bool wide;        /* a wide table */
	const char *menu; /* the name in the section's menu, or NULL */
};

/* All pages; gateway/pages.c. */
extern const struct page *const pages[];
extern const size_t page_count;

/* What search engines and previews of links show of a page that strangers can read: Open
 * Graph tags. The title is that of the page. */
struct preview {
	const char *type;        /* "profile", "website" */
	const char *description; /* or "" */
	const char *image;       /* the URL of a picture, or "" */
};

/* The view of the writer of a page. Everything lives as long as the request. */
struct view {
	struct arena *arena;
	struct buffer *out;
	const struct page *page;
	const struct principal *principal;     /* .membership NONE = anonymous */
	const json_t *answers[PAGE_READS_MAX]; /* replies of the reads; NULL = left out */
	const char *tags[PAGE_READS_MAX];      /* entity tags of records; NULL = none */
	struct http_parameter captures[PAGE_CAPTURES_MAX]; /* the path's {names} */
	size_t capture_count;
	struct pairs query;
	const struct form *form; /* the posted form, or NULL, with: */
	struct pairs typed;
	const struct message_reply *refusal; /* NULL = it succeeded */
	const json_t *answer;                /* the reply of a success */
	const char *next; /* the return URL, a path of this instance; or NULL */
	/* the stored return URL of an app, while the user reads a mail; or NULL */
	const char *kept;
	const char *row;    /* the id of the current item in a list, or NULL */
	const char *csrf;   /* the CSRF token; NULL when anonymous */
	const char *notice; /* the notice of the form before, or NULL */
	const char *title;  /* the name of the record; NULL = the title of the page */
	int64_t unread;     /* unread notifications; -1 = unknown */
	const struct preview *preview; /* NULL = search engines do not list the page */
	/* For form_finish: */
	const char *location; /* the address instead of .done; may have another origin */
	const char *cookie;   /* a Set-Cookie, or NULL */
};

/* An empty object for the `values` of form_put(), and one with one text. They live as
 * long as the request. */
json_t *view_values(const struct view *view);
json_t *view_value(const struct view *view, const char *name, const char *value);

/* Whether the wire id is that of the visitor. */
bool view_is_visitor(const struct view *view, const char *user_id);

/* Writes a form: fields with labels, hints, typed values and faults. `values` is the
 * object with initial values, or NULL. */
void form_put(struct view *view, const struct form *form, const json_t *values);

/* The same in parts, for forms with more text. `path` is the form's path, filled in. */
void form_begin(struct view *view, const struct form *form, const char *path);
void form_controls(struct view *view, const struct form *form, const json_t *values);
void form_end(struct view *view, const struct form *form);

/* Writes one field as form_controls() does; or, for a form that is a table, one check
 * box and its label. */
void form_control(struct view *view, const struct form *form,
	const struct control *control, const json_t *values);
void
form_label(struct view *view, const struct form *form, const struct control *control);
void form_box(struct view *view, const struct form *form, const struct control *control,
	const json_t *values);

/* Writes a form with one button in a list. `id` fills the {name} of its path, or its
 * only control; `subject` is the name of the item, for screen readers. */
void form_button(
	struct view *view, const struct form *form, const char *id, const char *subject);

/* The same with controls, collapsed until it is opened. */
void form_fold(
	struct view *view, const struct form *form, const char *id, const char *subject);

/* The same in parts, for several forms; it is open when `form` was refused. */
void form_fold_begin(struct view *view, const struct form *form, const char *label,
	const char *id, const char *subject);
void form_of_row(struct view *view, const struct form *form, const char *id);
void form_fold_end(struct view *view);

/* The choices of an array in an answer: `value` and `label` are members of its items. A
 * `first` label is a choice without a value; NULL = none. */
const struct choice *view_choices(const struct view *view, const json_t *items,
	const char *value, const char *label, const char *first);

/* Writes the filters of a list: a form that requests the same page with them in its
 * query. */
void form_filters(struct view *view, const struct op *op, const struct control *controls,
	size_t count);

/* The same with all controls after the first `shown` ones behind a line that opens them;
 * it is open while one of them is in use. */
void form_filters_folded(struct view *view, const struct op *op,
	const struct control *controls, size_t count, size_t shown);

/* A path of the table, with its {names} filled in. */
const char *page_path(struct arena *arena, const char *path,
	const struct http_parameter *captures, size_t count);

/* The name of a form in `done=`: that of its operation, with a number if another form
 * before it in the table has the same operation, "org_join.2". */
const char *page_form_name(struct arena *arena, const struct form *form);

/* A member of a reply by its path, "account.profile.handle"; "" when absent. */
const char *view_text(const json_t *answer, const char *path);
const json_t *view_member(const json_t *answer, const char *path);

/* An integer of a reply, in digits. */
const char *view_number(const struct view *view, const json_t *answer, const char *path);

/* Whether a time of a reply has passed; false when it is absent. */
bool view_has_passed(const char *time);

/* A query parameter, or "". */
const char *view_query(const struct view *view, const char *name);

/* Writes a link to the next page of a list, if there is one. */
void view_more(struct view *view, const json_t *answer);

/* The name of a browser: "Firefox on Linux". */
const char *view_program(struct arena *arena, const char *user_agent);

/* Whether a path may be used in Location after our own origin: it must lead to this
 * instance, however a browser reads it. */
bool view_path_is_ours(const char *path);

/* Whether an app has sent the browser here for sign-in. */
bool view_is_for_app(const struct view *view);

#endif
